import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

const notAnswered =
  'The user was asked in VS Code and has not answered yet. The call is still running. Call this tool again with exactly the same arguments to get its result.';
const answered = notAnswered.replace('has not answered yet', 'has answered');
const away = 'The user is away. Stop here, tell them so, and call again when they are back.';

const timedOut = 'McpError: MCP error -32001: Request timed out';
const result = (text: string) => ({ content: [{ type: 'text', text }] });

/** What the agent was given: the id, and the text of the result. */
function received(bed: MachineBed): readonly unknown[] {
  return bed.agentMessages.map(({ id, result: given, error }) => [
    id,
    (given as { content: { text: string }[] } | undefined)?.content.map(({ text }) => text).join(' ') ?? error,
  ]);
}

describe('a call whose user thinks longer than the agent waits', () => {
  let bed: MachineBed;
  beforeEach(() => {
    bed = new MachineBed({ limitMs: 60_000 }).start();
  });

  it('is answered 3 s before the limit and parked; the next equal call gets its result', () => {
    bed.call(1, { a: 1, b: [2, { c: 3, d: 4 }] });
    bed.ask('a');
    bed.wait(56.9);
    assert.deepEqual(bed.toAgent, []);
    bed.wait(0.1);
    assert.deepEqual(received(bed), [[1, notAnswered]]);
    assert.equal((bed.agentMessages[0]?.['result'] as { isError: boolean } | undefined)?.isError, true);
    bed.call(2, { b: [2, { d: 4, c: 3 }], a: 1 });
    bed.answer(bed.lastAsk);
    bed.server({ id: 1, result: result('deployed') });
    assert.deepEqual(received(bed).slice(1), [[2, 'deployed']]);
    assert.deepEqual(
      bed.serverMessages.map(({ method, id }) => method ?? id),
      ['tools/call', 'a'],
    );
    assert.deepEqual(
      bed.windowMessages('callState').map(({ state }) => state),
      ['parked', 'joined'],
    );
  });

  it('is answered early a fifth of a short limit before its end', () => {
    const short = new MachineBed({ limitMs: 10_000 }).start();
    short.call(1);
    short.ask('a');
    short.wait(7.9);
    assert.equal(short.toAgent.length, 0);
    short.wait(0.1);
    assert.equal(short.toAgent.length, 1);
  });

  it('learns at the fourth time that the user is away, and begins anew after an answer', () => {
    bed.call(1);
    bed.ask('a');
    for (let id = 2; id <= 6; id += 1) {
      bed.wait(58);
      bed.call(id);
    }
    assert.deepEqual(
      received(bed).map((item) => (item as string[])[1]),
      [notAnswered, notAnswered, notAnswered, away, away],
    );
    bed.answer(bed.lastAsk);
    bed.wait(58);
    assert.deepEqual(received(bed).at(-1), [6, answered]);
  });

  it('is not said to be answered when its request was refused', () => {
    bed.call(1);
    bed.ask('a');
    bed.wait(10);
    bed.answer(bed.lastAsk, { kind: 'error', error: { code: -32602, message: 'The schema is invalid.' } });
    bed.wait(50);
    assert.deepEqual(received(bed), [[1, notAnswered]]);
  });

  it('is owed for one whole limit after the answer', () => {
    const short = new MachineBed({ limitMs: 15_000 }).start();
    short.call(1);
    short.ask('a');
    short.wait(11);
    short.answer(short.lastAsk);
    short.wait(5);
    assert.deepEqual(received(short), [[1, answered]]);
    short.server({ id: 1, result: result('late') });
    short.call(2);
    assert.deepEqual(received(short)[1], [2, 'late']);
  });

  it('that never asked is left to the limit of the agent', () => {
    bed.call(1);
    bed.wait(600);
    bed.cancel(1, timedOut);
    assert.deepEqual(
      bed.serverMessages.map(({ method }) => method),
      ['tools/call', 'notifications/cancelled'],
    );
    assert.deepEqual(bed.toAgent, []);
  });

  it('that asks within the last 3 s is answered at once', () => {
    bed.call(1);
    bed.wait(58);
    bed.ask('a');
    assert.deepEqual(received(bed), [[1, notAnswered]]);
  });

  it('needs no early answer where progress extends the limit, unless it gave no token', () => {
    const extending = new MachineBed({ limitMs: 60_000, progressExtends: true }).start();
    extending.call(1, {}, { _meta: { progressToken: 1 } });
    extending.call(2);
    extending.ask('a');
    extending.wait(100);
    assert.deepEqual(
      received(extending).filter((item) => (item as unknown[])[0] !== undefined),
      [[2, notAnswered]],
    );
  });

  it('is parked when the agent cancels it because it timed out', () => {
    for (const reason of [timedOut, 'request timeout', 'TimeoutError: The operation was aborted', 'timed-out']) {
      const own = new MachineBed().start();
      own.call(1);
      own.ask('a');
      own.cancel(1, reason);
      assert.equal(own.toServer.length, 1, reason);
      own.answer(own.lastAsk);
      own.server({ id: 1, result: result('kept') });
      assert.deepEqual(own.toAgent, []);
      own.call(2);
      assert.deepEqual(received(own), [[2, 'kept']]);
    }
  });

  it('is parked when the agent cancels it at its limit, whatever reason it gives; clearly earlier or later, its user does', () => {
    const reason = fc.constantFrom('MCP request cancelled by caller', 'AbortError', '');
    // An agent answers its user at any time, and reads its configuration anew.
    const options = fc.constantFrom(
      { limitMs: 86_400_000, ownLimitMs: 60_000 },
      { limitMs: 86_400_000, ownLimitMs: 5000 },
      { limitMs: undefined, ownLimitMs: 300_000 },
    );
    const seconds = fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.integer({ min: -1500, max: 1500 }));
    const property = fc.property(
      reason,
      options,
      seconds,
      fc.boolean(),
      (given, { limitMs, ownLimitMs }, ms, isNear) => {
        const own = new MachineBed({ limitMs, ownLimitMs }).start();
        own.call(1);
        own.ask('a');
        const waitedMs = Math.max(0, isNear ? ownLimitMs + ms : ms);
        own.wait(waitedMs / 1000);
        own.cancel(1, given);
        const isAtLimit = Math.abs(waitedMs - ownLimitMs) <= Math.min(1000, ownLimitMs / 10);
        const atServer = own.serverMessages.slice(1).map(({ method, id }) => method ?? id);
        assert.deepEqual(atServer, isAtLimit ? [] : ['notifications/cancelled', 'a']);
        own.call(2);
        if (isAtLimit) own.server({ id: 1, result: result('kept') });
        else assert.equal(own.serverMessages.at(-1)?.['id'], 2);
        assert.deepEqual(received(own), isAtLimit ? [[2, 'kept']] : []);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it("is its user's to interrupt at the same time where progress extends the limit", () => {
    const extending = new MachineBed({ limitMs: 60_000, progressExtends: true }).start();
    extending.call(1, {}, { _meta: { progressToken: 1 } });
    extending.ask('a');
    extending.wait(60);
    extending.cancel(1, 'Escape');
    assert.equal(extending.serverMessages.at(-2)?.['method'], 'notifications/cancelled');
  });

  it('is not parked if it is no tool', () => {
    bed.agent({ id: 1, method: 'prompts/get', params: { name: 'greet' } });
    bed.ask('a');
    bed.wait(60);
    assert.deepEqual(bed.toAgent, []);
    bed.cancel(1, timedOut);
    assert.deepEqual(
      bed.serverMessages.map(({ method, id }) => method ?? id),
      ['prompts/get', 'notifications/cancelled', 'a'],
    );
  });

  it('is answered early again after the same call joined it', () => {
    bed.call(1);
    bed.ask('a');
    bed.wait(57);
    bed.call(2);
    bed.cancel(2, 'AbortError: The user pressed Escape');
    assert.deepEqual(
      bed.serverMessages.slice(1).map(({ id, params }) => id ?? (params as { requestId: unknown }).requestId),
      [1, 'a'],
    );
    bed.call(3);
    assert.equal(bed.serverMessages.at(-1)?.['id'], 3);
  });
});

describe('the limit that the user had', () => {
  const timeoutError = { code: -32001, message: 'Request timed out' };
  let bed: MachineBed;
  beforeEach(() => {
    bed = new MachineBed({ limitMs: 86_400_000, ownLimitMs: 60_000 }).start();
  });

  it('ends a call that hangs, at the server and for the agent', () => {
    bed.call(1);
    bed.agent({ id: 2, method: 'tools/list' });
    bed.wait(60);
    assert.deepEqual(received(bed), [
      [1, timeoutError],
      [2, timeoutError],
    ]);
    assert.deepEqual(
      bed.serverMessages.slice(2).map(({ method, params }) => [method, (params as { requestId: unknown }).requestId]),
      [
        ['notifications/cancelled', 1],
        ['notifications/cancelled', 2],
      ],
    );
    assert.deepEqual(
      bed.windowMessages('callEnded').map(({ outcome, durationMs }) => [outcome, durationMs]),
      [['timedOut', 60_000]],
    );
  });

  it('does not run while the user is asked, nor for one limit after the answer', () => {
    bed.call(1);
    bed.ask('a');
    bed.wait(3600);
    assert.deepEqual(bed.toAgent, []);
    bed.answer(bed.lastAsk);
    bed.wait(59.9);
    assert.deepEqual(bed.toAgent, []);
    bed.wait(0.1);
    assert.deepEqual(received(bed), [[1, timeoutError]]);
  });

  it('gives the server time for its own error after it has withdrawn its request', () => {
    bed.call(1);
    bed.ask('a');
    bed.wait(61);
    bed.server({ method: 'notifications/cancelled', params: { requestId: 'a' } });
    bed.server({ id: 1, result: result('Nobody answered') });
    assert.deepEqual(received(bed), [[1, 'Nobody answered']]);
  });

  it('starts again with the progress of the server, where that is how the agent counts', () => {
    const extending = new MachineBed({ ownLimitMs: 60_000, progressExtends: true }).start();
    extending.call(1, {}, { _meta: { progressToken: 1 } });
    extending.wait(50);
    extending.server({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
    extending.clear();
    extending.wait(59);
    assert.deepEqual(extending.toAgent, []);
    extending.wait(1);
    assert.deepEqual(received(extending), [[1, timeoutError]]);
  });

  it('is kept for a parked call that hangs, and the next equal call learns it', () => {
    const short = new MachineBed({ limitMs: 60_000, ownLimitMs: 60_000 }).start();
    short.call(1);
    short.ask('a');
    short.wait(57);
    short.answer(short.lastAsk);
    short.wait(61);
    short.call(2);
    assert.deepEqual(received(short), [
      [1, notAnswered],
      [2, timeoutError],
    ]);
  });

  it('does not end a subscription, and does not cancel `initialize`', () => {
    bed.agent({ id: 1, method: 'subscriptions/listen', params: {} });
    bed.agent({ id: 2, method: 'initialize', params: {} });
    bed.wait(100);
    assert.deepEqual(received(bed), [[2, timeoutError]]);
    assert.equal(bed.toServer.length, 2);
  });
});
