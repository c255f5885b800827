import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { LaunchSpec } from '#core/model/definition.ts';
import { definitionOf, nameQuestion, textOf, tool } from '#test/host/samples.ts';
import { everything, nodeSpec, scriptedTasks } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byPerson = { origin: 'person' } as const;
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });
const completed = { status: 'completed' };

describe('a tool that requires a task', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  const tasks = (...args: string[]) =>
    host.server(nodeSpec(scriptedTasks, args, { env: { WIRE_FILE: host.wireFile } }));
  const impatient = () => {
    const spec = nodeSpec(scriptedTasks, [], { env: { WIRE_FILE: host.wireFile } });
    return host.server(spec, definitionOf('mine'), { pollMs: 50 });
  };
  const sent = (method: string) => host.wire.filter((message) => message.method === method);
  const run = (script: object, name = 'run') => tasks().call(tool(name, { ...script }), byPerson);

  it('runs as one, and its result comes as received', async () => {
    const result = { ...text('done'), isError: true, mine: 'kept' };
    assert.deepEqual(await run({ states: [{}, completed], result }), result);
    const [call] = sent('tools/call');
    assert.deepEqual(Object.keys(call?.params?.['task'] ?? {}), ['ttl']);
    assert.deepEqual(
      sent('tasks/result').map(({ params }) => params),
      [{ taskId: 'task-1' }],
    );
    assert.equal(sent('tasks/cancel').length, 0);
  });

  it('that only may run as one is called plainly', async () => {
    assert.deepEqual(await run({ plain: text('at once') }, 'maybe'), text('at once'));
    assert.equal(sent('tools/call')[0]?.params?.['task'], undefined);
  });

  it('is called plainly where the server declares no tasks', async () => {
    const call = tasks('--undeclared').call(tool('run', { plain: text('at once') }), byPerson);
    assert.deepEqual(await call, text('at once'));
    assert.equal(sent('tools/call')[0]?.params?.['task'], undefined);
  });

  it('gives what a server answers that made no task of it', async () => {
    assert.deepEqual(await run({ plain: text('at once') }), text('at once'));
  });

  it('shows what the server says of it as progress', async () => {
    const server = tasks();
    await server.start();
    const seen = new Set<string | undefined>();
    server.onDidChange(() => seen.add(server.calls[0]?.progress?.message));
    const states = [{ statusMessage: 'reading' }, { statusMessage: 'thin\u202eking' }, completed];
    await server.call(tool('run', { states, result: text('') }), byPerson);
    assert.ok(seen.has('reading') && seen.has('thinking'));
  });

  for (const [decision, reply] of [
    [
      { action: 'accept', content: { name: 'Ann' } },
      { action: 'accept', content: { name: 'Ann' } },
    ],
    [{ action: 'decline' }, { action: 'decline' }],
    [{ action: 'cancel' }, { action: 'cancel' }],
  ] as const) {
    it(`asks within the task, and gets ${decision.action}`, async () => {
      const states = [{ status: 'input_required' }];
      const server = tasks();
      const call = server.call(tool('run', { states, question: nameQuestion }), byPerson);
      const question = await host.decide(decision);
      assert.equal(question.call?.id, server.calls[0]?.id);
      assert.deepEqual(JSON.parse(textOf(await call)), reply);
    });
  }

  for (const [asks, decides] of [
    ['elicitation/create', true],
    ['roots/list', false],
  ] as const) {
    it(`has its id in our reply to ${asks}`, async () => {
      const states = [{ status: 'input_required' }];
      const question = { ...(decides && nameQuestion), _meta: related('task-1') };
      const call = tasks().call(tool('run', { states, question, asks }), byPerson);
      if (decides) {
        await host.decide({ action: 'decline' });
      }
      assert.deepEqual(JSON.parse(textOf(await call))._meta, related('task-1'));
    });
  }

  it('tells of its progress with the token of the call after it was created, without losing that by a message', async () => {
    const server = tasks();
    await server.start();
    const seen: unknown[] = [];
    server.onDidChange(() => seen.push(server.calls[0]?.progress));
    const states = [{}, {}, { statusMessage: 'reading' }, { statusMessage: 'reading' }, completed];
    const progress = { progress: 3, total: 10, message: 'a third' };
    const call = server.call(tool('run', { states, progress, result: text('') }), byPerson);
    await call;
    const has = (wanted: object) => seen.some((one) => isDeepStrictEqual(one, wanted));
    assert.ok(has(progress), JSON.stringify(seen));
    assert.ok(has({ ...progress, message: 'reading' }), JSON.stringify(seen));
    assert.ok(!host.log.text.includes('unknown token'));
  });

  it('is asked as often as it last wished', async () => {
    const server = tasks();
    const ended: string[] = [];
    const run = (taskId: string, pollInterval: number, states: object[]) =>
      server
        .call(
          tool('run', { created: { taskId, pollInterval }, states: states.map((one) => ({ taskId, ...one })) }),
          byPerson,
        )
        .then(() => ended.push(taskId));
    await server.start();
    const wishless = { pollInterval: null };
    await Promise.all([run('often', 10, [wishless, wishless, completed]), run('once', 1500, [completed])]);
    assert.deepEqual(ended, ['often', 'once']);
  });

  it('is not asked more often because it says again and again that it has changed', async () => {
    const server = tasks();
    const ended: string[] = [];
    const run = (taskId: string, count: number, notify?: object) => {
      const states = [
        ...Array.from({ length: count - 1 }, () => ({ taskId, pollInterval: 1000 })),
        { taskId, ...completed },
      ];
      return server
        .call(tool('run', { created: { taskId, pollInterval: 1000 }, states, notify }), byPerson)
        .then(() => ended.push(taskId));
    };
    await server.start();
    await Promise.all([run('loud', 8, { taskId: 'loud', status: 'working' }), run('quiet', 3)]);
    assert.deepEqual(ended, ['quiet', 'loud']);
  }).timeout(15_000);

  it('ends, and is cancelled at the server, when the server never says how it stands', async () => {
    await assert.rejects(impatient().call(tool('run', { states: [{ silent: true }] }), byPerson), {
      name: 'CallFailed',
      summary: 'The server did not say in time how the task stands.',
      remedy: /may have done it all the same/,
    });
    assert.equal(sent('tasks/get').length, 3);
    await until(() => sent('tasks/cancel').length === 1);
  });

  it('goes on when the server says only at a later attempt how it stands', async () => {
    const silent = { silent: true };
    const states = [silent, silent, {}, silent, silent, completed];
    const call = impatient().call(tool('run', { states, result: text('done') }), byPerson);
    assert.equal(textOf(await call), 'done');
  });

  it('is not asked for any more when the user cancels while the server does not say how it stands', async () => {
    const server = tasks();
    await server.start();
    const call = server.call(tool('run', { states: [{ silent: true }] }), byPerson);
    await until(() => sent('tasks/get').length === 1);
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    const [poll] = sent('tasks/get');
    await until(() => sent('notifications/cancelled').some(({ params }) => params?.['requestId'] === poll?.id));
  });

  it('names its call in a question, though others are in flight', async () => {
    const server = tasks();
    const other = server.call(tool('run', { created: { taskId: 'other' }, states: [{ taskId: 'other' }] }), byPerson);
    await until(async () => sent('tasks/get').length > 0);
    const question = { ...nameQuestion, _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'mine' } } };
    const state = { taskId: 'mine', status: 'input_required' };
    const call = server.call(tool('run', { created: { taskId: 'mine' }, states: [state], question }), byPerson);
    const asked = await host.decide({ action: 'decline' });
    assert.deepEqual(asked.call?.request, server.calls[1]?.request);
    await call;
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(other, { name: 'CallCancelled' });
  });

  it('is cancelled at the server when the person cancels, after the `cancel` of its question', async () => {
    const server = tasks();
    const call = server.call(tool('run', { states: [{ status: 'input_required' }], question: nameQuestion }), byPerson);
    await host.question();
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => sent('tasks/cancel').length === 1);
    assert.deepEqual(sent('tasks/cancel')[0]?.params, { taskId: 'task-1' });
    assert.equal(host.inbox.pending.length, 0);
    const order = host.wire.map(({ method, result }) => method ?? (result ? 'reply' : 'error'));
    assert.ok(order.indexOf('reply') < order.indexOf('tasks/cancel'), order.join());
  });

  it('is cancelled at the server once there is something to cancel', async () => {
    const server = tasks();
    const call = server.call(tool('run', { slow: 300 }), byPerson);
    await until(async () => sent('tools/call').length > 0);
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => sent('tasks/cancel').length === 1);
    assert.equal(sent('notifications/cancelled').length, 0);
  });

  it('is cancelled as a task, however long the server takes to create it', async () => {
    const server = tasks();
    const call = server.call(tool('run', { slow: 5500 }), byPerson);
    await until(async () => sent('tools/call').length > 0);
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => sent('tasks/cancel').length === 1);
    assert.equal(sent('notifications/cancelled').length, 0);
  }).timeout(15_000);
});

function related(taskId: string) {
  return { 'io.modelcontextprotocol/related-task': { taskId } };
}

describe("server-everything's task", () => {
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
  const ways: [string, () => Promise<LaunchSpec>][] = [
    ['stdio', async () => nodeSpec(everything, ['stdio'])],
    ['Streamable HTTP', async () => http((await host.http(everything, 'streamableHttp')).port)],
  ];
  for (const [name, way] of ways) {
    it(`asks within it, and its result comes, over ${name}`, async () => {
      const server = host.server(await way());
      const call = server.call(research, byPerson);
      const question = await host.decide({ action: 'accept', content: { interpretation: 'snake' } });
      assert.deepEqual(question.call?.request, research);
      assert.match(textOf(await call), /python \(snake\)/);
    }).timeout(15_000);
  }

  it('is over for the server when the person cancels', async () => {
    const server = host.server(nodeSpec(everything, ['stdio']));
    const call = server.call(research, byPerson);
    await host.question();
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => host.log.text.includes('"status":"cancelled"'));
  });
});
