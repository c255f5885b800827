import { type AnswerFacts, answerOutcome } from './answerOutcome.ts';
import { LedgerCounts } from './ledgerCounts.ts';
import { type RecordedEvent, recordedRequests, settledAs } from './recordedRequests.ts';
import type { WindowEvent } from './windowEvents.ts';
import { WindowTimes } from './windowTimes.ts';

/** How a call of an agent ended for the agent. */
type CallOutcome =
  | 'result'
  | 'error'
  /** The agent cancelled it. */
  | 'cancelled'
  /** The agent was told to call again, and never did. */
  | 'not asked for again'
  /** The proxy, the server or the agent has ended: the agent sees the end of its server's output. Or the window that made the call. */
  | 'session ended';

interface CallEntry {
  readonly token: string;
  readonly tool: string;
  readonly session: string;
  end: CallOutcome | undefined;
}

/** An answer that the user of a window gave. */
interface AnswerEntry {
  readonly token: string;
  readonly window: string;
  readonly action: string;
  isTooLate: boolean;
  /** What the window showed last. */
  shown: string | undefined;
  /** When the window showed that it was no longer sent, in milliseconds since the epoch. */
  endedAt?: number;
}

/** What is known about a session after its end. */
interface EndedSession {
  readonly name: string;
  /** The fault that ended it; empty if none did. */
  readonly endedBy: string;
  /** When the fault began, in milliseconds since the epoch; absent if none ended it. */
  readonly endingAt?: number;
  /** The events of its server, oldest first. */
  readonly record: readonly RecordedEvent[];
  /** What its proxy and its server wrote last to standard error. */
  readonly log?: string;
}

/** Within which time a window records an answer that is no longer sent, also on a machine that is busy. */
const writeMs = 10_000;
/** That of the error "Nobody could be asked". */
const noUserCode = -31002;
/** What is counted for a run that ends before it has accounted for everything. */
const openNow = 'open when the run was interrupted';

/** Accounts for every call, request and answer of the run, and finds what is unaccounted. */
export class Ledger {
  readonly counts = new LedgerCounts();
  readonly failures: string[] = [];
  readonly windowTimes = new WindowTimes();
  /** The number of the step that runs, for the messages. */
  step = 0;
  readonly #calls = new Map<string, CallEntry>();
  readonly #answers = new Map<string, AnswerEntry>();
  /** The answers that servers received, with the session that received each. */
  readonly #received = new Map<string, string>();
  /** When windows were killed, by their names, in milliseconds since the epoch. */
  readonly #killedWindows = new Map<string, number>();
  /** The fault that ended each session. */
  readonly #endedBy = new Map<string, string>();
  /** The sessions whose server recorded the end of its input. */
  readonly #haveReadAll = new Set<string>();
  readonly #decided = new Map<string, Set<string>>();
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  fail(text: string): void {
    const line = `step ${this.step}: ${text}`;
    this.failures.push(line);
    this.counts.add('failure: all');
    this.#print(`FAILURE, ${line}`);
  }

  fault(kind: string): void {
    this.counts.add(`fault: ${kind}`);
  }

  callSent(token: string, tool: string, session: string): void {
    this.#calls.set(token, { token, tool, session, end: undefined });
    this.counts.add(`call: sent, ${tool}`);
  }

  callEnded(token: string, end: CallOutcome, detail = ''): void {
    const call = this.#calls.get(token);
    if (!call) {
      this.fail(`An end of the call ${token}, which was never sent: ${end} ${detail}`);
    } else if (call.end) {
      this.fail(`The call ${token} ended twice: ${call.end}, then ${end} ${detail}`);
    } else {
      call.end = end;
      this.counts.add(`call: ended, ${end}${detail && `: ${detail}`}`);
    }
  }

  /** `ranUntil`: earlier if it did not run when it was killed. */
  windowKilled(window: string, ranUntil = Date.now()): void {
    this.windowTimes.ends(window, false);
    this.#killedWindows.set(window, ranUntil);
  }

