import type { Clock, SteadyClock } from '#core/common/clock.ts';
import { Emitter, type Event } from '#core/common/events.ts';

export interface RateLimits {
  /** How many questions a server may ask in a minute; as many may come at once after a quiet minute. */
  readonly requestsPerMinute: number;
  /** How many of its questions may wait for the person at the same time. */
  readonly maxPending: number;
}

export const defaultRateLimits: RateLimits = { requestsPerMinute: 10, maxPending: 5 };

/** What either of the limits can be. */
export function isRateLimit(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

export type RateVerdict =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: 'rate_limited' | 'muted';
      readonly limit: ExceededLimit;
      readonly retryAfterMs: number;
    };

/**
 * What lets no more questions pass. `mostPending`: as many wait as ever may, whatever the settings say.
 * `mostUnreadable`: too many could not be read.
 */
export type ExceededLimit = keyof RateLimits | 'mostPending' | 'mostUnreadable' | 'muted';

/** What a person is told of a server that asks much. Counts are of the last minute. */
export interface RateReport {
  readonly asked: number;
  readonly withheld: number;
  /** Milliseconds since the epoch, as the clock stands now; `Infinity` until the person says otherwise. */
  readonly mutedUntil: number | undefined;
  readonly allowed: boolean;
  /**
   * As it was when something was withheld last, until the person has dealt with it. A server that they have muted or
   * allowed themselves is no news.
   */
  readonly notice: RateNotice | undefined;
}

interface RateNotice {
  readonly asked: number;
  readonly withheld: number;
}

/** Times are those of the steady clock. */
interface Account {
  /** Questions that may still be asked at once; a fraction of one grows back. */
  tokens: number;
  /** When `tokens` was right. */
  at: number;
  mutedUntil: number;
  allowed: boolean;
  /** Calls in which the person has just answered: their next question costs nothing. */
  readonly answered: Set<string>;
  asked: number[];
  withheld: number[];
  /** Requests of the last minute that could not be read. */
  unreadable: number[];
  /** When something was withheld that the person has not dealt with. */
  noticeAt: number | undefined;
}

const minuteMs = 60_000;
/** Requests of a minute that cannot be read; more are refused unread, because reading costs time that is everybody's. */
const unreadableAtMost = 30;
const never = Number.NEGATIVE_INFINITY;
/** Of each kind, of a minute; what is beyond is not counted one by one any more. */
const countedAtMost = 1000;
/** Calls whose next question is free, of one server. */
const answeredAtMost = 100;
/** Questions of one server that may wait at the same time, whatever the settings or the person say: memory is bounded. */
const pendingEver = 1000;

/**
 * How much each server may ask a person, by a token bucket of its own; one server's greed costs the others nothing. All
 * is measured by the steady clock: setting the machine's neither lengthens a mute nor gives a question away.
 */
export class RateLimiter {
  readonly #clock: Clock & SteadyClock;
  readonly #limitsOf: (serverId: string) => RateLimits;
  readonly #accounts = new Map<string, Account>();
  readonly #changed = new Emitter<string>();

  /** What `report` says of this server has changed, other than by time passing or by one more question that was let through. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(clock: Clock & SteadyClock, limitsOf: (serverId: string) => RateLimits) {
    this.#clock = clock;
    this.#limitsOf = limitsOf;
  }

  /**
   * May this server ask now? A round of several questions is one request. `pending`: its questions that wait already.
   * A question of a call in which the person has just answered costs nothing: a conversation is never cut off.
   */
  admit(serverId: string, pending: number, callId?: string): RateVerdict {
    const account = this.#account(serverId);
    const now = this.#clock.steady();
    account.asked = count(account.asked, now);
    const verdict = this.#judge(account, now, pending, serverId, callId);
    if (verdict.ok) {
      charge(account, callId);
      return verdict;
    }
    account.withheld = count(account.withheld, now);
    if (verdict.reason === 'rate_limited' || account.noticeAt !== undefined) {
      account.noticeAt = now;
    }
    this.#changed.fire(serverId);
    return verdict;
  }

  /** What `ask` would say now. Counts and costs nothing: who asks wrongly is told so, but no flood is read first. */
  peek(serverId: string, pending: number, callId?: string): RateVerdict {
    return this.#judge(this.#account(serverId), this.#clock.steady(), pending, serverId, callId);
  }

