import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import type { ClientMessage } from '#agentProtocol/agentMessages.ts';
import { Relay } from '#proxy/run/relay.ts';
import type { SeekerHandler, WindowSeeker } from '#proxy/window/windowSeeker.ts';
import { until } from '#test/host/until.ts';

describe('an answer that is being written when the session with the server is lost', () => {
  it('is reported as lost, once', async () => {
    const toWindow: ClientMessage[] = [];
    let written: (() => void) | undefined;
    const toServer = new Writable({ write: (_chunk, _encoding, done) => (written = done) });
    const fromServer = new PassThrough();
    let handler: SeekerHandler | undefined;
    const relay = new Relay(
      { fromAgent: new PassThrough(), toAgent: new PassThrough(), fromServer, toServer },
      { progressExtends: false, formatTime: () => '10:03' },
      async (own) => {
        handler = own;
        const seeker: Pick<WindowSeeker, 'seek' | 'send' | 'setAsking'> = {
          seek: () => setImmediate(() => own.opened(1, 1000, true)),
          send: (_, message) => toWindow.push(message),
          setAsking: () => undefined,
        };
        return seeker as WindowSeeker;
      },
      () => undefined,
    );
    const params = { message: 'Which city?', requestedSchema: { type: 'object', properties: {} } };
    fromServer.write(`${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'elicitation/create', params })}\n`);
    const ask = () => toWindow.find((message) => message.type === 'ask');
    await until(() => ask() !== undefined);
    const { id, number } = ask() ?? assert.fail();
    handler?.message(1, { type: 'answer', id, number, answer: { kind: 'result', result: { action: 'accept' } } });
    await until(() => written !== undefined);
    relay.serverLost('The session was lost.');
    written?.();
    await until(() => toWindow.some(({ type }) => type === 'receipt'));
    assert.deepEqual(
      toWindow.flatMap((message) => (message.type === 'receipt' ? message.outcome : [])),
      ['lost'],
    );
  });
});
