import { readFile } from 'node:fs/promises';
import { membersOf } from '#scripts/agents/model/jsonParts.ts';

/** One line of `test/servers/agents/agentTools.ts`. */
export interface ServerEvent {
  readonly at: number;
  readonly event: 'started' | 'call' | 'asked' | 'reply' | 'refused' | 'cancelled' | 'result' | 'ended';
  readonly tool?: string;
  readonly call?: number;
  readonly text?: string;
  readonly action?: string;
  readonly code?: number;
  readonly ms?: number;
  readonly capabilities?: unknown;
}

/** One message on the wire between an agent and what it started, as `test/servers/agents/wireTee.ts` saw it. */
export interface WireMessage {
  readonly at: number;
  readonly from: 'client' | 'server';
  /** The message, as it was written. */
  readonly line: string;
  /** The message read as JSON; empty if it is none. */
  readonly message: Readonly<Record<string, unknown>>;
}

/** Reads what the server recorded so far. */
export async function readServerEvents(file: string): Promise<readonly ServerEvent[]> {
  return (await readLines(file)).map((line) => JSON.parse(line) as ServerEvent);
}

/** Reads the messages that passed so far. A message that came in pieces has the time of its last one. */
export async function readWire(file: string): Promise<readonly WireMessage[]> {
  const open = { client: '', server: '' };
  const messages: WireMessage[] = [];
  for (const entry of await readLines(file)) {
    const { at, from, text } = JSON.parse(entry) as { at: number; from?: 'client' | 'server'; text?: string };
    if (from === undefined || text === undefined) continue;
    const lines = (open[from] + text).split('\n');
    open[from] = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() !== '') messages.push({ at, from, line, message: membersOf(parse(line)) });
    }
  }
  return messages;
}

/** The complete lines of a file that another process may be writing; none if it does not exist. */
async function readLines(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
