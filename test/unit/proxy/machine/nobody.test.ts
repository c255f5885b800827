import assert from 'node:assert/strict';
import { form, line, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

const noUser = {
  code: -31002,
  message: 'Nobody could be asked: no editor window is open.',
  data: { reason: 'no_user' },
};

/** A session without a window, with what the agent declares. */
function withoutWindow(elicitation?: object): MachineBed {
  return new MachineBed().start({ window: false, capabilities: elicitation ? { elicitation } : {} });
}

/** Sends a request that nobody at a window can be asked. */
function ask(bed: MachineBed, params?: Readonly<Record<string, unknown>>): void {
  bed.ask('a', params);
  bed.event({ type: 'windowNotFound', isComing: false });
}

describe('a request without a window', () => {
  it('is refused with an error of its own if the agent cannot ask, and one line says so', () => {
    const bed = withoutWindow();
    ask(bed);
    assert.deepEqual(bed.serverMessages, [{ jsonrpc: '2.0', id: 'a', error: noUser }]);
    assert.deepEqual(bed.toAgent, []);
    assert.equal(bed.logs.length, 1);
  });

  it('is refused if the agent cannot ask in its mode', () => {
    const bed = withoutWindow({ form: {} });
    ask(bed, { mode: 'url', message: 'Sign in', url: 'https://a.example' });
    assert.deepEqual(bed.serverMessages[0]?.['error'], noUser);
    const urlOnly = withoutWindow({ url: {} });
    ask(urlOnly);
    assert.deepEqual(urlOnly.serverMessages[0]?.['error'], noUser);
  });

  it('is passed on to an agent that can ask, and its answer to the server, byte for byte', () => {
    const bed = withoutWindow({});
    ask(bed);
    assert.deepEqual(bed.toAgent, [String(line({ id: 'a', method: 'elicitation/create', params: form }))]);
    bed.wait(1.1);
    const answer = '{"result":{"action":"decline"},"id":"a","jsonrpc":"2.0"}\r\n';
    bed.agent(answer);
    assert.deepEqual(bed.toServer, [answer]);
  });

  for (const action of ['decline', 'cancel']) {
    it(`gets an error in place of a ${action} within a second, which no user gave`, () => {
      const bed = withoutWindow({});
      ask(bed);
      bed.wait(1);
      bed.agent({ id: 'a', result: { action } });
      assert.deepEqual(bed.serverMessages, [{ jsonrpc: '2.0', id: 'a', error: noUser }]);
    });
  }

  it('gets an error in place of an empty accept for required fields, however late', () => {
    const bed = withoutWindow({});
    ask(bed);
    bed.wait(60);
    bed.agent({ id: 'a', result: { action: 'accept', content: {} } });
    assert.deepEqual(bed.serverMessages[0]?.['error'], noUser);
  });

  it('gets an accept at once, and an error of the agent, as they came', () => {
    const answers = [
      { id: 'a', result: { action: 'accept', content: { city: 'Rome' } } },
      { id: 'a', error: { code: -32601, message: 'Method not found' } },
    ];
    for (const answer of answers) {
      const bed = withoutWindow({});
      ask(bed);
      bed.agent(answer);
      assert.deepEqual(bed.toServer, [String(line(answer))]);
    }
  });

  it('is cancelled at the agent when it was passed on', () => {
    const bed = withoutWindow({});
    ask(bed);
    const cancellation = { method: 'notifications/cancelled', params: { requestId: 'a' } };
    bed.server(cancellation);
    assert.equal(bed.toAgent[1], String(line(cancellation)));
  });

  it('does not count any more when it was passed on to an agent that never replies', () => {
    const bed = withoutWindow({});
    for (let id = 0; id < 300; id += 1) {
      bed.ask(id, { ...form, message: 'x'.repeat(40_000) });
      bed.event({ type: 'windowNotFound', isComing: false });
    }
    assert.deepEqual(bed.toServer, []);
    bed.openWindow();
    bed.ask('b');
    assert.equal(bed.asks.length, 1);
  });

  it('is judged if it is one of the last 64 that were passed on', () => {
    const bed = withoutWindow({});
    for (let id = 0; id < 65; id += 1) bed.ask(id);
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.toServer.length = 0;
    for (const id of [0, 1, 64]) bed.agent({ id, result: { action: 'decline' } });
    assert.deepEqual(
      bed.serverMessages.map(({ id, error }) => [id, error]),
      [
        [0, undefined],
        [1, noUser],
        [64, noUser],
      ],
    );
  });

  it('is cancelled at the agent when the session with the server is lost', () => {
    const bed = withoutWindow({});
    ask(bed);
    bed.clear();
    bed.event({ type: 'serverLost', message: 'The session was lost.' });
    assert.deepEqual(bed.agentMessages, [
      {
        ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
        params: { requestId: 'a', reason: 'The session with the server was lost.' },
      },
    ]);
  });

  it('waits 30 s for a window that was closed a moment ago', () => {
    const bed = withoutWindow();
    bed.ask('a');
    bed.event({ type: 'windowNotFound', isComing: true });
    bed.wait(29);
    assert.deepEqual(bed.toServer, []);
    bed.wait(1);
    assert.deepEqual(bed.serverMessages[0]?.['error'], noUser);
  });

  it('is asked at a window that was opened since', () => {
    const bed = withoutWindow();
    bed.ask('a');
    bed.openWindow();
    bed.answer(bed.lastAsk);
    assert.equal(bed.serverMessages.length, 1);
  });
});

describe('a window that closes', () => {
  let bed: MachineBed;
  beforeEach(() => {
    bed = new MachineBed().start();
    bed.call(1);
    bed.ask('a');
    bed.toServer.length = 0;
    bed.actions.length = 0;
  });

  it('leaves its requests to the next one, under a higher number', () => {
    bed.wait(5);
    bed.event({ type: 'windowClosed', link: 1, reason: 'window' });
    bed.wait(29);
    const [first] = bed.asks;
    bed.openWindow();
    assert.deepEqual(
      bed.asks.map(({ number, ageMs, link }) => [number, ageMs, link]),
      [
        [1, 0, 1],
        [2, 34_000, 2],
      ],
    );
    bed.answer(first, undefined, 1);
    assert.deepEqual(
      bed.windowMessages('receipt').map(({ outcome, moved }) => [outcome, moved]),
      [['refused', true]],
    );
    bed.answer(bed.lastAsk);
    assert.equal(bed.toServer.length, 1);
  });

  it('has its requests refused if no other one comes within 30 s', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'window' });
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.ask('b');
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.wait(29.9);
    assert.deepEqual(bed.toServer, []);
    bed.wait(0.1);
    assert.deepEqual(
      bed.serverMessages.map(({ id, error }) => [id, error]),
      [
        ['a', noUser],
        ['b', noUser],
      ],
    );
  });

  it('leaves its requests to another open window if agents were switched off in it', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'disabled' });
    assert.deepEqual(
      bed.actions.flatMap((action) => (action.type === 'seek' ? action.forMs : [])),
      [0],
    );
    bed.openWindow();
    bed.answer(bed.lastAsk);
    assert.match(String(bed.toServer), /"accept"/);
  });

  it('has its requests refused at once if agents were switched off and no other window is open', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'disabled' });
    bed.event({ type: 'windowNotFound', isComing: false });
    assert.deepEqual(bed.serverMessages[0]?.['error'], noUser);
  });

  it('gives its requests up before another window is asked', () => {
    bed.openWindow();
    const sent = bed.toWindow.slice(1).map((message) => [message.type, message.link]);
    assert.deepEqual(sent, [
      ['withdraw', 1],
      ['ask', 2],
    ]);
    assert.deepEqual(
      bed.windowMessages('withdraw').map(({ reason, number }) => [reason, number]),
      [['moved', 1]],
    );
    bed.event({ type: 'windowClosed', link: 1, reason: 'window' });
    bed.answer(bed.lastAsk);
    assert.equal(bed.toServer.length, 1);
  });
});
