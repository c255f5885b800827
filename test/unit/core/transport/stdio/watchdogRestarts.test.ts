import assert from 'node:assert/strict';
import { ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { mock } from 'node:test';
import { Watchdog } from '#core/transport/stdio/watchdog.ts';
import { watchdogCommand } from '#core/transport/stdio/watchdogCommand.ts';
import { until } from '#test/host/until.ts';
import { posixDescribe } from '#test/posix.ts';

posixDescribe('the watchdog of servers', () => {
  const spawning = ChildProcess.prototype as unknown as { spawn(options: SpawnOptions & { args: string[] }): number };
  const { spawn: original } = spawning;
  const running: ChildProcess[] = [];
  let watchdogs: ChildProcess[];
  let warnings: string[];
  let watchdog: Watchdog;

  beforeEach(() => {
    watchdogs = [];
    warnings = [];
    watchdog = new Watchdog({
      command: watchdogCommand({ platform: process.platform, windowsProgram: '', graceMs: 150 }),
      graceMs: 150,
    });
    spawning.spawn = function (this: ChildProcess, options) {
      if (options.args.includes('mcp-elicitation-watchdog')) {
        watchdogs.push(this);
      }
      return original.call(this, options);
    };
  });

  afterEach(() => {
    spawning.spawn = original;
    mock.restoreAll();
    for (const child of running.splice(0)) {
      watchdog.release(child.pid as number);
      child.kill('SIGKILL');
    }
  });

  function guard(): ChildProcess {
    const start = () => spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    const child = watchdog.guard(start, (reason) => warnings.push(reason));
    running.push(child);
    return child;
  }

  /** Kills the watchdogs from the `first` to the `last` as soon as they run. */
  async function kill(first: number, last: number): Promise<void> {
    for (let index = first; index <= last; index += 1) {
      await until(() => watchdogs.length > index);
      watchdogs[index]?.kill('SIGKILL');
    }
    await until(() => watchdogs.length > last + 1);
  }

  it('is started again if there were no file descriptors for it', async () => {
    const recording = spawning.spawn;
    spawning.spawn = function (this: ChildProcess) {
      spawning.spawn = recording;
      // As Node does it: without `stdio`.
      process.nextTick(() => this.emit('error', new Error('spawn /bin/sh EMFILE')));
      return -constants.errno.EMFILE;
    };
    guard();
    // The first one that is recorded guards the server.
    await until(() => watchdogs.length === 1 || warnings.length > 0);
    assert.deepEqual(warnings, []);
  });

  it('is replaced at once after one that ran for long, whatever ended those before', async () => {
    const server = guard();
    await kill(0, 1);
    assert.equal(warnings.length, 1);
    const now = Date.now();
    mock.method(Date, 'now', () => now + 60_000);
    watchdog.release(server.pid as number);
    guard();
    await kill(3, 3);
    assert.equal(warnings.length, 1);
  });
});
