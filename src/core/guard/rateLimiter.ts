import type { Clock, SteadyClock } from '#core/common/clock.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import { evictOldest } from '#core/common/lruCache.ts';

export interface RateLimits {
  /** The number of requests that a server may send in a minute. All of them may arrive together after a minute without requests. */
  readonly requestsPerMinute: number;
  /** The number of requests of a server that may wait for the user at the same time. */
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
 * The limit for which a request was not admitted. `mostPending`: the number of waiting requests has reached the maximum that
 * does not depend on settings. `mostUnreadable`: too many requests could not be read.
 */
export type ExceededLimit = keyof RateLimits | 'mostPending' | 'mostUnreadable' | 'muted';

/** The state of a server's rate limit for the user. The counts are those of the last minute. */
export interface RateReport {
  readonly asked: number;
  readonly withheld: number;
  /** The end of the mute in milliseconds since the epoch; `Infinity` for a mute without end, `undefined` without a mute. */
  readonly mutedUntil: number | undefined;
  readonly allowed: boolean;
  /**
   * The counts at the time of the last refused request, until the user dismisses the notice or suspends the limit. A refusal
   * because of a mute does not start a notice.
   */
  readonly notice: RateNotice | undefined;
}

interface RateNotice {
  readonly asked: number;
  readonly withheld: number;
}

/** The requests of one server. Times are those of the steady clock. */
interface RequestAccount {
  /** The number of requests that may arrive at once; refilled continuously. */
  tokens: number;
  /** The time of the last refill. */
  refilledAt: number;
  mutedUntil: number;
  allowed: boolean;
  /** The ids of the calls whose next request is free, because the user has just answered a request of the call. */
  readonly answeredCalls: Set<string>;
  /** The times of all requests. */
  asked: number[];
  /** The times of the refused requests. */
  withheld: number[];
  /** The times of the requests that could not be read. */
  unreadable: number[];
  /** The time of the last refused request that the notice includes. */
  noticeAt: number | undefined;
}

const minuteMs = 60_000;
/** The number of unreadable requests in a minute after which others are refused unread, because reading takes time. */
const maxUnreadable = 30;
const never = Number.NEGATIVE_INFINITY;
/** The largest number of requests in a minute that is counted. */
const maxCounted = 1000;
/** The number of calls of one server whose next request is free. */
const maxAnsweredCalls = 100;
/** The number of requests of one server that may wait at the same time with any settings, because memory is bounded. */
const maxPendingWithAnySettings = 1000;

/**
 * Limits the requests of servers by one token bucket for each server. Measures time by the steady clock, so that setting the
 * machine's clock neither extends a mute nor admits a request.
 */
export class RateLimiter {
  readonly #clock: Clock & SteadyClock;
  readonly #limitsOf: (serverId: string) => RateLimits;
  readonly #accounts = new Map<string, RequestAccount>();
  readonly #changed = new Emitter<string>();

  /** Fires with the id of a server whose report has changed, except by the passage of time or an admitted request. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(clock: Clock & SteadyClock, limitsOf: (serverId: string) => RateLimits) {
    this.#clock = clock;
    this.#limitsOf = limitsOf;
  }

  /**
   * Admits or refuses a request, and counts it. A round with several requests counts as one. The next request of a call in which
   * the user has just answered is free, so that a dialog is not interrupted.
   * @param pending the number of waiting requests of the server
   */
  admit(serverId: string, pending: number, callId?: string): RateVerdict {
    const account = this.#account(serverId);
    const now = this.#clock.steady();
    account.asked = addTime(account.asked, now);
    const verdict = this.#verdict(account, now, pending, serverId, callId);
    if (verdict.ok) {
      takeToken(account, callId);
      return verdict;
    }
    account.withheld = addTime(account.withheld, now);
    if (verdict.reason === 'rate_limited' || account.noticeAt !== undefined) {
      account.noticeAt = now;
    }
    this.#changed.fire(serverId);
    return verdict;
  }

  /** Returns the current verdict of `admit` without counting a request. Called before a request is read. */
  peek(serverId: string, pending: number, callId?: string): RateVerdict {
    return this.#verdict(this.#account(serverId), this.#clock.steady(), pending, serverId, callId);
  }

