import assert from 'node:assert/strict';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { InMemoryLog } from '../../../../src/core/ports.ts';
import { Answers } from '../../../../src/core/servers/answers.ts';
import { Secrets } from '../../../../src/core/servers/secrets.ts';
import { Wire } from '../../../../src/core/servers/wire.ts';
import { WireLog } from '../../../../src/core/servers/wireLog.ts';

class Silent implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  async start(): Promise<void> {}
  async send(): Promise<void> {}
  async close(): Promise<void> {}
}

describe('the wire', () => {
  let inner: Silent;
  let wire: Wire;
  beforeEach(async () => {
    inner = new Silent();
    wire = new Wire(inner, new WireLog(new InMemoryLog(), new Secrets([]), new Answers()));
    await wire.start();
    await wire.send({ jsonrpc: '2.0', id: 0, method: 'server/discover' });
    await wire.send({ jsonrpc: '2.0', id: 1, method: 'initialize' });
  });

  it('notices an answer to the question for the era that comes too late', () => {
    assert.equal(wire.discovered, false);
    inner.onmessage?.({ jsonrpc: '2.0', id: 0, result: {} });
    assert.deepEqual([wire.discovered, wire.discoveredLate], [true, true]);
  });

  it('knows an answer that came in time', async () => {
    const prompt = new Wire(inner, new WireLog(new InMemoryLog(), new Secrets([]), new Answers()));
    await prompt.start();
    await prompt.send({ jsonrpc: '2.0', id: 0, method: 'server/discover' });
    inner.onmessage?.({ jsonrpc: '2.0', id: 0, result: {} });
    await prompt.send({ jsonrpc: '2.0', id: 1, method: 'initialize' });
    assert.deepEqual([prompt.discovered, prompt.discoveredLate], [true, false]);
  });

  it('takes an error, or another answer, for none', () => {
    inner.onmessage?.({ jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'Method not found' } });
    inner.onmessage?.({ jsonrpc: '2.0', id: 1, result: {} });
    assert.equal(wire.discovered, false);
  });
});
