import type { Clock, SteadyClock } from '#core/common/clock.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import { evictOldest } from '#core/common/lruCache.ts';

export interface RateLimits {
  /** Requests that a server may send in a minute; as many may come at once after a minute without requests. */
  readonly requestsPerMinute: number;
  /** Requests of a server that may wait for the user at the same time. */
  readonly maxPending: number;
}

export const defaultRateLimits: RateLimits = { requestsPerMinute: 10, maxPending: 5 };

/** True for a valid value of either limit. */
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
 * Why a request was not admitted. `mostPending`: the number of waiting requests is at the maximum that no setting changes.
 * `mostUnreadable`: too many requests could not be read.
 */
export type ExceededLimit = keyof RateLimits | 'mostPending' | 'mostUnreadable' | 'muted';

/** What the user sees of a server with many requests. Counts are those of the last minute. */
export interface RateReport {
  readonly asked: number;
  readonly withheld: number;
  /** Milliseconds since the epoch, by the present clock; `Infinity` for a mute without end. */
  readonly mutedUntil: number | undefined;
  readonly allowed: boolean;
  /**
   * The counts at the time of the last refused request, until the user dismisses the notice or lifts the limit. Requests of a server
   * that the user muted or allowed do not start a notice.
   */
  readonly notice: RateNotice | undefined;
}

interface RateNotice {
  readonly asked: number;
  readonly withheld: number;
}

/** Times are those of the steady clock. */
interface Account {
  /** Requests that may come at once; refilled continuously. */
  tokens: number;
  /** The time of the last refill. */
  at: number;
  mutedUntil: number;
  allowed: boolean;
  /** Calls in which the user has just answered: their next request is free. */
  readonly answered: Set<string>;
  asked: number[];
  withheld: number[];
  /** Requests of the last minute that could not be read. */
  unreadable: number[];
  /** The time of the last refused request that the user's notice counts. */
  noticeAt: number | undefined;
}

const minuteMs = 60_000;
/** Unreadable requests of a minute. Further requests are refused unread, because reading takes time that all servers share. */
const unreadableAtMost = 30;
const never = Number.NEGATIVE_INFINITY;
/** The largest count of requests in a minute. */
const countedAtMost = 1000;
/** Calls of one server whose next request is free. */
const answeredAtMost = 100;
/** Requests of one server that may wait at the same time, whatever the settings say, because memory is bounded. */
const pendingEver = 1000;

/**
 * Limits the requests of each server by a token bucket of its own. Measures by the steady clock, so that setting the machine's clock
 * neither lengthens a mute nor admits a request.
 */
export class RateLimiter {
  readonly #clock: Clock & SteadyClock;
  readonly #limitsOf: (serverId: string) => RateLimits;
  readonly #accounts = new Map<string, Account>();
  readonly #changed = new Emitter<string>();

  /** The report of this server has changed, other than by the passage of time or by an admitted request. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(clock: Clock & SteadyClock, limitsOf: (serverId: string) => RateLimits) {
    this.#clock = clock;
    this.#limitsOf = limitsOf;
  }

  /**
   * Admits or refuses a request, and counts it. A round with several requests counts as one. `pending`: how many requests of the server
   * are waiting. The next request of a call in which the user has just answered is free, so that a conversation is not interrupted.
   */
  admit(serverId: string, pending: number, callId?: string): RateVerdict {
    const account = this.#account(serverId);
    const now = this.#clock.steady();
    account.asked = count(account.asked, now);
    const verdict = this.#verdict(account, now, pending, serverId, callId);
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

  /** The verdict that `admit` would return, without counting the request: used before a request is read. */
  peek(serverId: string, pending: number, callId?: string): RateVerdict {
    return this.#verdict(this.#account(serverId), this.#clock.steady(), pending, serverId, callId);
  }

  /** Counts a request that could not be read and was refused with a reason. It costs no token, but has a limit of its own. */
  countUnreadable(serverId: string): void {
    const account = this.#account(serverId);
    account.unreadable = count(account.unreadable, this.#clock.steady());
  }

  /** The user has answered a request of this call. */
  userAnswered(serverId: string, callId: string): void {
    const { answered } = this.#account(serverId);
    answered.add(callId);
    evictOldest(answered, answeredAtMost);
  }

  /** The call has ended. */
  callEnded(serverId: string, callId: string): void {
    this.#accounts.get(serverId)?.answered.delete(callId);
  }

  /** Lifts the limit of this server until the window closes, and ends a mute. */
  allow(serverId: string): void {
    const account = this.#account(serverId);
    account.allowed = true;
    account.mutedUntil = never;
    account.noticeAt = undefined;
    this.#changed.fire(serverId);
  }

  /** Refuses all requests of this server for `ms` milliseconds, or until `unmute`. */
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

  /** The user has dismissed the notice. */
  dismiss(serverId: string): void {
    this.#account(serverId).noticeAt = undefined;
    this.#changed.fire(serverId);
  }

  report(serverId: string): RateReport {
    if (!this.#accounts.has(serverId)) {
      // The view calls this for every server. Create accounts only for servers that sent a request.
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

  #verdict(account: Account, now: number, pending: number, serverId: string, callId: string | undefined): RateVerdict {
    if (account.mutedUntil > now) {
      return { ok: false, reason: 'muted', limit: 'muted', retryAfterMs: retryAfter(account.mutedUntil - now) };
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
  return { ok: false, reason: 'rate_limited', limit, retryAfterMs: retryAfter(ms) };
}

/** Takes a token for an admitted request, unless it is free. */
function charge(account: Account, callId: string | undefined): void {
  const isFree = account.allowed || (callId !== undefined && account.answered.delete(callId));
  if (!isFree) {
    account.tokens -= 1;
  }
}

/** Adds a time to a list, and removes old times only now and then, so that many requests cost little. */
function count(times: number[], now: number): number[] {
  times.push(now);
  return times.length > 2 * countedAtMost ? counted(times, now) : times;
}

/** The times in the last minute before `now`. */
function counted(times: readonly number[], now: number): number[] {
  return times.filter((time) => time <= now && now - time < minuteMs).slice(-countedAtMost);
}

/** Milliseconds as a whole number of at most one hour: JSON has no infinity for a mute without end. */
function retryAfter(ms: number): number {
  return Math.ceil(Math.min(ms, 60 * minuteMs));
}
