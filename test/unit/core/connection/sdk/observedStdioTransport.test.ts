import assert from 'node:assert/strict';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { TestTransport } from './bareSdk.ts';

describe('a transport for stdio', () => {
  const connect = (transport: Transport) => {
    const versionNegotiation = { mode: 'auto', probe: { timeoutMs: 5 } } as const;
    return new Client({ name: 'bare', version: '0.0.0' }, { versionNegotiation }).connect(transport);
  };

  it('must have `pid` and `stderr`: without them the SDK takes silence on `server/discover` for a failure', async () => {
    await assert.rejects(connect(new TestTransport()), /timed out|timeout/i);
    const transport = Object.assign(new TestTransport(), { pid: null, stderr: null });
    await connect(transport);
    assert.ok(transport.sent.some((message) => 'method' in message && message.method === 'initialize'));
  });
});