  windowReported(window: string, event: Exclude<WindowEvent, { type: 'heap' | 'ownCallEnded' }>): void {
    switch (event.type) {
      case 'arrived':
        this.counts.add(`request: shown, will be answered ${event.plan}`);
        if (!this.#calls.has(event.token)) this.fail(`A request of no call was shown: "${event.token}"`);
        break;
      case 'decides':
        this.#decides(window, event);
        break;
      case 'tooLate': {
        const answer = this.#answers.get(event.answer);
        if (answer) answer.isTooLate = true;
        break;
      }
      case 'delivery': {
        const answer = this.#answers.get(event.answer);
        if (!answer) break;
        answer.shown = event.state;
        if (event.state.endsWith(', ended')) answer.endedAt = Date.now();
        break;
      }
      case 'withdrawn':
        this.counts.add(`request: withdrawn, "${event.reason}"`);
        break;
      case 'stopped':
        this.counts.add('request: its call was stopped by the user');
        break;
      case 'problem':
        this.counts.add(`window: says "${event.text.replace(/'[^']*'|\/\S+/g, '...').slice(0, 90)}"`);
        break;
      case 'callEnded':
        if (event.outcome) this.counts.add(`window: records a call, ${event.outcome}`);
        break;
      case 'reloaded':
        this.counts.add('request: open when its window was reloaded', event.open);
        if (event.notWithdrawn > 0)
          this.fail(`${window} was reloaded and has not withdrawn ${event.notWithdrawn} requests`);
        break;
      case 'listening':
        this.counts.add('window: listens');
        this.windowTimes.listens(window);
    }
  }

  #decides(window: string, { token, answer, action }: Extract<WindowEvent, { type: 'decides' }>): void {
    this.#answers.set(answer, { token, window, action, isTooLate: false, shown: undefined });
    this.#decided.set(token, (this.#decided.get(token) ?? new Set()).add(action));
    this.counts.add(`answer: given, ${action}`);
  }

  /** An agent has answered by itself what nobody was at a window for. */
  agentAnswered(token: string, answer: string): void {
    this.#answers.set(answer, { token, window: 'agent', action: 'accept', isTooLate: false, shown: 'sent' });
    this.#decided.set(token, (this.#decided.get(token) ?? new Set()).add('accept'));
    this.counts.add('answer: given by the agent itself');
  }

  /** The proxy says that nobody can be asked, or asks the agent for that reason. */
  nobodyAsked(session: string, token: string, log: string, at = Date.now()): void {
    const window = this.windowTimes.askable(at);
    if (window === undefined) return;
    const what = `nobody was asked for the call ${token} at ${new Date(at).toISOString()}, but ${window} was there`;
    this.fail(`${session}: ${what} (${this.windowTimes.describe(at)}); it wrote: ${log}`);
  }

