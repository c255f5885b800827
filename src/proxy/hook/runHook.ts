import { windowVariable } from '#agentProtocol/ownVariables.ts';
import { userHomeFolder } from '#proxy/run/userHome.ts';
import { WindowSeeker } from '#proxy/window/windowSeeker.ts';
import { isAttended } from './attendance.ts';
import { readHookInput } from './hookInput.ts';
import { HookRequest } from './hookRequest.ts';
import { InterruptionWatch } from './interruption.ts';

const maxInputBytes = 4 * 1024 * 1024;

/**
 * Answers one elicitation of Claude Code at a window. Writes one line, or nothing if Claude Code is to ask by itself, and ends
 * with code 0: another code would be an answer. Never logs its environment, which has the keys of the user's services.
 */
export async function runHook(client: string, version: string): Promise<void> {
  const input = readHookInput(await readInput());
  if (!input) {
    exit();
    return;
  }
  const attended = isAttended(process.env);
  const identity = { kind: 'hook', client, server: '', version, folder: input.folder, attended } as const;
  const options = {
    home: userHomeFolder(),
    identity,
    command: [],
    hint: process.env[windowVariable],
    allFolders: false,
  };
  const request = new HookRequest(
    { ...input, attended },
    (handler) => new WindowSeeker(options, handler),
    (text) => process.stderr.write(`mcp-elicitation: ${text}\n`),
    { write, exit },
  );
  const withdraw = (reason: 'interrupted' | 'agentEnded') => void request.withdraw(reason);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => withdraw('interrupted'));
  new InterruptionWatch(input.transcriptPath, readProcessId(process.env['CLAUDE_PID']), withdraw).start();
  request.start();
}

/** Reads to the end in any case: Claude Code must be able to write all of it. Too long an input is none. */
async function readInput(): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= maxInputBytes) parts.push(part);
  }
  return length > maxInputBytes ? '' : Buffer.concat(parts).toString();
}

function readProcessId(text: string | undefined): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined;
}

/** Claude Code may have closed its end. */
function write(line: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve(false)).write(line, (error) => resolve(!error));
  });
}

function exit(): void {
  process.exit(0);
}