  /** A request could not be read, and was refused with the reason. It costs no question, but there is an end to it. */
  countUnreadable(serverId: string): void {
    const account = this.#account(serverId);
    account.unreadable = count(account.unreadable, this.#clock.steady());
  }

  /** The person has answered a question of this call. */
  userAnswered(serverId: string, callId: string): void {
    const { answered } = this.#account(serverId);
    answered.add(callId);
    const [oldest] = answered;
    if (answered.size > answeredAtMost && oldest !== undefined) {
      answered.delete(oldest);
    }
  }

  /** The call has ended. */
  callEnded(serverId: string, callId: string): void {
    this.#accounts.get(serverId)?.answered.delete(callId);
  }

  /** No limit for this server until the window closes; a mute ends too. */
  allow(serverId: string): void {
    const account = this.#account(serverId);
    account.allowed = true;
    account.mutedUntil = never;
    account.noticeAt = undefined;
    this.#changed.fire(serverId);
  }

  /** Nothing from this server for `ms` milliseconds, or until `unmute`. */
  mute(serverId: string, ms = Number.POSITIVE_INFINITY): void {
    const account = this.#account(serverId);
    account.allowed = false;
    account.mutedUntil = this.#clock.steady() + ms;
    this.#changed.fire(serverId);
  }

  unmute(serverId: string): void {
    const account = this.#account(serverId);
    account.mutedUntil = never;
    account.noticeAt = undefined;
    this.#changed.fire(serverId);
  }

  /** The person has seen the notice. */
  dismiss(serverId: string): void {
    this.#account(serverId).noticeAt = undefined;
    this.#changed.fire(serverId);
  }

  report(serverId: string): RateReport {
    if (!this.#accounts.has(serverId)) {
      // The view asks of every server that there ever was: only of those that have asked there is something to keep.
      return { asked: 0, withheld: 0, mutedUntil: undefined, allowed: false, notice: undefined };
    }
    const account = this.#account(serverId);
    const { asked, withheld, noticeAt } = account;
    const countsAt = (at: number) => ({ asked: counted(asked, at).length, withheld: counted(withheld, at).length });
    const now = this.#clock.steady();
    const left = account.mutedUntil - now;
    return {
      ...countsAt(now),
      mutedUntil: left > 0 ? Math.round(this.#clock.now() + left) : undefined,
      allowed: account.allowed,
      notice: noticeAt === undefined ? undefined : countsAt(noticeAt),
    };
  }

  #judge(account: Account, now: number, pending: number, serverId: string, callId: string | undefined): RateVerdict {
    if (account.mutedUntil > now) {
      return { ok: false, reason: 'muted', limit: 'muted', retryAfterMs: wait(account.mutedUntil - now) };
    }
    const limits = this.#limitsOf(serverId);
    this.#refill(account, limits, now);
    const perToken = minuteMs / limits.requestsPerMinute;
    if (pending >= pendingEver) {
      return over('mostPending', perToken);
    }
    if (counted(account.unreadable, now).length >= unreadableAtMost) {
      return over('mostUnreadable', minuteMs);
    }
    if (account.allowed || (callId !== undefined && account.answered.has(callId))) {
      return { ok: true };
    }
    if (pending >= limits.maxPending) {
      return over('maxPending', perToken);
    }
    return account.tokens < 1 ? over('requestsPerMinute', (1 - account.tokens) * perToken) : { ok: true };
  }

  #refill(account: Account, { requestsPerMinute }: RateLimits, now: number): void {
    const elapsed = now - account.at;
    account.tokens = Math.min(requestsPerMinute, account.tokens + (elapsed * requestsPerMinute) / minuteMs);
    account.at = now;
  }

  #account(serverId: string): Account {
    let account = this.#accounts.get(serverId);
    if (!account) {
      const tokens = this.#limitsOf(serverId).requestsPerMinute;
      account = {
        tokens,
        at: this.#clock.steady(),
        mutedUntil: never,
        allowed: false,
        answered: new Set(),
        asked: [],
        withheld: [],
        unreadable: [],
        noticeAt: undefined,
      };
      this.#accounts.set(serverId, account);
    }
    if (Number.isFinite(account.mutedUntil) && account.mutedUntil <= this.#clock.steady()) {
      account.mutedUntil = never;
      account.noticeAt = undefined;
    }
    return account;
  }
}

function over(limit: ExceededLimit, ms: number): RateVerdict {
  return { ok: false, reason: 'rate_limited', limit, retryAfterMs: wait(ms) };
}

/** A question that is let through costs a token, unless it follows an answer. */
function charge(account: Account, callId: string | undefined): void {
  const isFree = account.allowed || (callId !== undefined && account.answered.delete(callId));
  if (!isFree) {
    account.tokens -= 1;
  }
}

/** One more. Swept only now and then, so that a flood costs little. */
function count(times: number[], now: number): number[] {
  times.push(now);
  return times.length > 2 * countedAtMost ? counted(times, now) : times;
}

/** Those of the last minute before `now`. */
function counted(times: readonly number[], now: number): number[] {
  return times.filter((time) => time <= now && now - time < minuteMs).slice(-countedAtMost);
}

/** A whole number that JSON can hold: a mute without end is said as an hour. */
function wait(ms: number): number {
  return Math.ceil(Math.min(ms, 60 * minuteMs));
}
