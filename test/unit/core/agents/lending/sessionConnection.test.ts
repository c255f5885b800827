import assert from 'node:assert/strict';
import type { LentConnection, LentListener, LentMessage } from '#core/agents/lending/lentConnection.ts';
import { type LentRequest, readLentMessage, requestIn } from '#core/agents/lending/lentRequests.ts';
import { SessionConnection } from '#core/agents/lending/sessionConnection.ts';
import { UserRequired } from '#core/agents/lending/userRequired.ts';
import { SecretMask } from '#core/common/secretMask.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { definitionOf } from '#test/host/samples.ts';

/** A connection that records what it is asked to do. */
class RecordedConnection implements LentConnection {
  readonly hasSession = true;
  readonly hasHeaders = false;
  readonly authorizationId = undefined;
  readonly events: string[] = [];
  readonly listener: LentListener;

  constructor(listener: LentListener) {
    this.listener = listener;
  }

  async start(): Promise<void> {}
  send({ head }: LentMessage): void {
    this.events.push(head.id ?? head.method ?? '');
  }
  pause(): void {
    this.events.push('pause');
  }
  resume(): void {
    this.events.push('resume');
  }
  async close(): Promise<void> {
    this.events.push('close');
  }
}

describe('the connection of a session with a lent server', () => {
  const definition = definitionOf('tickets');
  const changed = { ...definition, entry: { ...definition.entry, command: 'another' } as typeof definition.entry };
  let opened: RecordedConnection[];
  let unanswered: [id: string, reason: unknown][];
  let messages: string[];
  let isBehind: boolean;
  /** The ids of requests for which the agent does not wait any more. */
  let cancelled: Set<string>;
  /** The entries with which connections were asked for. */
  let entries: ServerDefinition[];
  /** Called in place of the first of these connections. */
  let failures: (() => never)[];
  /** Ends the begin of a connection. */
  let begun: Promise<void>;
  /** What was sent when a connection was begun. */
  let repeated: LentMessage | undefined;
  let lent: ServerDefinition;
  let connection: SessionConnection;

  beforeEach(() => {
    opened = [];
    unanswered = [];
    messages = [];
    isBehind = false;
    cancelled = new Set();
    entries = [];
    failures = [];
    begun = Promise.resolve();
    repeated = undefined;
    lent = definition;
    connection = new SessionConnection({
      client: 'codex',
      launches: {
        open: async ({ listener, definition: entry }) => {
          entries.push(entry);
          failures.shift()?.();
          const one = new RecordedConnection(listener);
          opened.push(one);
          return { connection: one, secrets: new SecretMask([]) };
        },
      },
      beginning: { repeat: () => begun, hasRepeated: (one) => one === repeated, isContinued: false },
      toolHeaders: { of: () => ({}) },
      isBehind: () => isBehind,
      isWaiting: ({ id }) => !cancelled.has(id),
      lentEntry: async () => lent,
      onMessage: (text) => messages.push(text),
      onResponse: (_connection, _request, text) => messages.push(text),
      onFailed: () => undefined,
      onUnanswered: ({ id }, reason) => unanswered.push([id, reason]),
    });
  });

  const message = (text: string) => readLentMessage(text) as LentMessage;
  const request = (id: number) =>
    requestIn(message(`{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`)) as LentRequest;
  const received = (one: RecordedConnection, text: string) => one.listener.onMessage(text, message(text).head);
  async function send(id: number) {
    const open = await connection.open(definition, request(id));
    open.sendRequest(request(id));
    return open;
  }

  it('gives the reason for which it ends to every request, and to those that come too late', async () => {
    const open = await send(1);
    await send(2);
    const reason = new Error('The reason');
    connection.end(reason);
    open.sendRequest(request(3));
    assert.deepEqual(unanswered, [
      ['1', reason],
      ['2', reason],
      ['3', reason],
    ]);
    assert.deepEqual(opened[0]?.events, ['1', '2', 'close']);
    received(opened[0] as RecordedConnection, '{"jsonrpc":"2.0","id":1,"result":{}}');
    assert.deepEqual(messages, []);
    assert.equal(connection.isUsed, false);
  });

  it('is paused from the start if the agent is behind', async () => {
    isBehind = true;
    await send(1);
    connection.resume();
    assert.deepEqual(opened[0]?.events, ['pause', '1', 'resume']);
  });

  it('ends after its last response when it was replaced, and passes nothing else on', async () => {
    const first = await send(1);
    connection.replace(first);
    await send(2);
    assert.equal(opened.length, 2);
    const old = opened[0] as RecordedConnection;
    received(old, '{"jsonrpc":"2.0","method":"notifications/x"}');
    assert.deepEqual([old.events, messages], [['1'], []]);
    received(old, '{"jsonrpc":"2.0","id":1,"result":{}}');
    assert.deepEqual([old.events, messages.length], [['1', 'close'], 1]);
    assert.deepEqual(opened[1]?.events, ['2']);
  });

  it('ends if it was opened with another entry', async () => {
    await send(1);
    connection.endOther({ ...definition });
    assert.deepEqual(unanswered, []);
    connection.endOther(changed);
    assert.equal(unanswered.length, 1);
    assert.equal(connection.isUsed, false);
  });

  it('ends what was replaced if it was opened with another entry, and nothing else', async () => {
    const first = await send(1);
    connection.replace(first);
    lent = changed;
    const call = request(2);
    (await connection.open(changed, call)).sendRequest(call);
    assert.deepEqual(
      unanswered.map(([id]) => id),
      ['1'],
    );
    assert.deepEqual(
      opened.map(({ events }) => events),
      [['1', 'close'], ['2']],
    );
    connection.endOther(changed);
    assert.equal(unanswered.length, 1);
  });

  it('asks the user about the entry that is lent by then', async () => {
    failures = [
      () => {
        lent = changed;
        throw new UserRequired('tickets');
      },
    ];
    const call = requestIn(
      message('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}'),
    ) as LentRequest;
    assert.equal((await connection.open(definition, call)).definition, changed);
    assert.deepEqual(entries, [definition, changed]);
  });

  it('does not ask the user about a call that was cancelled while it was tried without', async () => {
    failures = [
      () => {
        cancelled.add('1');
        throw new UserRequired('tickets');
      },
    ];
    const call = requestIn(message('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}')) as LentRequest;
    await assert.rejects(connection.open(definition, call), /No request waits/);
    assert.equal(entries.length, 1);
  });

  it('is not opened any more when the last request that waits for it is cancelled', async () => {
    begun = new Promise(() => undefined);
    const requests = [request(1), request(2)];
    for (const one of requests) {
      void connection.wanting(one, async () => void (await connection.open(definition, one)));
    }
    await new Promise(setImmediate);
    for (const one of requests) {
      assert.deepEqual(opened[0]?.events, []);
      cancelled.add(one.id);
      assert.equal(connection.forget(one), undefined);
    }
    assert.deepEqual(opened[0]?.events, ['close']);
    assert.equal(connection.isUsed, false);
    begun = Promise.resolve();
    await send(3);
    assert.equal(opened.length, 2);
  });

  it('sends a notification, unless it was sent when the session was begun', async () => {
    await send(1);
    const initialized = () => message('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    repeated = initialized();
    await connection.pass(repeated);
    assert.deepEqual(opened[0]?.events, ['1']);
    await connection.pass(initialized());
    assert.deepEqual(opened[0]?.events, ['1', 'notifications/initialized']);
  });

  it('forgets a request, and not a later one with its id', async () => {
    const open = await connection.open(definition, request(1));
    const [cancelled, later] = [request(1), request(1)];
    open.sendRequest(cancelled);
    assert.equal(connection.forget(cancelled), open);
    open.sendRequest(later);
    assert.equal(open.take(cancelled), false);
    received(opened[0] as RecordedConnection, '{"jsonrpc":"2.0","id":1,"result":{}}');
    assert.equal(messages.length, 1);
    assert.equal(open.take(later), false);
  });

  describe('with a server that asks', () => {
    const asked = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"elicitation/create"}`;
    const answer = (id: unknown) => message(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{}}`);
    const toAgent = () => messages.map((text) => JSON.parse(text));

    for (const how of ['has ended', 'was replaced'] as const) {
      it(`withdraws what was asked when it ${how}, and takes no answer to it for one of the next connection`, async () => {
        const first = await send(1);
        received(opened[0] as RecordedConnection, asked(0));
        if (how === 'has ended') {
          connection.end(new Error('The reason'));
        } else {
          connection.replace(first);
        }
        await send(2);
        received(opened[1] as RecordedConnection, asked(0));
        const [question, withdrawal, next] = toAgent();
        assert.equal(question.id, 0);
        assert.deepEqual([withdrawal.method, withdrawal.params.requestId], ['notifications/cancelled', 0]);
        assert.notEqual(next.id, 0);
        await connection.pass(answer(0));
        await connection.pass(answer(next.id));
        assert.deepEqual(opened[0]?.events.slice(0, 2), how === 'has ended' ? ['1', 'close'] : ['1']);
        assert.deepEqual(opened[1]?.events, ['2', '0']);
      });
    }

    it('sends an answer while the session is begun, also if the user was asked for it', async () => {
      let isBegun: () => void = () => undefined;
      begun = new Promise((resolve) => (isBegun = resolve));
      failures = [
        () => {
          throw new UserRequired('tickets');
        },
      ];
      const call = requestIn(message('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}')) as LentRequest;
      const opening = connection.open(definition, call);
      while (opened.length === 0) {
        await new Promise(setImmediate);
      }
      received(opened[0] as RecordedConnection, asked(5));
      await connection.pass(answer(5));
      const passed = connection.pass(message('{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}'));
      assert.deepEqual(opened[0]?.events, ['5']);
      isBegun();
      await Promise.all([opening, passed]);
      assert.deepEqual(opened[0]?.events, ['5', 'notifications/roots/list_changed']);
    });

    it('opens no connection for an answer or a notification', async () => {
      await connection.pass(answer(0));
      await connection.pass(message('{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}'));
      assert.deepEqual(opened, []);
    });
  });
});
