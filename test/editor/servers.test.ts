import assert from 'node:assert/strict';
import {
  configure,
  failure,
  handmade,
  hang,
  isAlive,
  pidOf,
  received,
  recording,
  run,
  textOf,
  until,
} from './support.ts';

describe('a server', () => {
  before(() =>
    configure({
      lonely: handmade(),
      idle: recording('idle'),
      crashing: handmade(),
      killed: recording('killed'),
      stopped: recording('stopped'),
    }),
  );

  after(() => configure({}));

  it('runs only once somebody needs it', async () => {
    await pidOf('lonely');
    assert.equal(received('idle'), undefined);
    await run('startServer', 'idle');
    assert.ok(received('idle'));
  });

  it('is started, restarted and stopped by its name', async () => {
    await run('startServer', 'lonely');
    const first = await pidOf('lonely');
    await run('restartServer', 'lonely');
    assert.equal(isAlive(first), false);
    const second = await pidOf('lonely');
    assert.notEqual(second, first);
    await run('stopServer', 'lonely');
    assert.equal(isAlive(second), false);
  });

  it('that runs is not started twice', async () => {
    const first = await pidOf('lonely');
    await run('startServer', 'lonely');
    assert.equal(await pidOf('lonely'), first);
  });

  it('shows its log, though it never ran', async () => {
    assert.equal(await run('showServerLog', 'stopped'), undefined);
  });

  for (const command of ['startServer', 'stopServer', 'restartServer', 'showServerLog']) {
    it(`that is not there cannot be meant by ${command}`, () =>
      assert.rejects(run(command, 'nobody'), failure('ServerNotFound', 'nobody')));
  }

  it('that crashes during a call fails the call with its exit code, and works when it is started again', async () => {
    const call = run('callTool', { server: 'crashing', tool: 'crash', arguments: { code: 7 } });
    await assert.rejects(call, failure('ServerCrashed', 'crashing', 'exit code 7'));
    await run('startServer', 'crashing');
    assert.equal(await textOf('crashing', 'say', { words: 'better' }), 'better');
  });

  it('that is killed during a call fails the call with the signal, and starts again for the next one', async () => {
    const { ended } = await hang('killed');
    const first = await pidOf('killed');
    process.kill(first, 'SIGKILL');
    assert.ok(failure('ServerCrashed', 'killed', 'SIGKILL')(await ended));
    assert.notEqual(await pidOf('killed'), first);
  });

  it('that is stopped during a call fails the call with ServerStopped', async () => {
    const { ended } = await hang('stopped');
    await run('stopServer', 'stopped');
    assert.ok(failure('ServerStopped')(await ended));
  });

  it('that is stopped before the call got to it fails the call with ServerStopped', async () => {
    await run('startServer', 'lonely');
    const call = assert.rejects(run('callTool', { server: 'lonely', tool: 'pid' }), failure('ServerStopped'));
    await run('stopServer', 'lonely');
    await call;
  });

  it('is one process, however many ask for it at once', async () => {
    await run('stopServer', 'lonely');
    const pids = await Promise.all([pidOf('lonely'), pidOf('lonely'), pidOf('lonely')]);
    assert.equal(new Set(pids).size, 1);
  });

  it('leaves no process behind when its entry is gone', async () => {
    const pid = await pidOf('lonely');
    await configure({});
    await until('the process ends', () => !isAlive(pid));
    await assert.rejects(run('callTool', { server: 'lonely', tool: 'pid' }), failure('ServerNotFound', 'lonely'));
  });
});
