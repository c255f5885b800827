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

describe('the transport that the client of the SDK gets', () => {
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

  it('refuses a request that is nested too deeply and reports it, but not after it was silenced', async () => {
    const unread: unknown[] = [];
    transport.onunread = ({ method }, { code }, limit) => unread.push([method, code, limit]);
    const params = JSON.parse(`{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`);
    inner.onmessage?.({ jsonrpc: '2.0', id: 'a', method: 'elicitation/create', params });
    await transport.drain(1000);
    transport.silence();
    inner.onmessage?.({ jsonrpc: '2.0', id: 'b', method: 'elicitation/create', params });
    assert.deepEqual(unread, [['elicitation/create', -32602, 'messageDepth']]);
  });

  it('still says why it ended a flood after the replies that were on their way have failed', async () => {
    let fail: (error: Error) => void = () => undefined;
    inner.send = () => new Promise((_resolve, reject) => (fail = reject));
    const request = (id: number) => inner.onmessage?.({ jsonrpc: '2.0', id, method: 'ping' });
    for (let id = 0; id < 12_000; id++) {
      request(id);
    }
    assert.equal(transport.fault, undefined);
    const reply = transport.send({ jsonrpc: '2.0', id: 0, result: {} });
    request(12_000);
    fail(new Error('closed'));
    await assert.rejects(reply);
    assert.match(transport.fault ?? '', /did not take the replies/);
  });

  it('replies to no request in the modern era, malformed or not, because servers send none there', async () => {
    const sent: JSONRPCMessage[] = [];
    inner.send = async (message?: JSONRPCMessage) => void (message && sent.push(message));
    transport.setProtocolVersion('2026-07-28');
    inner.onmessage?.({ jsonrpc: '2.0', id: 'a', method: 'elicitation/create', params: [] } as never);
    inner.onmessage?.({ jsonrpc: '2.0', id: 'b', method: 'ping' });
    await transport.drain(1000);
    assert.deepEqual(sent, []);
    assert.match(log.text, /that does not follow JSON-RPC; it was not read/);
  });

  it('drops what is no JSON-RPC message and writes that to the log', () => {
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

  it('must have `pid` and `stderr`: without them the SDK takes silence on `server/discover` for a failure', async () => {
    await assert.rejects(connect(new TestTransport()), /timed out|timeout/i);
    const transport = Object.assign(new TestTransport(), { pid: null, stderr: null });
    await connect(transport);
    assert.ok(transport.sent.some((message) => 'method' in message && message.method === 'initialize'));
  });
});
