import { systemClock } from '#core/common/clock.ts';
import { HostError } from '#core/common/errors.ts';
import type { AskingContext } from '#core/elicitation/askingContext.ts';
import { ElicitationHandler } from '#core/elicitation/elicitationHandler.ts';
import type { SecretsRule } from '#core/elicitation/elicitationParams.ts';
import type { PushContext } from '#core/elicitation/pushContext.ts';
import { RateLimiter, type RateLimits } from '#core/guard/rateLimiter.ts';
import { type ReadUrl, readUrl } from '#core/guard/url/readUrl.ts';
import { UrlGuard } from '#core/guard/url/urlGuard.ts';
import { VisitedSites } from '#core/guard/url/visitedSites.ts';
import { type Exchange, Exchanges } from '#core/inbox/exchanges.ts';
import { Inbox } from '#core/inbox/inbox.ts';
import { type SuspendedCall, SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import type { Call } from '#core/model/call.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { InMemoryStateStore } from './inMemoryStateStore.ts';

export const page = (name: string, more: object = {}) => ({
  mode: 'url',
  message: `Open ${name}`,
  url: `https://example.com/${name}`,
  ...more,
});

/** The entry of a page in the error -32042. */
export const required = (name: string, elicitationId = name) => page(name, { elicitationId });

/** A URL taken apart, which is none that is refused. */
export function readingOf(url: string): ReadUrl {
  const reading = readUrl(url);
  if (!reading.ok) {
    throw new Error(`${url} ${reading.rule}`);
  }
  return reading.url;
}

/** The questions of one connection with one call in flight, without a server. */
export class AskingRig {
  readonly inbox = new Inbox();
  readonly holds = new SuspendedCalls();
  readonly exchanges = new Exchanges();
  /** Nobody is limited unless a test is about that. */
  rateLimits: RateLimits = { requestsPerMinute: 1000, maxPending: 1000 };
  readonly rateLimiter = new RateLimiter(systemClock, () => this.rateLimits);
  /** What becomes of forms that ask for secrets. */
  secretsRule: SecretsRule = 'warn';
  /** How many questions were read, or begun to be. */
  read = 0;
  readonly cancelled: string[] = [];
  readonly warned: string[] = [];
  readonly sites = new VisitedSites(new InMemoryStateStore());
  readonly end = new AbortController();
  readonly call: Call = {
    id: 'call',
    serverId: 'user:mine',
    serverName: 'mine',
    request: { kind: 'tool', name: 'a', arguments: {} },
    origin: 'person',
    startedAt: 0,
  };
  calls: Call[] = [this.call];
  /** Where it is not all of them. */
  callsAtServer: Call[] | undefined;
  readonly questions: ElicitationHandler;
  readonly context: AskingContext;

  constructor(modes = { form: true, url: true }) {
    this.questions = new ElicitationHandler({
      inbox: this.inbox,
      holds: this.holds,
      exchanges: this.exchanges,
      rateLimiter: this.rateLimiter,
      secrets: () => {
        this.read += 1;
        return this.secretsRule;
      },
      clock: systemClock,
      urls: new UrlGuard('user:mine', this.sites, () => undefined),
      modes,
      attribution: () => ({ id: 'user:mine', name: 'mine' }),
      calls: () => this.calls,
      callsAtServer: () => this.callsAtServer ?? this.calls,
      callOfTask: (taskId) => this.calls.find(({ id }) => taskId === `task of ${id}`),
      cancelCall: (id) => {
        this.cancelled.push(id);
        this.questions.withdraw({ by: 'host', reason: 'The call was cancelled.' }, id);
        this.end.abort(new HostError({ name: 'CallCancelled', summary: 'The call was cancelled.' }));
      },
      warn: (line) => this.warned.push(line),
    });
    this.context = { questions: this.questions, call: this.call, signal: this.end.signal };
  }

  /** Pushes an elicitation. */
  push(params: unknown, context: Partial<PushContext> = {}) {
    return this.questions.pushed.answer(params, {
      signal: new AbortController().signal,
      notify: async () => undefined,
      ...context,
    });
  }

  /** The questions that wait, as soon as there are `count`. */
  async asked(count = 1): Promise<readonly ElicitationRequest[]> {
    await settled(() => this.inbox.pending.length === count);
    return this.inbox.pending;
  }

  /** Decides the oldest question, as soon as there is one. */
  async decide(decision: Decision): Promise<ElicitationRequest> {
    await settled(() => this.inbox.pending.length > 0);
    const request = only(this.inbox.pending.slice(0, 1));
    this.inbox.decide(request.id, decision);
    return request;
  }

  /** The only hold, as soon as there is one that waits. */
  async held(attempts = 0): Promise<SuspendedCall> {
    await settled(() => this.holds.all.some((hold) => !hold.trying && hold.attempts === attempts));
    return only(this.holds.all);
  }

  get lastExchange(): Exchange {
    return only(this.exchanges.all.slice(-1));
  }
}

/** The only one of a list. */
export function only<T>(list: readonly T[]): T {
  const [first, ...others] = list;
  if (first === undefined || others.length > 0) {
    throw new Error(`${list.length} instead of one`);
  }
  return first;
}

/** Polls quickly until a condition holds. */
export async function settled(condition: () => boolean, limitMs = 5000): Promise<void> {
  for (const end = Date.now() + limitMs; !condition(); await new Promise((resolve) => setImmediate(resolve))) {
    if (Date.now() > end) {
      throw new Error(`Not within ${limitMs} ms: ${condition}`);
    }
  }
}
