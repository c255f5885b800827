import assert from 'node:assert/strict';
import { onWindows } from '#test/posix.ts';
import {
  configure,
  executeOurCommand,
  failure,
  handmadeEntry,
  hang,
  isAlive,
  pidOf,
  received,
  recording,
  toolText,
  untilInEditor,
} from './support.ts';

describe('a server', () => {
  before(() =>
    configure({
      lonely: handmadeEntry(),
      idle: recording('idle'),
      crashing: handmadeEntry(),
      killed: recording('killed'),
      stopped: recording('stopped'),
    }),
  );

  after(() => configure({}));

  it('starts only when it is needed', async () => {
    await pidOf('lonely');
    assert.equal(received('idle'), undefined);
    await executeOurCommand('startServer', 'idle');
    assert.ok(received('idle'));
  });

  it('is started, restarted and stopped by its name', async () => {
    await executeOurCommand('startServer', 'lonely');
    const first = await pidOf('lonely');
    await executeOurCommand('restartServer', 'lonely');
    assert.equal(isAlive(first), false);
    const second = await pidOf('lonely');
    assert.notEqual(second, first);
    await executeOurCommand('stopServer', 'lonely');
    assert.equal(isAlive(second), false);
  });

  it('is not started twice while it runs', async () => {
    const first = await pidOf('lonely');
    await executeOurCommand('startServer', 'lonely');
    assert.equal(await pidOf('lonely'), first);
  });

  it('has a log that can be shown even if it never ran', async () => {
    assert.equal(await executeOurCommand('showServerLog', 'stopped'), undefined);
  });

  for (const command of ['startServer', 'stopServer', 'restartServer', 'showServerLog']) {
    it(`that does not exist makes ${command} fail`, () =>
      assert.rejects(executeOurCommand(command, 'nobody'), failure('ServerNotFound', 'nobody')));
  }

  it('that crashes during a call makes the call fail with the exit code, and can be started again', async () => {
    const call = executeOurCommand('callTool', { server: 'crashing', tool: 'crash', arguments: { code: 7 } });
    await assert.rejects(call, failure('ServerCrashed', 'crashing', 'exit code 7'));
    await executeOurCommand('startServer', 'crashing');
    assert.equal(await toolText('crashing', 'say', { words: 'better' }), 'better');
  });

  it('that is killed during a call makes the call fail, and is started again for the next call', async () => {
    const { ended } = await hang('killed');
    const first = await pidOf('killed');
    process.kill(first, 'SIGKILL');
    // On Windows, ending a process gives it an exit code.
    assert.ok(failure('ServerCrashed', 'killed', onWindows ? 'exit code 1' : 'SIGKILL')(await ended));
    assert.notEqual(await pidOf('killed'), first);
  });

  it('that is stopped during a call makes the call fail with ServerStopped', async () => {
    const { ended } = await hang('stopped');
    await executeOurCommand('stopServer', 'stopped');
    assert.ok(failure('ServerStopped')(await ended));
  });

  it('that is stopped before it receives the call makes the call fail with ServerStopped', async () => {
    await executeOurCommand('startServer', 'lonely');
    const call = assert.rejects(
      executeOurCommand('callTool', { server: 'lonely', tool: 'pid' }),
      failure('ServerStopped'),
    );
    await executeOurCommand('stopServer', 'lonely');
    await call;
  });

  it('has one process after concurrent starts', async () => {
    await executeOurCommand('stopServer', 'lonely');
    const pids = await Promise.all([pidOf('lonely'), pidOf('lonely'), pidOf('lonely')]);
    assert.equal(new Set(pids).size, 1);
  });

  it('leaves no process behind when its entry is removed', async () => {
    const pid = await pidOf('lonely');
    await configure({});
    await untilInEditor('the process ends', () => !isAlive(pid));
    await assert.rejects(
      executeOurCommand('callTool', { server: 'lonely', tool: 'pid' }),
      failure('ServerNotFound', 'lonely'),
    );
  });
});