  /** Checks that a result carries the call's own answer. */
  checkResult(token: string, text: string): void {
    for (const [, answered] of text.matchAll(/"answer":"([^"]*)"/g)) {
      if (!answered?.startsWith(`${token}/`)) this.fail(`The call ${token} got the answer ${answered}: ${text}`);
    }
  }

  /** Reads what a server has recorded, after its end. */
  sessionEnded({ name, endedBy, endingAt = Number.POSITIVE_INFINITY, record, log = '' }: EndedSession): void {
    this.#endedBy.set(name, endedBy);
    if (record.some(({ event }) => event === 'ended')) this.#haveReadAll.add(name);
    const { calls, settled } = recordedRequests(record);
    for (const request of settled) {
      const { token, at, action, answer, code } = request;
      this.counts.add(`request: ${settledAs(request)}`);
      if (action !== undefined) this.#replied(name, token, action, answer);
      else if (code === noUserCode && at < endingAt) this.nobodyAsked(name, token, log, at);
    }
    for (const { token, asked, settled: count } of calls) {
      this.counts.add('request: asked by a server', asked);
      if (count > asked) this.fail(`${name}: the call ${token} got ${count} answers`);
      if (count < asked) this.counts.add('request: open when its call or its server ended', asked - count);
    }
  }

  #replied(session: string, token: string, action: string, answer: string | undefined): void {
    const entry = answer === undefined ? undefined : this.#answers.get(answer);
    if (answer !== undefined) {
      if (entry?.token !== token) this.fail(`${session}: the call ${token} received the answer ${answer}`);
      if (this.#received.has(answer)) this.fail(`${session}: the answer ${answer} was given twice`);
      this.#received.set(answer, session);
    }
    if (action !== 'cancel' && !this.#decided.get(token)?.has(action)) {
      this.fail(`${session}: the call ${token} received ${action}, which no user gave`);
    }
  }

  hasAnswer(answer: string): boolean {
    return this.#answers.has(answer);
  }

  /** The answers with a text that users of windows gave, and whether the record must have each: its window had the time to write. */
  get answersForRecord(): ReadonlyMap<string, boolean> {
    const answers = [...this.#answers].filter(
      ([, { token, window, action, isTooLate }]) =>
        action === 'accept' && window !== 'agent' && !isTooLate && this.#calls.get(token)?.tool !== 'ask_url',
    );
    return new Map(
      answers.map(([answer, { window, endedAt = Number.POSITIVE_INFINITY }]) => {
        const killedAt = this.#killedWindows.get(window);
        return [answer, killedAt === undefined || endedAt + writeMs < killedAt];
      }),
    );
  }

  /** Called when everything has ended. */
  close(): void {
    for (const { token, tool, session, end } of this.#calls.values()) {
      if (!end) this.fail(`The call ${token} of ${tool} in ${session} has no end`);
    }
    for (const [answer, entry] of this.#answers) this.#closeAnswer(answer, entry);
  }

  #closeAnswer(answer: string, entry: AnswerEntry): void {
    const { action, isTooLate, shown = 'nothing' } = entry;
    const facts = this.#factsOf(answer, entry);
    const outcome = answerOutcome(facts);
    if (outcome) this.counts.add(`answer: ${outcome}`);
    if (facts.hasArrived && (isTooLate || shown.startsWith('refused'))) {
      this.fail(`${answer} reached its call, but the window says ${shown}`);
    }
    if (outcome) return;
    const session = this.#calls.get(entry.token)?.session ?? '';
    this.fail(
      `The answer ${answer} (${action}) in ${session} (${facts.endedBy}) is unaccounted: the window shows ${shown}`,
    );
  }

  #factsOf(answer: string, { token, window, action, isTooLate, shown }: AnswerEntry): AnswerFacts {
    const call = this.#calls.get(token);
    return {
      ...{ action, isTooLate, shown, tool: call?.tool },
      hasArrived: this.#received.has(answer),
      isWindowKilled: this.#killedWindows.has(window),
      endedBy: this.#endedBy.get(call?.session ?? '') ?? '',
      hasReadAll: this.#haveReadAll.has(call?.session ?? ''),
    };
  }

  /**
   * The counts if the run was interrupted now: what has no end yet is counted as open.
   * @param records of the servers that have not ended
   */
  countsIfInterrupted(records: readonly (readonly RecordedEvent[])[]): LedgerCounts {
    const counts = new LedgerCounts(this.counts.all);
    const arrived = new Set(this.#received.keys());
    for (const { calls, settled } of records.map(recordedRequests)) {
      for (const request of settled) {
        counts.add(`request: ${settledAs(request)}`);
        if (request.answer !== undefined) arrived.add(request.answer);
      }
      for (const { asked, settled: count } of calls) {
        counts.add('request: asked by a server', asked);
        counts.add(`request: ${openNow}`, Math.max(0, asked - count));
      }
    }
    counts.add(`call: ${openNow}`, [...this.#calls.values()].filter(({ end }) => !end).length);
    for (const [answer, entry] of this.#answers) {
      const facts = { ...this.#factsOf(answer, entry), hasArrived: arrived.has(answer) };
      counts.add(`answer: ${answerOutcome(facts) ?? openNow}`);
    }
    return counts;
  }
}
