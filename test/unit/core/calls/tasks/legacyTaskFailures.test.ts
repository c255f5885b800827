import assert from 'node:assert/strict';
import { readTask } from '#core/calls/tasks/task.ts';
import { definitionOf, tool } from '#test/host/samples.ts';
import { drop, ScriptedServer } from '#test/host/scriptedServer.ts';
import type { TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { TaskTestBed } from './taskTestBed.ts';

const byUser = { origin: 'user' } as const;
const text = (text: string) => ({ content: [{ type: 'text', text }] });
const completed = { status: 'completed' };

describe('a tool call as a task up to 2025-11-25, in unusual cases,', () => {
  let testBed: TaskTestBed;
  let host: TestHost;
  beforeEach(() => {
    testBed = new TaskTestBed();
    host = testBed.host;
  });
  afterEach(() => testBed.end());

  const internalError = { code: -32603, message: 'Boom' };
  const failures: [string, object, RegExp][] = [
    [
      'failed, with a reason',
      { states: [{ status: 'failed', statusMessage: 'Out of cheese' }], error: internalError },
      /^The task failed: “Out of cheese”$/,
    ],
    [
      'failed, without a reason',
      { states: [{ status: 'failed' }], error: internalError },
      /^The server answered with an error: “Boom”$/,
    ],
    ['was cancelled by the server', { states: [{ status: 'cancelled' }] }, /^The server cancelled the task\.$/],
    ['is unknown to the server', { states: [{ status: 'unknown' }] }, /no longer knows the task/],
    ['has another id in the response to tasks/get', { states: [{ taskId: 'task-2' }] }, /about another task/],
    ['has no id', { created: { taskId: 7 } }, /its id is not a text/],
    ['has an endless id', { created: { taskId: 'x'.repeat(100_000) } }, /its id is not a text/],
    ['has an unknown status', { states: [{ status: 'dreaming' }] }, /its status is not one of the protocol/],
    [
      'has the result of another task',
      { states: [completed], result: { _meta: related('task-2') } },
      /of another task/,
    ],
  ];
  for (const [what, script, summary] of failures) {
    it(`fails with a clear error if the task ${what}`, async () => {
      await assert.rejects(testBed.run(script), (error: Error & { summary: string }) => {
        assert.equal(error.name, 'CallFailed');
        assert.match(error.summary, summary);
        return true;
      });
    });
  }

  it('shows the required page if the task fails with -32042', async () => {
    const page = { mode: 'url', message: 'Sign in', url: 'https://example.com/in', elicitationId: 'in' };
    const error = { code: -32042, message: 'Sign in first', data: { elicitations: [page] } };
    const definition = definitionOf('mine', { elicitation: { form: true, url: true } });
    const server = testBed.server([], definition);
    const states = [{ status: 'failed', statusMessage: 'Not signed in' }];
    const call = server.call(tool('run', { states, error }), byUser);
    const request = await host.decide({ action: 'decline' });
    assert.equal(request.message, 'Sign in');
    await assert.rejects(call, { name: 'CallDeclined' });
  });

  it('returns the result of a failed task unchanged', async () => {
    const result = { ...text('no cheese'), isError: true };
    assert.deepEqual(await testBed.run({ states: [{ status: 'failed' }], result }), result);
  });

  it("accepts any string as the task's id", async () => {
    const taskId = '__proto__';
    const states = [{ taskId, ...completed }];
    assert.deepEqual(await testBed.run({ created: { taskId }, states, result: text('done') }), text('done'));
  });

  for (const [pollInterval, pauseMs] of [
    [undefined, 1500],
    [null, 1500],
    ['5', 1500],
    [Number.NaN, 1500],
    [Number.POSITIVE_INFINITY, 1500],
    [0, 200],
    [-1, 200],
    [60_000, 60_000],
    [1e9, 300_000],
    [5000, 5000],
  ]) {
    it(`polls after ${pauseMs} ms for a poll interval of ${pollInterval}`, () => {
      assert.equal(readTask({ taskId: 'a', status: 'working', pollInterval }).pauseMs, pauseMs);
      assert.equal(readTask({ taskId: 'a', status: 'working', pollIntervalMs: pollInterval }).pauseMs, pauseMs);
    });
  }

  it('rejects a task id that another running task uses', async () => {
    const server = testBed.server();
    const first = server.call(tool('run', {}), byUser);
    await until(async () => testBed.sent('tasks/get').length > 0);
    await assert.rejects(server.call(tool('run', {}), byUser), /its id is that of another task/);
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(first, { name: 'CallCancelled' });
  });

  it('requests tasks/result again if its stream was cut', async () => {
    let resultRequests = 0;
    const scripted = new ScriptedServer(({ method }) => {
      switch (method) {
        case 'initialize':
          return {
            protocolVersion: '2025-11-25',
            capabilities: { tools: {}, tasks: { requests: { tools: { call: {} } } } },
            serverInfo: { name: 'scripted', version: '1.0.0' },
          };
        case 'tools/list':
          return { tools: [{ name: 'run', inputSchema: {}, execution: { taskSupport: 'required' } }] };
        case 'tools/call':
          return { task: { taskId: 'task-1', status: 'working', pollInterval: 10 } };
        case 'tasks/get':
          return { taskId: 'task-1', ...completed };
        case 'tasks/result':
          resultRequests += 1;
          return resultRequests === 1 ? drop : text('done');
        default:
          return undefined;
      }
    });
    try {
      assert.deepEqual(await host.server(await scripted.listen()).call(tool('run'), byUser), text('done'));
    } finally {
      scripted.close();
    }
  });

  it('polls at once after a status notification', async () => {
    const slow = { pollInterval: 30_000 };
    const notify = { taskId: 'task-1', ...completed };
    const first = { pollInterval: 10 };
    const result = text('done');
    assert.deepEqual(await testBed.run({ created: first, states: [slow, completed], notify, result }), result);
  });
});

function related(taskId: string) {
  return { 'io.modelcontextprotocol/related-task': { taskId } };
}
