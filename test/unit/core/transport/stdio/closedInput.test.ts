import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;

/**
 * A server that reads its input synchronously. Tools: `pid`; `close` closes the input and never responds; `ask` sends a request,
 * closes the input and waits; `leave` sends a request, and exits at the first byte of the reply.
 */
const script = `
  const { closeSync, readSync } = require('node:fs');
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const stay = () => setInterval(() => {}, 1000);
  const ask = () => send({ id: 'q', method: 'elicitation/create', params: ${JSON.stringify(nameElicitation)} });
  const tools = {
    pid: ({ id }) => send({ id, result: { content: [{ type: 'text', text: String(process.pid) }] } }),
    close: () => { closeSync(0); process.stderr.write('deaf now\\n'); stay(); return 'deaf'; },
    ask: () => { closeSync(0); ask(); stay(); return 'deaf'; },
    leave: () => { ask(); readSync(0, Buffer.alloc(1)); process.exit(3); },
  };
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
    'tools/list': { tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) },
    ping: {},
  };
  const take = (message) => {
    const { id, method, params } = message;
    if (method === 'tools/call') return tools[params.name](message);
    if (id === undefined || method === undefined) return;
    send({ id, ...(results[method] ? { result: results[method] } : { error: { code: -32601, message: 'no' } }) });
  };
  let text = '';
  const chunk = Buffer.alloc(65536);
  const read = () => {
    const length = readSync(0, chunk);
    if (length === 0) return;
    text += chunk.toString('utf8', 0, length);
    const lines = text.split('\\n');
    text = lines.pop();
    if (!lines.some((line) => take(JSON.parse(line)) === 'deaf')) setImmediate(read);
  };
  read();`;

describe('a server that has closed its input', () => {
  let host: TestHost;
  let server: Server;
  beforeEach(async () => {
    host = createTestHost();
    server = host.server({ ...nodeSpec('-e'), args: ['-e', script] });
    await server.start();
  });
  afterEach(() => host.end());

  const pid = async () => Number(textOf(await server.call(tool('pid'), byUser)));

  it('is ended when a reply cannot be sent to it, and its call fails with the reason', async () => {
    const first = await pid();
    const call = server.call(tool('ask'), byUser);
    await host.decide({ action: 'accept', content: { name: 'Ann' } });
    await assert.rejects(call, { name: 'ServerCrashed', summary: /"mine" was ended\. It no longer reads its input/ });
    assert.equal(server.state.kind, 'failed');
    assert.notEqual(await pid(), first);
  });

  it('is ended, like all its calls, when a call cannot be sent to it, and restarted at its next use', async () => {
    const first = await pid();
    const waiting = server.call(tool('close'), byUser);
    await until(() => host.log.text.includes('deaf now'));
    const refused = pid();
    await Promise.all([
      assert.rejects(waiting, { name: 'ServerCrashed', summary: /no longer reads its input/ }),
      assert.rejects(refused, { name: /ServerCrashed|CallFailed/ }),
    ]);
    assert.notEqual(await pid(), first);
  });

  it('because it exits during a read is reported with its exit code', async () => {
    const call = server.call(tool('leave'), byUser);
    await host.decide({ action: 'accept', content: { name: 'Ann'.repeat(200_000) } });
    await assert.rejects(call, { name: 'ServerCrashed', summary: /ended unexpectedly \(exit code 3\)/ });
    assert.ok(await pid());
  });
});
