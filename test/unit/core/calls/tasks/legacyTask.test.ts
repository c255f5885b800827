import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { LaunchSpec } from '#core/model/definition.ts';
import { definitionOf, nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { everything, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { TaskTestBed } from './taskTestBed.ts';

const byUser = { origin: 'user' } as const;
const text = (text: string) => ({ content: [{ type: 'text', text }] });
const completed = { status: 'completed' };

describe('a tool call as a task up to 2025-11-25', () => {
  let testBed: TaskTestBed;
  let host: TestHost;
  beforeEach(() => {
    testBed = new TaskTestBed();
    host = testBed.host;
  });
  afterEach(() => testBed.end());

  const startWithShortLimit = () => testBed.server([], definitionOf('mine'), { pollMs: 50 });

  it('returns the result of the task unchanged', async () => {
    const result = { ...text('done'), isError: true, mine: 'kept' };
    assert.deepEqual(await testBed.run({ states: [{}, completed], result }), result);
    const [call] = testBed.sent('tools/call');
    assert.deepEqual(Object.keys(call?.params?.['task'] ?? {}), ['ttl']);
    assert.deepEqual(
      testBed.sent('tasks/result').map(({ params }) => params),
      [{ taskId: 'task-1' }],
    );
    assert.equal(testBed.sent('tasks/cancel').length, 0);
  });

  it('does not create a task if the tool only permits tasks', async () => {
    assert.deepEqual(await testBed.run({ plain: text('at once') }, { name: 'maybe' }), text('at once'));
    assert.equal(testBed.sent('tools/call')[0]?.params?.['task'], undefined);
  });

  it('does not create a task if the server does not declare tasks', async () => {
    const call = testBed.server(['--undeclared']).call(tool('run', { plain: text('at once') }), byUser);
    assert.deepEqual(await call, text('at once'));
    assert.equal(testBed.sent('tools/call')[0]?.params?.['task'], undefined);
  });

  it('returns the result if the server creates no task', async () => {
    assert.deepEqual(await testBed.run({ plain: text('at once') }), text('at once'));
  });

  it('reports status messages as progress', async () => {
    const server = testBed.server();
    await server.start();
    const progressReports = new Set<string | undefined>();
    server.onDidChange(() => progressReports.add(server.calls[0]?.progress?.message));
    const states = [{ statusMessage: 'reading' }, { statusMessage: 'thin\u202eking' }, completed];
    await server.call(tool('run', { states, result: text('') }), byUser);
    assert.ok(progressReports.has('reading') && progressReports.has('thinking'));
  });

  for (const [decision, reply] of [
    [
      { action: 'accept', content: { name: 'Ann' } },
      { action: 'accept', content: { name: 'Ann' } },
    ],
    [{ action: 'decline' }, { action: 'decline' }],
    [{ action: 'cancel' }, { action: 'cancel' }],
  ] as const) {
    it(`delivers the reply ${decision.action} to an elicitation within the task`, async () => {
      const states = [{ status: 'input_required' }];
      const server = testBed.server();
      const call = server.call(tool('run', { states, question: nameElicitation }), byUser);
      const request = await host.decide(decision);
      assert.equal(request.call?.id, server.calls[0]?.id);
      assert.deepEqual(JSON.parse(textOf(await call)), reply);
    });
  }

  for (const [method, isElicitation] of [
    ['elicitation/create', true],
    ['roots/list', false],
  ] as const) {
    it(`adds the task's id to the reply to ${method}`, async () => {
      const states = [{ status: 'input_required' }];
      const question = { ...(isElicitation && nameElicitation), _meta: related('task-1') };
      const call = testBed.server().call(tool('run', { states, question, asks: method }), byUser);
      if (isElicitation) {
        await host.decide({ action: 'decline' });
      }
      assert.deepEqual(JSON.parse(textOf(await call))._meta, related('task-1'));
    });
  }

  it("reports progress by the call's token after the task was created; a later status message replaces only the text", async () => {
    const server = testBed.server();
    await server.start();
    const progressReports: unknown[] = [];
    server.onDidChange(() => progressReports.push(server.calls[0]?.progress));
    const states = [{}, {}, { statusMessage: 'reading' }, { statusMessage: 'reading' }, completed];
    const progress = { progress: 3, total: 10, message: 'a third' };
    const call = server.call(tool('run', { states, progress, result: text('') }), byUser);
    await call;
    const has = (expected: object) => progressReports.some((one) => isDeepStrictEqual(one, expected));
    assert.ok(has(progress), JSON.stringify(progressReports));
    assert.ok(has({ ...progress, message: 'reading' }), JSON.stringify(progressReports));
    assert.ok(!host.log.text.includes('unknown token'));
  });

  it('polls at the latest interval that the server sent', async () => {
    const server = testBed.server();
    const ended: string[] = [];
    const run = (taskId: string, pollInterval: number, states: object[]) =>
      server
        .call(
          tool('run', { created: { taskId, pollInterval }, states: states.map((one) => ({ taskId, ...one })) }),
          byUser,
        )
        .then(() => ended.push(taskId));
    await server.start();
    const withoutInterval = { pollInterval: null };
    await Promise.all([
      run('often', 10, [withoutInterval, withoutInterval, completed]),
      run('once', 1500, [completed]),
    ]);
    assert.deepEqual(ended, ['often', 'once']);
  });

  it('does not poll more often because of many status notifications', async () => {
    const server = testBed.server();
    const ended: string[] = [];
    const run = (taskId: string, count: number, notify?: object) => {
      const states = [
        ...Array.from({ length: count - 1 }, () => ({ taskId, pollInterval: 1000 })),
        { taskId, ...completed },
      ];
      return server
        .call(tool('run', { created: { taskId, pollInterval: 1000 }, states, notify }), byUser)
        .then(() => ended.push(taskId));
    };
    await server.start();
    await Promise.all([run('loud', 8, { taskId: 'loud', status: 'working' }), run('quiet', 3)]);
    assert.deepEqual(ended, ['quiet', 'loud']);
  }).timeout(15_000);

  it('ends and cancels the task if the server never responds to tasks/get', async () => {
    await assert.rejects(startWithShortLimit().call(tool('run', { states: [{ silent: true }] }), byUser), {
      name: 'CallFailed',
      summary: 'The server did not report the state of the task in time.',
      remedy: /may have done it anyway/,
    });
    assert.equal(testBed.sent('tasks/get').length, 3);
    await until(() => testBed.sent('tasks/cancel').length === 1);
  });

  it('continues if the server responds to a later tasks/get', async () => {
    const silent = { silent: true };
    const states = [silent, silent, {}, silent, silent, completed];
    const call = startWithShortLimit().call(tool('run', { states, result: text('done') }), byUser);
    assert.equal(textOf(await call), 'done');
  });

  it('stops polling when the user cancels during a tasks/get without a response', async () => {
    const server = testBed.server();
    await server.start();
    const call = server.call(tool('run', { states: [{ silent: true }] }), byUser);
    await until(() => testBed.sent('tasks/get').length === 1);
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    const [poll] = testBed.sent('tasks/get');
    await until(() => testBed.sent('notifications/cancelled').some(({ params }) => params?.['requestId'] === poll?.id));
  });

  it('attributes an elicitation to its call although others are in flight', async () => {
    const server = testBed.server();
    const other = server.call(tool('run', { created: { taskId: 'other' }, states: [{ taskId: 'other' }] }), byUser);
    await until(async () => testBed.sent('tasks/get').length > 0);
    const question = { ...nameElicitation, _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'mine' } } };
    const state = { taskId: 'mine', status: 'input_required' };
    const call = server.call(tool('run', { created: { taskId: 'mine' }, states: [state], question }), byUser);
    const decided = await host.decide({ action: 'decline' });
    assert.deepEqual(decided.call?.request, server.calls[1]?.request);
    await call;
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(other, { name: 'CallCancelled' });
  });

  it('is cancelled at the server when the user cancels, after the cancel reply to its elicitation', async () => {
    const server = testBed.server();
    const call = server.call(
      tool('run', { states: [{ status: 'input_required' }], question: nameElicitation }),
      byUser,
    );
    await host.oldestRequest();
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => testBed.sent('tasks/cancel').length === 1);
    assert.deepEqual(testBed.sent('tasks/cancel')[0]?.params, { taskId: 'task-1' });
    assert.equal(host.inbox.pending.length, 0);
    const order = host.receivedMessages.map(({ method, result }) => method ?? (result ? 'reply' : 'error'));
    assert.ok(order.indexOf('reply') < order.indexOf('tasks/cancel'), order.join());
  });

  it('sends tasks/cancel as soon as the task exists, if the user has cancelled before', async () => {
    const server = testBed.server();
    const call = server.call(tool('run', { slow: 300 }), byUser);
    await until(async () => testBed.sent('tools/call').length > 0);
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => testBed.sent('tasks/cancel').length === 1);
    assert.equal(testBed.sent('notifications/cancelled').length, 0);
  });

  it('sends tasks/cancel even if the server takes more than 5 seconds to create the task', async () => {
    const server = testBed.server();
    const call = server.call(tool('run', { slow: 5500 }), byUser);
    await until(async () => testBed.sent('tools/call').length > 0);
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => testBed.sent('tasks/cancel').length === 1);
    assert.equal(testBed.sent('notifications/cancelled').length, 0);
  }).timeout(15_000);
});

