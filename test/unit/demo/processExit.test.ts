import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { legacyDemo, modernDemo } from './demoClient.ts';

const clientInfo = { name: 'demo-tests', version: '1.0.0' };
const capabilities = { elicitation: { form: {}, url: {} } };
const initialize = { protocolVersion: '2025-11-25', capabilities, clientInfo };
const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
};
const call = { name: 'connect_account', arguments: {} };

for (const [era, script, requests] of [
  [
    'legacy',
    legacyDemo,
    [
      { id: 1, method: 'initialize', params: initialize },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: call },
    ],
  ],
  ['modern', modernDemo, [{ id: 1, method: 'tools/call', params: { ...call, _meta } }]],
] as const) {
  it(`demo: the server of the ${era} era exits if its client disconnects, even if a browser is connected to its page`, async () => {
    const server = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exit = once(server, 'exit');
    for (const request of requests) {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
    }
    for await (const line of createInterface(server.stdout)) {
      const [, port] = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(line) ?? [];
      if (port) {
        const browser = connect(Number(port), '127.0.0.1');
        browser.once('error', () => undefined);
        await once(browser, 'connect');
        server.stdin.end();
      }
    }
    assert.deepEqual(await exit, [0, null]);
  });
}
