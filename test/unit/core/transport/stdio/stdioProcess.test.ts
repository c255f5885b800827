import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { StdioProcess } from '#core/transport/stdio/stdioProcess.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { handmade, isGone, launchEnv, nodeSpec, watchdog } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { posixDescribe, posixIt } from '#test/posix.ts';

const mebibyte = 1024 * 1024;

/** Starts a command, and collects the lines of standard output and standard error. */
async function start(command: string, ...args: string[]) {
  const lines: string[] = [];
  const add = (line: string) => void lines.push(line);
  const server = new StdioProcess({
    spec: { type: 'stdio', command, args, env: launchEnv, cwd: tmpdir(), secrets: [] },
    watchdog,
    maxLineLength: 1000,
    listeners: { onLine: add, onStderrLine: add, onUnguarded: add, onEnd: () => undefined },
  });
  await server.start();
  return { server, lines };
}

const startScript = (script: string) => start('sh', '-c', script);
const pidIn = async (lines: readonly string[]) => {
  await until(() => lines.length > 0);
  return Number(lines[0]);
};

posixDescribe('the process of a stdio server', () => {
  it('has the pipes of the host as its input and its output, and an exit code', async () => {
    const { server, lines } = await startScript('read line; echo "got $line"; exit 3');
    await server.write('hello\n', mebibyte);
    await server.ended;
    assert.deepEqual(server.exit, { code: 3, signal: null });
    assert.deepEqual(lines, ['got hello']);
  });

  it('receives the whole input if it ends when its input ends', async () => {
    const { server, lines } = await startScript('echo $(wc -c)');
    await server.write('x'.repeat(5_000_000), mebibyte);
    await server.close();
    assert.deepEqual(lines, ['5000000']);
  });

  it('makes a write fail after it has closed its input', async () => {
    const { server, lines } = await startScript('exec 0<&-; echo closed; exec sleep 600');
    await until(() => lines.includes('closed'));
    await assert.rejects(server.write('hello\n', mebibyte), { name: 'SendFailure', outcome: 'notSent' });
    await server.close();
  });

  it('gets no signal if it ends when its input ends', async () => {
    const { server, lines } = await startScript('trap "echo ended; exit 9" TERM; cat; echo done');
    await server.close();
    assert.deepEqual(server.exit, { code: 0, signal: null });
    assert.deepEqual(lines, ['done']);
  });

  it('gets SIGTERM if it does not end when its input ends', async () => {
    const { server } = await start('sleep', '600');
    await server.close();
    assert.deepEqual(server.exit, { code: null, signal: 'SIGTERM' });
  });

  it('is killed if it ignores both the end of its input and SIGTERM', async () => {
    const { server, lines } = await startScript('trap "" TERM; echo $$; while :; do sleep 0.1; done');
    const pid = await pidIn(lines);
    await server.close();
    assert.deepEqual(server.exit, { code: null, signal: 'SIGKILL' });
    assert.ok(isGone(pid));
  });

  it('that cannot be started makes the start fail with the error of the system', async () => {
    await assert.rejects(start('no-such-command-anywhere'), { code: 'ENOENT' });
    await assert.rejects(start(tmpdir()), { code: 'EACCES' });
    await assert.rejects(start('sh', 'x'.repeat(mebibyte)), { code: 'E2BIG' });
  });

  it('ends together with a grandchild', async () => {
    const { server, lines } = await startScript('sleep 600 & echo $!; wait');
    const grandchild = await pidIn(lines);
    await server.close();
    assert.ok(isGone(grandchild));
  });

  it('has ended when the processes that it left behind have ended', async () => {
    const leaveBehind = '(trap "" TERM; exec sleep 600) >/dev/null 2>&1 & echo $!';
    const { server, lines } = await startScript(`for i in 1 2 3 4 5 6 7 8 9 10; do ${leaveBehind}; done`);
    await server.ended;
    assert.deepEqual(server.exit, { code: 0, signal: null });
    assert.equal(lines.length, 10);
    assert.ok(lines.every((pid) => isGone(Number(pid))));
  });
});

describe('a stdio server', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  posixIt('that a shell started has ended after stop', async () => {
    const spec = nodeSpec(handmade, ['--ignore-term']);
    const server = host.server({
      ...spec,
      command: 'sh',
      args: ['-c', `"${process.execPath}" "${handmade}" --ignore-term; true`],
    });
    const pid = Number(textOf(await server.call(tool('pid'), { origin: 'program' })));
    assert.equal(isGone(pid), false);
    await server.stop();
    assert.ok(isGone(pid));
  });

  posixIt('receives exactly the environment of its entry', async () => {
    const spec = nodeSpec(handmade, [], { env: { NODE_OPTIONS: '--title=mine', MINE: '1', EMPTY: '' } });
    const env = JSON.parse(textOf(await host.server(spec).call(tool('environment'), { origin: 'program' })));
    // macOS adds it to every process.
    delete env['__CF_USER_TEXT_ENCODING'];
    assert.deepEqual(env, spec.env);
  });
});
