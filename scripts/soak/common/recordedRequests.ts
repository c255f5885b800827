import { readFileSync } from 'node:fs';

/** One line of what a server of the fault run records. */
export interface RecordedEvent {
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly event: string;
  readonly call?: number;
  readonly arguments?: { readonly place?: string };
  readonly action?: string;
  readonly content?: { readonly answer?: string };
  readonly code?: number;
}

interface RecordedCall {
  readonly token: string;
  asked: number;
  settled: number;
}

/** A request that got a reply or an error. `answer`: the text that the user gave. */
interface SettledRequest {
  readonly token: string;
  readonly at: number;
  readonly action: string | undefined;
  readonly answer: string | undefined;
  readonly code: number | undefined;
}

interface RecordedRequests {
  readonly calls: readonly RecordedCall[];
  /** Oldest first. */
  readonly settled: readonly SettledRequest[];
}

/** The events in the file of a server. A server that was killed may have left a part of a line. */
export function readRecord(file: string): RecordedEvent[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // It ended before its first event.
  }
  return text.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as RecordedEvent] : []));
}

/** Reads what a server has asked, and what it got. */
export function recordedRequests(record: readonly RecordedEvent[]): RecordedRequests {
  const calls = new Map<number, RecordedCall>();
  const settled: SettledRequest[] = [];
  const callOf = (number: number, token = '') => {
    const call = calls.get(number) ?? { token, asked: 0, settled: 0 };
    calls.set(number, call);
    return call;
  };
  for (const { at, event, call: number = 0, arguments: args, action = '', content, code } of record) {
    const call = callOf(number, args?.place);
    if (event === 'asked') call.asked += 1;
    if (event !== 'reply' && event !== 'refused') continue;
    call.settled += 1;
    const isReply = event === 'reply';
    settled.push({ token: call.token, at, action: isReply ? action : undefined, answer: content?.answer, code });
  }
  return { calls: [...calls.values()], settled };
}

/** How the ledger counts a request that got a reply or an error. */
export function settledAs({ action, code }: SettledRequest): string {
  return action === undefined
    ? `refused to the server, ${code ?? 'because it stopped waiting'}`
    : `answered to the server, ${action}`;
}
