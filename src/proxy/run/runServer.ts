import { flush, log, openOutput } from './agentStreams.ts';
import type { RunOptions } from './proxyCommandLine.ts';
import { machineOptions, Relay } from './relay.ts';
import { serverEnvironment } from './serverEnvironment.ts';
import { afterEndOfInput, afterInterrupt, afterTerminate, type ServerExit, ServerProcess } from './serverProcess.ts';

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
  const server = startServer(options);
  if (!server) return;
  const output = openOutput();
  const relay = new Relay(
    { fromAgent: process.stdin, toAgent: output, fromServer: server.output, toServer: server.input },
    machineOptions(options),
    async (handler) => (await import('./seekWindow.ts')).createSeeker(options, version, handler),
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
  await Promise.race([relay.serverEnded(), new Promise((resolve) => setTimeout(resolve, lastMessagesMs))]);
  await flush(output);
  exit();
}

function startServer({ command, hasEditorRuntime }: RunOptions): ServerProcess | undefined {
  try {
    return new ServerProcess(command, serverEnvironment(process.env, hasEditorRuntime));
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
