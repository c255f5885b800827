import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { textOf, tool } from '#test/host/samples.ts';
import { handmade, isGone, launcher, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';

interface LaunchedCommand {
  child: ChildProcess;
  /** Ends the command as the host does. */
  end: () => void;
  output: () => string;
  exit: Promise<number | null>;
}

function launch(...command: string[]): LaunchedCommand {
  const child = spawn(launcher.command, [...launcher.args, '--', ...command], {
    env: { ...process.env, ...launcher.env },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const end = () => {
    child.stdin?.end();
    child.send('end');
  };
  return { child, end, output: () => output, exit: new Promise((resolve) => child.once('close', resolve)) };
}

const pidsIn = (output: string) => (output.match(/\d+/g) ?? []).map(Number);

describe('the launcher', () => {
  it('passes on the input, the output and the exit code of the command', async () => {
    const { child, output, exit } = launch('sh', '-c', 'read line; echo "got $line"; exit 3');
    child.stdin?.write('hello\n');
    assert.equal(await exit, 3);
    assert.equal(output(), 'got hello\n');
  });

  it('passes the pipes of the host to the command: no output is lost if the command ends with its input', async () => {
    const { child, output, exit } = launch('sh', '-c', 'ls -l /proc/$$/fd/0; wc -c');
    child.stdin?.end('x'.repeat(5_000_000));
    assert.equal(await exit, 0);
    assert.match(output(), /socket:\[\d+\]|pipe:\[\d+\]/);
    assert.match(output(), /^5000000$/m);
  });

  it('does not keep an input open that the command has closed', async () => {
    const { child, end, output, exit } = launch('sh', '-c', 'exec 0<&-; echo closed; sleep 600');
    let failure: NodeJS.ErrnoException | undefined;
    child.stdin?.on('error', (error: NodeJS.ErrnoException) => {
      failure ??= error;
    });
    await until(() => output().includes('closed'));
    // The launcher closes its input right after the start of the command. The command may have closed its input before that.
    await until(() => {
      child.stdin?.write('hello\n');
      return failure !== undefined;
    });
    assert.equal(failure?.code, 'EPIPE');
    end();
    await exit;
  });

  it('sends no signal to a command that ends with its input', async () => {
    const { end, output, exit } = launch('sh', '-c', 'trap "echo ended; exit 9" TERM; cat; echo done');
    end();
    assert.equal(await exit, 0);
    assert.equal(output(), 'done\n');
  });

  it('reports the signal that ended the command as 128 + its number', async () => {
    assert.equal(await launch('sh', '-c', 'kill -9 $$').exit, 137);
  });

  it('reports a command that does not exist, with exit code 127', async () => {
    const { output, exit } = launch('no-such-command-anywhere');
    assert.equal(await exit, 127);
    assert.match(output(), /could not start no-such-command-anywhere \(ENOENT\)/);
  });

  it('ends a grandchild when the host ends the command', async () => {
    const { end, output, exit } = launch('sh', '-c', 'sleep 600 & echo $!; wait');
    await until(() => pidsIn(output()).length === 1);
    end();
    await exit;
    assert.ok(pidsIn(output()).every(isGone));
  });

  it('ends a command that ignores both the end of its input and SIGTERM', async () => {
    const { end, output, exit } = launch('sh', '-c', 'trap "" TERM; echo $$; while :; do sleep 0.1; done');
    await until(() => pidsIn(output()).length === 1);
    end();
    assert.equal(await exit, 137);
    assert.ok(pidsIn(output()).every(isGone));
  });

  it('ends processes that the command leaves behind', async () => {
    const { output, exit } = launch('sh', '-c', 'sleep 600 >/dev/null 2>&1 & echo $!');
    assert.equal(await exit, 0);
    await until(() => pidsIn(output()).every(isGone));
  });

  it('ends the command and its children on SIGTERM', async () => {
    const { child, output, exit } = launch('sh', '-c', 'sleep 600 & echo $!; wait');
    await until(() => pidsIn(output()).length === 1);
    child.kill('SIGTERM');
    await exit;
    assert.ok(pidsIn(output()).every(isGone));
  });
});

describe('a stdio server', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('that a shell started has ended after stop', async () => {
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

  it('ends when the host is killed, even if it does not read its input', async () => {
    const script = `
      import { tool, textOf } from ${JSON.stringify(pathToFileURL(fromRoot('test/host/samples.ts')).href)};
      import { nodeSpec } from ${JSON.stringify(pathToFileURL(fromRoot('test/host/serverProcesses.ts')).href)};
      import { createTestHost } from ${JSON.stringify(pathToFileURL(fromRoot('test/host/testHost.ts')).href)};
      const host = createTestHost();
      const server = host.server(nodeSpec(${JSON.stringify(handmade)}, ['--ignore-term']));
      const pid = textOf(await server.call(tool('pid'), { origin: 'program' }));
      await server.call(tool('stopReading'), { origin: 'program' });
      void server.call(tool('hang', { bulk: 'x'.repeat(5_000_000) }), { origin: 'program' });
      setImmediate(() => console.log(pid));
      setInterval(() => undefined, 1000);
    `;
    const host = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    host.stdout.on('data', (chunk) => {
      output += chunk;
    });
    try {
      await until(() => output.includes('\n'));
    } finally {
      host.kill('SIGKILL');
    }
    await until(() => isGone(Number(output)));
  });

  it('receives the environment of its entry, and no variable of the launcher', async () => {
    const spec = nodeSpec(handmade, [], { env: { NODE_OPTIONS: '--title=mine', MINE: '1' } });
    const env = JSON.parse(textOf(await host.server(spec).call(tool('environment'), { origin: 'program' })));
    assert.equal(env.NODE_OPTIONS, '--title=mine');
    assert.equal(env.MINE, '1');
    assert.equal(env.ELECTRON_RUN_AS_NODE, undefined);
    assert.deepEqual(
      Object.keys(env).filter((name) => name.startsWith('MCP_ELICITATION') || name.startsWith('NODE_CHANNEL')),
      [],
    );
  });
});