  /** Counts a request that could not be read. It takes no token; there is a separate limit for such requests. */
  countUnreadable(serverId: string): void {
    const account = this.#account(serverId);
    account.unreadable = addTime(account.unreadable, this.#clock.steady());
  }

  /** Makes the next request of this call free, because the user has answered a request of the call. */
  userAnswered(serverId: string, callId: string): void {
    const { answeredCalls } = this.#account(serverId);
    answeredCalls.add(callId);
    evictOldest(answeredCalls, maxAnsweredCalls);
  }

  /** Forgets the call, because it has ended. */
  callEnded(serverId: string, callId: string): void {
    this.#accounts.get(serverId)?.answeredCalls.delete(callId);
  }

  /** Suspends the limit of this server until the window closes, and ends a mute. */
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

  /** Removes the notice, because the user has dismissed it. */
  dismiss(serverId: string): void {
    this.#account(serverId).noticeAt = undefined;
    this.#changed.fire(serverId);
  }

  report(serverId: string): RateReport {
    if (!this.#accounts.has(serverId)) {
      // The servers view calls this for each server, but only a server that has sent a request needs an account.
      return { asked: 0, withheld: 0, mutedUntil: undefined, allowed: false, notice: undefined };
    }
    const account = this.#account(serverId);
    const { asked, withheld, noticeAt } = account;
    const countsAt = (at: number) => ({
      asked: timesInLastMinute(asked, at).length,
      withheld: timesInLastMinute(withheld, at).length,
    });
    const now = this.#clock.steady();
    const mutedMs = account.mutedUntil - now;
    return {
      ...countsAt(now),
      mutedUntil: mutedMs > 0 ? Math.round(this.#clock.now() + mutedMs) : undefined,
      allowed: account.allowed,
      notice: noticeAt === undefined ? undefined : countsAt(noticeAt),
    };
  }

  #verdict(
    account: RequestAccount,
    now: number,
    pending: number,
    serverId: string,
    callId: string | undefined,
  ): RateVerdict {
    if (account.mutedUntil > now) {
      return { ok: false, reason: 'muted', limit: 'muted', retryAfterMs: toRetryAfter(account.mutedUntil - now) };
    }
    const limits = this.#limitsOf(serverId);
    this.#refill(account, limits, now);
    const msPerToken = minuteMs / limits.requestsPerMinute;
    if (pending >= maxPendingWithAnySettings) {
      return rateLimited('mostPending', msPerToken);
    }
    if (timesInLastMinute(account.unreadable, now).length >= maxUnreadable) {
      return rateLimited('mostUnreadable', minuteMs);
    }
    if (account.allowed || (callId !== undefined && account.answeredCalls.has(callId))) {
      return { ok: true };
    }
    if (pending >= limits.maxPending) {
      return rateLimited('maxPending', msPerToken);
    }
    return account.tokens < 1 ? rateLimited('requestsPerMinute', (1 - account.tokens) * msPerToken) : { ok: true };
  }

  #refill(account: RequestAccount, { requestsPerMinute }: RateLimits, now: number): void {
    const elapsedMs = now - account.refilledAt;
    account.tokens = Math.min(requestsPerMinute, account.tokens + (elapsedMs * requestsPerMinute) / minuteMs);
    account.refilledAt = now;
  }

  #account(serverId: string): RequestAccount {
    let account = this.#accounts.get(serverId);
    if (!account) {
      const tokens = this.#limitsOf(serverId).requestsPerMinute;
      account = {
        tokens,
        refilledAt: this.#clock.steady(),
        mutedUntil: never,
        allowed: false,
        answeredCalls: new Set(),
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

function rateLimited(limit: ExceededLimit, ms: number): RateVerdict {
  return { ok: false, reason: 'rate_limited', limit, retryAfterMs: toRetryAfter(ms) };
}

/** Takes a token for an admitted request, unless it is free. */
function takeToken(account: RequestAccount, callId: string | undefined): void {
  const isFree = account.allowed || (callId !== undefined && account.answeredCalls.delete(callId));
  if (!isFree) {
    account.tokens -= 1;
  }
}

/** Adds a time. Removes old times only when there are many, so that adding takes little time on average. */
function addTime(times: number[], now: number): number[] {
  times.push(now);
  return times.length > 2 * maxCounted ? timesInLastMinute(times, now) : times;
}

/** The times in the last minute before `now`. */
function timesInLastMinute(times: readonly number[], now: number): number[] {
  return times.filter((time) => time <= now && now - time < minuteMs).slice(-maxCounted);
}

/** The milliseconds as a whole number, at most one hour, because JSON has no infinity for a mute without end. */
function toRetryAfter(ms: number): number {
  return Math.ceil(Math.min(ms, 60 * minuteMs));
}
