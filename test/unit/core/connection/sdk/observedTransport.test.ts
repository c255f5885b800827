import assert from 'node:assert/strict';
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { SecretMask } from '#core/common/secretMask.ts';
import { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';
import { TestTransport } from './bareSdk.ts';

class SilentTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  async start(): Promise<void> {}
  async send(): Promise<void> {}
  async close(): Promise<void> {}
}

describe('the transport that the client of the SDK uses', () => {
  let inner: SilentTransport;
  let transport: ObservedTransport;
  let log: InMemoryLog;
  beforeEach(async () => {
    inner = new SilentTransport();
    log = new InMemoryLog();
    log.traceEnabled = false;
    transport = new ObservedTransport(inner, new ConnectionLog(log, new SecretMask([]), new AnswerMask()));
    await transport.start();
  });

  it('reports a request that is nested too deeply, but not after it was silenced', async () => {
    const unreadRequests: unknown[] = [];
    transport.onunread = ({ method }, { code }, limit) => unreadRequests.push([method, code, limit]);
    const params = JSON.parse(`{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`);
    inner.onmessage?.({ jsonrpc: '2.0', id: 'a', method: 'elicitation/create', params });
    await transport.drain(1000);
    transport.silence();
    inner.onmessage?.({ jsonrpc: '2.0', id: 'b', method: 'elicitation/create', params });
    assert.deepEqual(unreadRequests, [['elicitation/create', -32602, 'messageDepth']]);
  });

  it('keeps the reason why it ended a flood, even if a reply fails afterwards', async () => {
    let fail: (error: Error) => void = () => undefined;
    inner.send = () => new Promise((_resolve, reject) => (fail = reject));
    const receiveRequest = (id: number) => inner.onmessage?.({ jsonrpc: '2.0', id, method: 'ping' });
    for (let id = 0; id < 12_000; id++) {
      receiveRequest(id);
    }
    assert.equal(transport.fault, undefined);
    const reply = transport.send({ jsonrpc: '2.0', id: 0, result: {} });
    receiveRequest(12_000);
    fail(new Error('closed'));
    await assert.rejects(reply);
    assert.match(transport.fault ?? '', /did not read the replies/);
  });

  it('replies to no request in the modern era, in which servers send no requests', async () => {
    const sent: JSONRPCMessage[] = [];
    inner.send = async (message?: JSONRPCMessage) => void (message && sent.push(message));
    transport.setProtocolVersion('2026-07-28');
    inner.onmessage?.({ jsonrpc: '2.0', id: 'a', method: 'elicitation/create', params: [] } as never);
    inner.onmessage?.({ jsonrpc: '2.0', id: 'b', method: 'ping' });
    await transport.drain(1000);
    assert.deepEqual(sent, []);
    assert.match(log.text, /that does not follow JSON-RPC; it was not read/);
  });

  it('drops a value that is not a JSON-RPC message, with a warning in the log', () => {
    const received: unknown[] = [];
    transport.onmessage = (message) => received.push(message);
    for (const value of [null, undefined, 42, 'x', true, [], [null]]) {
      inner.onmessage?.(value as never);
    }
    assert.deepEqual(received, []);
    assert.match(log.text, /^(warn The server sent something that is no message; it was not read\.\n?){7}$/m);
  });
});
describe('a transport for stdio', () => {
  const connect = (transport: Transport) => {
    const versionNegotiation = { mode: 'auto', probe: { timeoutMs: 5 } } as const;
    return new Client({ name: 'bare', version: '0.0.0' }, { versionNegotiation }).connect(transport);
  };

  it('must have `pid` and `stderr`: without them the SDK fails if there is no response to `server/discover`', async () => {
    await assert.rejects(connect(new TestTransport()), /timed out|timeout/i);
    const transport = Object.assign(new TestTransport(), { pid: null, stderr: null });
    await connect(transport);
    assert.ok(transport.sent.some((message) => 'method' in message && message.method === 'initialize'));
  });
});