function related(taskId: string) {
  return { 'io.modelcontextprotocol/related-task': { taskId } };
}

describe('a tool call to server-everything as a task', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  const research = tool('simulate-research-query', { topic: 'python', ambiguous: true });
  const http = (port: number): LaunchSpec => ({
    type: 'http',
    url: `http://localhost:${port}/mcp`,
    headers: {},
    secrets: [],
  });
  const transports: [string, () => Promise<LaunchSpec>][] = [
    ['stdio', async () => nodeSpec(everything, ['stdio'])],
    ['Streamable HTTP', async () => http((await host.http(everything, 'streamableHttp')).port)],
  ];
  for (const [name, startServer] of transports) {
    it(`shows the elicitation and returns the result over ${name}`, async () => {
      const server = host.server(await startServer());
      const call = server.call(research, byUser);
      const request = await host.decide({ action: 'accept', content: { interpretation: 'snake' } });
      assert.deepEqual(request.call?.request, research);
      assert.match(textOf(await call), /python \(snake\)/);
    }).timeout(15_000);
  }

  it('is cancelled at the server when the user cancels', async () => {
    const server = host.server(nodeSpec(everything, ['stdio']));
    const call = server.call(research, byUser);
    await host.oldestRequest();
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => host.log.text.includes('"status":"cancelled"'));
  });
});
