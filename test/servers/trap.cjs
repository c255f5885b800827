// A legacy-era server that lies in a hostile folder, or beside it: what runs or is read there is written down. CommonJS
// and without imports, so that it also runs as `node_modules/.bin` of a folder. TRAP_LABEL says which of its copies runs.
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
  const answers = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'trap', version: '1.0.0' },
    },
    'tools/list': { tools: [{ name: 'nothing', inputSchema: { type: 'object' } }] },
    ping: {},
  };
  const result = answers[method];
  const reply = result ? { result } : { error: { code: -32601, message: 'Method not found' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
});
