import assert from 'node:assert/strict';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { SecretMask } from '#core/common/secretMask.ts';
import { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { WireLog } from '#core/transport/wireLog.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';

class Silent implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  async start(): Promise<void> {}
  async send(): Promise<void> {}
  async close(): Promise<void> {}
}

describe('the wire', () => {
  let inner: Silent;
  let wire: ObservedTransport;
  let log: InMemoryLog;
  beforeEach(async () => {
    inner = new Silent();
    log = new InMemoryLog();
    log.traceEnabled = false;
    wire = new ObservedTransport(inner, new WireLog(log, new SecretMask([]), new AnswerMask()));
    await wire.start();
    await wire.send({ jsonrpc: '2.0', id: 0, method: 'server/discover' });
    await wire.send({ jsonrpc: '2.0', id: 1, method: 'initialize' });
  });

  it('notices an answer to the question for the era that comes too late', () => {
    assert.equal(wire.discovery.answered, false);
    inner.onmessage?.({ jsonrpc: '2.0', id: 0, result: {} });
    assert.deepEqual([wire.discovery.answered, wire.discovery.answeredLate], [true, true]);
  });

  it('knows an answer that came in time', async () => {
    const prompt = new ObservedTransport(inner, new WireLog(new InMemoryLog(), new SecretMask([]), new AnswerMask()));
    await prompt.start();
    await prompt.send({ jsonrpc: '2.0', id: 0, method: 'server/discover' });
    inner.onmessage?.({ jsonrpc: '2.0', id: 0, result: {} });
    await prompt.send({ jsonrpc: '2.0', id: 1, method: 'initialize' });
    assert.deepEqual([prompt.discovery.answered, prompt.discovery.answeredLate], [true, false]);
  });

  it('takes an error, or another answer, for none', () => {
    inner.onmessage?.({ jsonrpc: '2.0', id: 0, error: { code: -32601, message: 'Method not found' } });
    inner.onmessage?.({ jsonrpc: '2.0', id: 1, result: {} });
    assert.equal(wire.discovery.answered, false);
  });

  it('refuses a request that is nested too deeply, and says so, unless nothing is sent any more', async () => {
    const unread: unknown[] = [];
    wire.onunread = ({ method }, { code }, limit) => unread.push([method, code, limit]);
    const params = JSON.parse(`{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`);
    inner.onmessage?.({ jsonrpc: '2.0', id: 'a', method: 'elicitation/create', params });
    await wire.drain(1000);
    wire.silence();
    inner.onmessage?.({ jsonrpc: '2.0', id: 'b', method: 'elicitation/create', params });
    assert.deepEqual(unread, [['elicitation/create', -32602, 'messageDepth']]);
  });

  it('answers no request of the modern era, malformed or not: that era has none from servers', async () => {
    const sent: JSONRPCMessage[] = [];
    inner.send = async (message?: JSONRPCMessage) => void (message && sent.push(message));
    wire.setProtocolVersion('2026-07-28');
    inner.onmessage?.({ jsonrpc: '2.0', id: 'a', method: 'elicitation/create', params: [] } as never);
    inner.onmessage?.({ jsonrpc: '2.0', id: 'b', method: 'ping' });
    await wire.drain(1000);
    assert.deepEqual(sent, []);
    assert.match(log.text, /that does not follow JSON-RPC; it was not read/);
  });

  it('reads no message in what is none, whatever a transport lets pass', () => {
    const heard: unknown[] = [];
    wire.onmessage = (message) => heard.push(message);
    for (const said of [null, undefined, 42, 'x', true, [], [null]]) {
      inner.onmessage?.(said as never);
    }
    assert.deepEqual(heard, []);
    assert.match(log.text, /^(warn The server sent what is no message; it was not read\.\n?){7}$/m);
  });
});
