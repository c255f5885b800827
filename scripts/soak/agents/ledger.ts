import { LedgerCounts } from './ledgerCounts.ts';
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
  /** The proxy, the server or the agent has ended: the agent sees the end of its server's output. */
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
}

/** What is known about a session after its end. */
interface EndedSession {
  readonly name: string;
  /** The fault that ended it; empty if none did. */
  readonly endedBy: string;
  /** The events of its server, oldest first. */
  readonly record: readonly RecordedEvent[];
}

export interface RecordedEvent {
  readonly at: number;
  readonly event: string;
  readonly call?: number;
  readonly arguments?: { readonly place?: string };
  readonly action?: string;
  readonly content?: { readonly answer?: string };
  readonly code?: number;
}

/** That of the error "Nobody could be asked". */
const noUserCode = -31002;
/** What was on the way to the server is lost after these. */
const killFaults: ReadonlySet<string> = new Set(['a proxy is killed', 'a server is killed']);

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
  /** The names of windows that were killed. */
  readonly #killedWindows = new Set<string>();
  /** The fault that ended each session. */
  readonly #endedBy = new Map<string, string>();
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

  windowKilled(window: string): void {
    this.windowTimes.ends(window, false);
    this.#killedWindows.add(window);
  }

  windowReported(window: string, event: WindowEvent): void {
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
        if (answer) answer.shown = event.state;
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
  nobodyAsked(session: string, token: string, at = Date.now()): void {
    const window = this.windowTimes.askable(at);
    if (window === undefined) return;
    this.fail(
      `${session}: nobody was asked for the call ${token} at ${new Date(at).toISOString()}, but ${window} was there`,
    );
  }

  /** Checks that a result carries the call's own answer. */
  checkResult(token: string, text: string): void {
    for (const [, answered] of text.matchAll(/"answer":"([^"]*)"/g)) {
      if (!answered?.startsWith(`${token}/`)) this.fail(`The call ${token} got the answer ${answered}: ${text}`);
    }
  }

  /** Reads what a server has recorded, after its end. */
  sessionEnded({ name, endedBy, record }: EndedSession): void {
    this.#endedBy.set(name, endedBy);
    const places = new Map<number, string>();
    const asked = new Map<number, number>();
    const settled = new Map<number, number>();
    for (const { at, event, call = 0, arguments: args, action = '', content, code } of record) {
      const token = places.get(call) ?? '';
      const settle = () => settled.set(call, (settled.get(call) ?? 0) + 1);
      if (event === 'call') places.set(call, args?.place ?? '');
      if (event === 'asked') {
        asked.set(call, (asked.get(call) ?? 0) + 1);
        this.counts.add('request: asked by a server');
      }
      if (event === 'refused') {
        settle();
        this.counts.add(`request: refused to the server, ${code ?? 'because it stopped waiting'}`);
        if (code === noUserCode) this.nobodyAsked(name, token, at);
      }
      if (event !== 'reply') continue;
      settle();
      this.counts.add(`request: answered to the server, ${action}`);
      this.#replied(name, token, action, content?.answer);
    }
    for (const [call, count] of settled) {
      if (count > (asked.get(call) ?? 0)) this.fail(`${name}: the call ${places.get(call)} got ${count} answers`);
    }
    for (const [call, count] of asked) {
      const open = count - (settled.get(call) ?? 0);
      if (open > 0) this.counts.add('request: open when its call or its server ended', open);
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

  /** Called when everything has ended. */
  close(): void {
    for (const { token, tool, session, end } of this.#calls.values()) {
      if (!end) this.fail(`The call ${token} of ${tool} in ${session} has no end`);
    }
    for (const [answer, entry] of this.#answers) this.#closeAnswer(answer, entry);
  }

  #closeAnswer(answer: string, { token, window, action, isTooLate, shown = 'nothing' }: AnswerEntry): void {
    const hasArrived = this.#received.has(answer);
    const session = this.#calls.get(token)?.session ?? '';
    const endedBy = this.#endedBy.get(session) ?? '';
    const isKnownToArrive = /^(sent|delivered)/.test(shown);
    // An answer of a round that ended before all of it was answered was never on its way. It stays a draft.
    const isKnownToFail = /^(refused|unknown|held, ended$)/.test(shown);
    // A decline carries no text, and a page none either.
    const isTraceable = action === 'accept' && this.#calls.get(token)?.tool !== 'ask_url';
    if (hasArrived) {
      this.counts.add(`answer: reached its call; the window shows ${shown}`);
      if (isTooLate || shown.startsWith('refused'))
        this.fail(`${answer} reached its call, but the window says ${shown}`);
    } else if (isTooLate) {
      this.counts.add('answer: was too late, and the window said so');
    } else if (isKnownToFail) {
      this.counts.add(`answer: did not reach its call, and the window says so: ${shown}`);
    } else if (!isTraceable && isKnownToArrive) {
      this.counts.add(`answer: without text; the window shows ${shown}`);
    } else if (this.#killedWindows.has(window) && !isKnownToArrive) {
      this.counts.add(`answer: lost with its window, which showed ${shown}`);
    } else if (killFaults.has(endedBy) && /^(sent|unknown|refused|held)/.test(shown)) {
      this.counts.add(`answer: lost with its server; the window shows ${shown}`);
    } else {
      this.fail(
        `The answer ${answer} (${action}) in ${session} (${endedBy}) is unaccounted: the window shows ${shown}`,
      );
    }
  }
}
