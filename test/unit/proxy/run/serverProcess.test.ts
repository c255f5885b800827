import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEndOfInput, afterInterrupt, afterTerminate, ServerProcess } from '#proxy/run/serverProcess.ts';
import { fakeTimers, restoreTimers } from '#test/host/fakeTimers.ts';
import { settled } from '#test/host/until.ts';
import { posixDescribe } from '#test/posix.ts';

/** Ignores the end of its input and SIGTERM, of which it writes a line. */
const stubborn =
  "process.on('SIGTERM', () => console.log('SIGTERM')); process.stdin.resume(); console.log('ready'); setInterval(() => {}, 1000)";

posixDescribe('ending a server that ignores the end of its input', () => {
  let server: ServerProcess;
  let output: string;
  let isEnded: boolean;

  beforeEach(async () => {
    output = '';
    isEnded = false;
    server = new ServerProcess([process.execPath, '-e', stubborn], process.env);
    server.output.on('data', (chunk) => {
      output += chunk;
    });
    void server.ended.then(() => {
      isEnded = true;
    });
    fakeTimers();
    await settled(() => output === 'ready\n', 30_000);
  });
  afterEach(() => {
    for (let step = 0; step < 4; step += 1) server.shutDown(afterInterrupt);
    restoreTimers();
  });

  for (const [name, times, terminateMs, killMs] of [
    ['the end of the input', afterEndOfInput, 1000, 1800],
    ['SIGTERM', afterTerminate, 300, 1100],
    ['SIGINT and SIGTERM', afterInterrupt, 0, 250],
  ] as const) {
    it(`after ${name} sends SIGTERM after ${terminateMs} ms and SIGKILL after ${killMs} ms`, async () => {
      server.shutDown(times);
      mock.timers.tick(terminateMs);
      await settled(() => output === 'ready\nSIGTERM\n', 30_000);
      assert.equal(isEnded, false);
      mock.timers.tick(killMs - terminateMs);
      await settled(() => isEnded, 30_000);
      assert.deepEqual(await server.ended, { code: null, signal: 'SIGKILL' });
    });
  }

  it('does the next step at once when it is asked again', async () => {
    server.shutDown(afterEndOfInput);
    server.shutDown(afterTerminate);
    await settled(() => output === 'ready\nSIGTERM\n', 30_000);
    server.shutDown(afterTerminate);
    await settled(() => isEnded, 30_000);
    assert.deepEqual(await server.ended, { code: null, signal: 'SIGKILL' });
  });
});
