import assert from 'node:assert/strict';
import type { DeliveryState } from '#core/delivery/deliveryState.ts';
import { definitionOf, nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { nodeSpec, scriptedTasks } from '#test/host/serverProcesses.ts';
import type { TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { TaskTestBed } from './taskTestBed.ts';

const byUser = { origin: 'user' } as const;
const done = { content: [{ type: 'text', text: 'done' }] };
const completed = { status: 'completed', result: done };

const ask = (message: string) => ({ method: 'elicitation/create', params: { ...nameElicitation, message } });
const inputRequired = (inputRequests: object) => ({ status: 'input_required', inputRequests });
const accept = { action: 'accept', content: { name: 'Ann' } } as const;

describe('a task instead of a result (2026-07-28)', () => {
  let testBed: TaskTestBed;
  let host: TestHost;
  beforeEach(() => {
    testBed = new TaskTestBed();
    host = testBed.host;
  });
  afterEach(() => testBed.end());

  const tasks = () => testBed.server(['--modern']);
  const run = (script: object) => testBed.run(script, { args: ['--modern'] });
  const responses = () => testBed.sent('tasks/update').map(({ params }) => params?.['inputResponses']);

  it('is followed to its result', async () => {
    const result = { ...done, isError: true, mine: 'kept' };
    const call = run({ states: [{}, { status: 'completed', result }] });
    assert.deepEqual(await call, { resultType: 'complete', ...result });
    for (const method of ['tools/call', 'tasks/get']) {
      const meta = JSON.stringify(testBed.sent(method)[0]?.params?.['_meta']);
      assert.match(meta, /"extensions":\{"io.modelcontextprotocol\/tasks":\{\}\}/);
    }
    assert.equal(testBed.sent('tasks/cancel').length, 0);
  });

  it('is optional: a plain result is returned', async () => {
    assert.deepEqual(await run({ plain: done }), { resultType: 'complete', ...done });
  });

  it('is polled at once for its result if it is created as completed', async () => {
    assert.equal(
      textOf(await run({ created: { status: 'completed', pollIntervalMs: 30_000 }, states: [completed] })),
      'done',
    );
  });

  for (const decision of [accept, { action: 'decline' }, { action: 'cancel' }] as const) {
    it(`receives the reply ${decision.action} to its request`, async () => {
      const server = tasks();
      const call = server.call(tool('run', { states: [{}, inputRequired({ a: ask('A?') }), {}, completed] }), byUser);
      const request = await host.decide(decision);
      assert.equal(request.call?.id, server.calls[0]?.id);
      assert.equal(textOf(await call), 'done');
      assert.deepEqual(responses(), [{ a: decision }]);
    });
  }

  it('ends if the server never responds to tasks/get', async () => {
    const spec = nodeSpec(scriptedTasks, ['--modern'], { env: { WIRE_FILE: host.wireFile } });
    const server = host.server(spec, definitionOf('mine'), { pollMs: 50 });
    await assert.rejects(server.call(tool('run', { states: [{ silent: true }] }), byUser), {
      name: 'CallFailed',
      summary: 'The server did not report the state of the task in time.',
    });
  });

  it('may follow an input_required round', async () => {
    const call = run({ before: { a: ask('A?') }, states: [inputRequired({ a: ask('Again?') }), completed] });
    await host.decide(accept);
    await until(() => host.inbox.pending[0]?.message === 'Again?');
    await host.decide({ action: 'decline' });
    assert.equal(textOf(await call), 'done');
    assert.deepEqual(responses(), [{ a: { action: 'decline' } }]);
  });

  it('ends after more than 1,000 input requests', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, ask('?')]));
    const atOnce = /1000 things at once/;
    await assert.rejects(run({ states: [inputRequired(many(1000))] }), { name: 'CallFailed', summary: atOnce });
    const call = run({ states: [inputRequired({ a: ask('A?') }), inputRequired(many(1000))] });
    await host.decide(accept);
    await assert.rejects(call, { name: 'CallFailed', summary: /it asked more than 1000 times/ });
  });

  it('is rejected as the result of a prompt', async () => {
    const call = tasks().call({ kind: 'prompt', name: 'any', arguments: {} }, byUser);
    await assert.rejects(call, { name: 'CallFailed', summary: /does not follow the protocol/ });
  });

  it('shows an input request once, even if several tasks/get return it', async () => {
    const call = run({ states: [inputRequired({ a: ask('A?') }), inputRequired({ a: ask('A?') }), completed] });
    await host.oldestRequest();
    const before = testBed.sent('tasks/get').length;
    await until(() => testBed.sent('tasks/get').length > before + 2);
    assert.equal(host.inbox.pending.length, 1);
    await host.decide(accept);
    await call;
    assert.deepEqual(responses(), [{ a: accept }]);
  });

  it('shows a second request while the first is open', async () => {
    const both = { a: ask('A?'), b: ask('B?') };
    const call = run({
      states: [{ ...inputRequired({ a: ask('A?') }), moveOn: true }, inputRequired(both), completed],
    });
    await until(() => host.inbox.pending.length === 2);
    await host.decide({ action: 'decline' });
    await host.decide(accept);
    await call;
    assert.deepEqual(responses(), [{ a: { action: 'decline' } }, { b: accept }]);
  });

  it('returns its result if it no longer needs the answer that is being sent, which was not delivered', async () => {
    const states: DeliveryState[] = [];
    host.inbox.deliveries.onDidChange(({ state }) => states.push(state));
    host.record();
    const call = run({ refuses: 'late', states: [inputRequired({ a: ask('A?') }), {}, completed] });
    await host.decide(accept);
    assert.equal(textOf(await call), 'done');
    assert.deepEqual(responses(), [{ a: accept }]);
    assert.deepEqual(states.at(-1), { kind: 'refused', failure: { code: 'takenBack' } });
    assert.deepEqual(host.inbox.deliveries.all, []);
    await until(() => host.outcomes.length === 1);
    assert.deepEqual([host.outcomes[0]?.decision, host.outcomes[0]?.delivery], ['accept', 'refused']);
  });

  it('returns its result if it never accepts the answer, and settles the delivery', async () => {
    const states = [{ ...inputRequired({ a: ask('A?') }), moveOn: true }, {}, {}, {}, {}, completed];
    const call = run({ refuses: 'silent', states: states.map((state) => ({ pollIntervalMs: 200, ...state })) });
    await host.decide(accept);
    assert.equal(textOf(await call), 'done');
    await until(() => host.inbox.deliveries.all.length === 0);
  });

  it('fails with a clear error if it refuses an answer that it still requires', async () => {
    const call = run({ refuses: 'wanted', states: [inputRequired({ a: ask('A?') })] });
    await host.decide(accept);
    await assert.rejects(call, {
      name: 'CallFailed',
      summary: 'The server does not accept the answer any more.',
      detail: /Not waiting for input/,
    });
    await until(() => testBed.sent('tasks/cancel').length === 1);
  });

  it('suspends the call, without another request, if it requires a page again that was opened', async () => {
    const page = { mode: 'url', message: 'Open it', url: 'https://example.com/a' };
    const open = { method: 'elicitation/create', params: page };
    const states = [inputRequired({ a: open }), inputRequired({ b: open }), completed];
    const spec = nodeSpec(scriptedTasks, ['--modern'], { env: { WIRE_FILE: host.wireFile } });
    const server = host.server(spec, definitionOf('mine', { elicitation: { form: true, url: true } }));
    const call = server.call(tool('run', { states }), byUser);
    await host.decide({ action: 'accept' });
    await until(() => host.suspendedCalls.all.length === 1);
    const [suspendedCall] = host.suspendedCalls.all;
    assert.deepEqual([suspendedCall?.openedPages.map(({ url }) => url), host.inbox.pending.length], [[page.url], 0]);
    assert.deepEqual(responses(), [{ a: { action: 'accept' } }]);
    host.suspendedCalls.continue(suspendedCall?.id ?? '');
    assert.equal(textOf(await call), 'done');
    assert.deepEqual(responses()[1], { b: { action: 'accept' } });
    assert.deepEqual(host.suspendedCalls.all, []);
  });

  it('fails if it has too many open requests, although each tasks/get returns few', async () => {
    const states = [0, 1].map((poll) => ({
      ...inputRequired(Object.fromEntries(Array.from({ length: 30 }, (_, key) => [`${poll} ${key}`, ask('More?')]))),
      moveOn: true,
    }));
    await assert.rejects(run({ states }), { name: 'CallFailed', message: /60 things at once/ });
    assert.equal(host.inbox.pending.length, 0);
  });

  it('withdraws its requests when it ends', async () => {
    const call = run({ states: [{ ...inputRequired({ a: ask('A?') }), moveOn: true }, {}, {}, completed] });
    await host.oldestRequest();
    assert.equal(textOf(await call), 'done');
    assert.equal(host.inbox.pending.length, 0);
    assert.deepEqual(responses(), []);
  });

  it('is cancelled at the server when the user cancels', async () => {
    const server = tasks();
    const call = server.call(tool('run', { states: [inputRequired({ a: ask('A?') })] }), byUser);
    await host.oldestRequest();
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => testBed.sent('tasks/cancel').length === 1);
    assert.equal(testBed.sent('tasks/cancel')[0]?.params?.['taskId'], 'task-1');
    assert.deepEqual(responses(), []);
    assert.equal(host.inbox.pending.length, 0);
  });

  it('receives no further tasks/update if the user cancels while one is unanswered', async () => {
    const server = tasks();
    const call = server.call(tool('run', { refuses: 'silent', states: [inputRequired({ a: ask('A?') })] }), byUser);
    await host.decide(accept);
    await until(() => testBed.sent('tasks/update').length === 1);
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    const id = testBed.sent('tasks/update')[0]?.id;
    await until(() => testBed.sent('notifications/cancelled').some(({ params }) => params?.['requestId'] === id));
    assert.deepEqual(host.inbox.deliveries.all, []);
  });

  it('is cancelled at the server after a request that cannot be shown', async () => {
    const call = run({ states: [inputRequired({ a: { method: 'sampling/createMessage', params: {} } })] });
    await assert.rejects(call, /sampling\/createMessage/);
    await until(() => testBed.sent('tasks/cancel').length === 1);
  });

  const error = { code: -32603, message: 'Out of\u202e cheese' };
  const failures: [string, object, RegExp][] = [
    [
      'failed',
      { states: [{ status: 'failed', error, statusMessage: 'not this' }] },
      /^The server answered with an error: “Out of cheese”$/,
    ],
    ['failed without a reason', { states: [{ status: 'failed' }] }, /^The task failed\.$/],
    [
      'was cancelled',
      { states: [{ status: 'cancelled', statusMessage: 'Too late.' }] },
      /^The server cancelled the task: “Too late\.”$/,
    ],
    ['is unknown to the server', { states: [{ status: 'unknown' }] }, /no longer knows the task/],
    ['has no result', { states: [{ status: 'completed' }] }, /has no result/],
    [
      'has an input_required result',
      { states: [{ status: 'completed', result: { resultType: 'input_required' } }] },
      /not complete/,
    ],
    ['has another id in the response to tasks/get', { states: [{ taskId: 'task-2' }] }, /about another task/],
    ['has no id', { created: { taskId: null } }, /its id is not a text/],
  ];
  for (const [what, script, summary] of failures) {
    it(`fails with a clear error if it ${what}`, async () => {
      await assert.rejects(run(script), (thrown: Error & { summary: string }) => {
        assert.equal(thrown.name, 'CallFailed');
        assert.match(thrown.summary, summary);
        return true;
      });
    });
  }

  it('is routed by headers over HTTP, also if the tool mirrors its arguments', async () => {
    const { port } = await host.http(scriptedTasks, '--modern');
    const url = `http://localhost:${port}/mcp`;
    const server = host.server({ type: 'http', url, headers: {}, secrets: [] });
    const states = [inputRequired({ a: ask('A?') }), completed];
    for (const [name, place] of [['run'], ['mirrored', 'here']] as const) {
      const call = server.call(tool(name, { states, place }), byUser);
      await host.decide(accept);
      assert.equal(textOf(await call), 'done');
    }
  });
});
