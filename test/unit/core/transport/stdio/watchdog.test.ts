import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { StdioProcess } from '#core/transport/stdio/stdioProcess.ts';
import { Watchdog } from '#core/transport/stdio/watchdog.ts';
import { watchdogCommand } from '#core/transport/stdio/watchdogCommand.ts';
import { isGone, nodeSpec } from '#test/host/serverProcesses.ts';
import { until } from '#test/host/until.ts';
import { posixDescribe, posixIt } from '#test/posix.ts';
import { fromRoot } from '#test/root.ts';

/** A server that ignores SIGTERM and the end of its input. It writes its pid and that of a grandchild that does the same. */
const stubborn = 'trap "" TERM; sleep 600 & echo "pids $$ $!"; while :; do sleep 0.1; done';
/** A server that repeats its input, and ends with it. It writes its pid at first. */
const echoing = 'echo "pids $$"; exec cat';

/** A host with servers, which can be killed: see `hostProgram.ts`. */
class HostProcess {
  readonly child: ChildProcess;
  output = '';

  /** `hostGraceMs`: that of the host itself, if it is not that of the watchdog. */
  constructor(
    { graceMs = 150, hostGraceMs = graceMs }: { graceMs?: number; hostGraceMs?: number },
    ...scripts: string[]
  ) {
    this.child = spawn(process.execPath, [fromRoot('test/host/hostProgram.ts'), ...scripts], {
      env: { ...process.env, GRACE_MS: `${graceMs}`, HOST_GRACE_MS: `${hostGraceMs}` },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.child.stdout?.on('data', (chunk) => {
      this.output += chunk;
    });
  }

  /** The processes of the servers, as soon as there are so many. */
  async pids(count: number): Promise<readonly number[]> {
    const pids = () => [...this.output.matchAll(/^pids ([\d ]+)$/gm)].flatMap(([, ids]) => ids?.split(' ') ?? []);
    await until(() => pids().length >= count);
    return pids().map(Number);
  }

  get watchdogs(): readonly number[] {
    return childrenOf(this.child.pid)
      .filter(({ commandLine }) => commandLine.includes('mcp-elicitation-watchdog'))
      .map(({ pid }) => pid);
  }

  /** The only watchdog, as soon as it is another one than `old`. */
  async watchdog(old?: number): Promise<number> {
    let found: readonly number[] = [];
    await until(() => {
      found = this.watchdogs;
      return found.length === 1 && found[0] !== old;
    });
    return found[0] as number;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await until(() => this.child.signalCode !== null);
  }
}

/** The processes that a process has started, with their command lines. */
function childrenOf(parent: number | undefined): readonly { readonly pid: number; readonly commandLine: string }[] {
  if (process.platform !== 'linux') {
    const listed = execFileSync('/bin/ps', ['-axww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
    return [...listed.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm)]
      .filter(([, , parentPid]) => Number(parentPid) === parent)
      .map(([, pid, , commandLine = '']) => ({ pid: Number(pid), commandLine }));
  }
  const pids = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return pids.map((pid) => ({ pid, commandLine: linuxCommandLine(pid) }));
}

function linuxCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

posixDescribe('the watchdog', () => {
  const hosts: HostProcess[] = [];
  const startHost = (...args: ConstructorParameters<typeof HostProcess>) => {
    const host = new HostProcess(...args);
    hosts.push(host);
    return host;
  };

  afterEach(async () => {
    for (const host of hosts.splice(0)) {
      host.child.kill('SIGKILL');
    }
  });

  it('ends a server and its grandchild when the host is killed, even if they ignore SIGTERM', async () => {
    const host = startHost({}, stubborn);
    const pids = await host.pids(2);
    const watchdog = await host.watchdog();
    assert.ok(!pids.some(isGone));
    await host.kill();
    await until(() => [...pids, watchdog].every(isGone));
  });

  it('ends a grandchild of a server that has ended', async () => {
    const host = startHost(
      // So that the host does not end it.
      { hostGraceMs: 60_000 },
      'trap "" TERM; sleep 600 >/dev/null 2>&1 & echo "pids $$ $!"; read line',
    );
    const [server = 0, grandchild = 0] = await host.pids(2);
    host.child.stdin?.write('end\n');
    await until(() => isGone(server));
    await host.kill();
    await until(() => isGone(grandchild));
  });

  it('is one process for 20 servers', async () => {
    const host = startHost({}, ...Array.from({ length: 20 }, () => stubborn));
    const pids = await host.pids(40);
    const watchdog = await host.watchdog();
    await host.kill();
    await until(() => [...pids, watchdog].every(isGone));
  });

  it('is replaced when it is killed: the servers continue, and end when the host is killed afterwards', async () => {
    const host = startHost({}, stubborn, echoing);
    const pids = await host.pids(3);
    let watchdog: number | undefined;
    for (let kills = 0; kills < 3; kills += 1) {
      watchdog = await host.watchdog(watchdog);
      process.kill(watchdog, 'SIGKILL');
    }
    watchdog = await host.watchdog(watchdog);
    host.child.stdin?.write('still here\n');
    await until(() => host.output.includes('still here'));
    assert.ok(!pids.some(isGone));
    await host.kill();
    await until(() => [...pids, watchdog as number].every(isGone));
  });

  it('ignores the signals that end other programs', async () => {
    const host = startHost({}, stubborn);
    const pids = await host.pids(2);
    const watchdog = await host.watchdog();
    await until(() => (ignoredSignals(watchdog) & 0x4003) === 0x4003);
    // So that the host cannot start another one.
    host.child.kill('SIGSTOP');
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
      process.kill(watchdog, signal);
    }
    await host.kill();
    await until(() => pids.every(isGone));
  });

  it('ends with the last server', async () => {
    const host = startHost({}, 'read line');
    const watchdog = await host.watchdog();
    host.child.stdin?.write('end\n');
    await until(() => isGone(watchdog));
    assert.equal(host.child.exitCode, null);
  });
});

/** The signals that a process ignores, as bits: SIGHUP, SIGINT and SIGTERM are 0x4003. */
function ignoredSignals(pid: number): number {
  const bits =
    process.platform === 'linux'
      ? /^SigIgn:\s+(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('/bin/ps', ['-o', 'sigignore=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
  return Number.parseInt(bits ?? '', 16);
}

/** Starts the watchdog in a shell. Returns it with its input. */
function startProgram([path = '', ...options]: readonly string[], graceMs: number) {
  const { args, env } = watchdogCommand({ platform: process.platform, windowsProgram: '', graceMs });
  const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'pipe'];
  const program = spawn(path, [...options, ...args], { env, stdio, detached: true });
  return { program, input: program.stdio[3] as Writable };
}

describe('the program of the watchdog', () => {
  it('uses programs of the system, whatever the PATH of the editor has', () => {
    const { command, env } = watchdogCommand({ platform: 'linux', windowsProgram: '', graceMs: 150 });
    assert.deepEqual([command, env], ['/bin/sh', { PATH: '/usr/bin:/bin:/run/current-system/sw/bin' }]);
  });

  posixIt('gives a server time to end when its input ends', async () => {
    const { program, input } = startProgram(['/bin/sh'], 60_000);
    const server = spawn('sh', ['-c', 'cat; exit 3'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    input.end(`+ ${server.pid} 0\n`);
    server.stdin.end();
    await until(() => program.exitCode === 0);
    await until(() => server.exitCode === 3);
  });

  const shells = [
    ['/bin/sh'],
    ['/bin/dash'],
    ['/bin/bash', '--posix'],
    ['/bin/bash'],
    ['/bin/busybox', 'ash'],
    ['/usr/bin/busybox', 'ash'],
  ].filter(([path = '']) => existsSync(path));

  for (const shell of shells) {
    it(`ends the groups that were added and not removed, with ${shell.join(' ')}`, async () => {
      const { program, input } = startProgram(shell, 100);
      const groups = [1, 2, 3, 4].map(() => spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }));
      const [first, ...others] = groups as [ChildProcess, ...ChildProcess[]];
      const last = others.at(-1) as ChildProcess;
      for (const { pid } of groups) {
        input.write(`+ ${pid} 0\n`);
      }
      // The last line is incomplete.
      input.end(`- ${first.pid}\n- ${last.pid}\n+ ${last.pid}`);
      await until(() => program.exitCode !== null);
      assert.equal(program.exitCode, 0);
      await until(() => others.slice(0, -1).every(({ signalCode }) => signalCode === 'SIGTERM'));
      for (const { pid } of [first, last]) {
        assert.equal(isGone(pid as number), false);
        process.kill(pid as number, 'SIGKILL');
      }
    });
  }
});

describe('a server without a watchdog', () => {
  for (const [what, command, args, reason] of [
    ['cannot be started', '/no/such/shell', [], /ENOENT/],
    ['ends at once', process.execPath, ['-e', 'process.exit(1)'], /exit code 1/],
    ['is refused at once', '/bin/sh\0', [], /null bytes/],
  ] as const) {
    it(`runs, and its log says so once, if the watchdog ${what}`, async () => {
      const warnings: string[] = [];
      const lines: string[] = [];
      const watchdog = new Watchdog({ command: { command, args: [...args], env: {} }, graceMs: 150 });
      const server = new StdioProcess({
        spec: nodeSpec('-e', ['process.stdin.pipe(process.stdout)']),
        watchdog,
        maxLineLength: 1000,
        listeners: {
          onLine: (line) => lines.push(line),
          onStderrLine: () => undefined,
          onUnguarded: (line) => warnings.push(line),
          onEnd: () => undefined,
        },
      });
      await server.start();
      await until(() => warnings.length > 0);
      assert.match(warnings[0] ?? '', reason);
      assert.match(warnings[0] ?? '', /If the extension host is killed, this server may continue to run\./);
      await server.write('hello\n', 100);
      await until(() => lines.includes('hello'));
      await server.close();
      assert.equal(warnings.length, 1);
    });
  }
});
