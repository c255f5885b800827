import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { WindowSeeker } from '#proxy/window/windowSeeker.ts';
import type { RunOptions } from './proxyCommandLine.ts';
import { Relay } from './relay.ts';
import { serverEnvironment, windowVariable } from './serverEnvironment.ts';
import { afterEndOfInput, afterInterrupt, afterTerminate, type ServerExit, ServerProcess } from './serverProcess.ts';
import { userHomeFolder } from './userHome.ts';

const notFoundCode = 127;
const notExecutableCode = 126;
const invalidCode = 64;
/** A SIGTERM this soon after a SIGINT is followed by a SIGKILL. */
const interruptMs = 1000;
const endSignals = ['SIGTERM', 'SIGHUP'] as const;
/** How long windows may take to read the last messages. */
const lastMessagesMs = 500;

/**
 * Starts the server and stands between it and the agent until both have ended. Then ends this process as the server ended: with
 * its exit code, or by its signal.
 */
export async function runServer(options: RunOptions, version: string): Promise<void> {
  const server = startServer(options.command);
  if (!server) return;
  const output = openOutput();
  const relay = new Relay(
    { fromAgent: process.stdin, toAgent: output, fromServer: server.output, toServer: server.input },
    {
      ...{ server: options.server, limitMs: options.limitMs, ownLimitMs: options.ownLimitMs },
      progressExtends: options.progressExtends,
      formatTime: (ms) => new Date(ms).toTimeString().slice(0, 'HH:MM'.length),
    },
    (handler) =>
      new WindowSeeker(
        {
          ...{ home: userHomeFolder(), hint: process.env[windowVariable], allFolders: options.allFolders },
          command: options.command,
          identity: {
            kind: 'proxy',
            client: options.client,
            server: options.server,
            version,
            folder: workingDirectory(),
          },
        },
        handler,
      ),
    log,
  );
  const onAgentEnd = () => {
    relay.agentEnded();
    if (!server.isShuttingDown) server.shutDown(afterEndOfInput);
  };
  process.stdin.once('end', onAgentEnd);
  process.stdin.once('error', onAgentEnd);
  output.on('error', onAgentEnd);
  handleSignals(server);
  const ended = await server.ended;
  const exit = () => ('error' in ended ? failToStart(options.command, ended.error) : exitLike(ended));
  for (const signal of endSignals) process.removeAllListeners(signal).on(signal, exit);
  await Promise.race([relay.serverEnded(), delay(lastMessagesMs)]);
  await flush(output);
  exit();
}

function startServer(command: RunOptions['command']): ServerProcess | undefined {
  try {
    return new ServerProcess(command, serverEnvironment(process.env));
  } catch (error) {
    failToStart(command, error as NodeJS.ErrnoException);
    return undefined;
  }
}

/** A terminal sends SIGINT to the whole process group, so the server has it. */
function handleSignals(server: ServerProcess): void {
  let interruptedAt = Number.NEGATIVE_INFINITY;
  process.on('SIGINT', () => {
    interruptedAt = performance.now();
    if (server.isShuttingDown) server.shutDown(afterInterrupt);
  });
  for (const signal of endSignals) {
    process.on(signal, () => {
      server.shutDown(performance.now() - interruptedAt < interruptMs ? afterInterrupt : afterTerminate);
    });
  }
}

/** `process.stdout` would block this process while the agent does not read its pipe; a socket waits for it. */
function openOutput(): Writable {
  try {
    return new Socket({ fd: 1, readable: false, writable: true });
  } catch {
    // A file or a terminal.
    return process.stdout;
  }
}

/** Empty if it was deleted. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}

/** Waits until the agent has read everything, or reads no more. */
function flush(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (output.writableLength === 0 || output.destroyed) resolve();
    else output.once('close', resolve).write('', () => resolve());
  });
}

function exitLike({ code, signal }: ServerExit): void {
  if (signal && process.platform !== 'win32') {
    for (const handled of ['SIGINT', ...endSignals]) process.removeAllListeners(handled);
    process.kill(process.pid, signal);
    // A signal that does not end a process, such as one that the agent has set to be ignored.
    setTimeout(() => process.exit(1), lastMessagesMs);
  } else {
    process.exit(code ?? 1);
  }
}

function failToStart([command]: RunOptions['command'], { code }: NodeJS.ErrnoException): void {
  const reasons: Readonly<Record<string, readonly [number, string]>> = {
    ENOENT: [notFoundCode, 'not found'],
    EACCES: [notExecutableCode, 'permission denied'],
    EINVAL: [invalidCode, 'an argument cannot be passed on by cmd.exe'],
  };
  const [exitCode, reason] = reasons[code ?? ''] ?? [notExecutableCode, code];
  log(`${command}: ${reason}`);
  process.exit(exitCode);
}

function log(text: string): void {
  process.stderr.write(`mcp-elicitation: ${text}\n`);
}
