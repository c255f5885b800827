// A legacy-era server for a hostile folder, or beside it. It appends to the file TRAP_FILE which of its copies in the folder
// run, if it works in the folder, and which files of the folder were read. It is CommonJS without packages, so that it also
// runs in `node_modules/.bin`.
const { appendFileSync } = require('node:fs');
const { createInterface } = require('node:readline');

const caught = process.env['TRAP_FILE'];
const report = (what) => caught && appendFileSync(caught, `${what}\n`);
if (__filename.includes('/workspace/')) report(`ran ${__filename}`);
if (process.cwd().includes('/workspace')) report(`works in ${process.cwd()}`);
if (process.env['FROM_ENV_FILE']) report('read .env');
if (process.env['FROM_NPMRC']) report('read .npmrc');

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const results = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'trap', version: '1.0.0' },
    },
    'tools/list': { tools: [{ name: 'nothing', inputSchema: { type: 'object' } }] },
    ping: {},
  };
  const result = results[method];
  const reply = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
});
