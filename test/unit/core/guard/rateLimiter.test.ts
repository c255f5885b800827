import assert from 'node:assert/strict';
import { RateLimiter } from '#core/guard/rateLimiter.ts';

class SetClock {
  /** Milliseconds that have really gone by. */
  time = 1_000_000;
  /** How far the machine's clock is off, by what somebody has set. */
  set = 0;
  now(): number {
    return this.time + this.set;
  }
  steady(): number {
    return this.time;
  }
}

const hour = 3_600_000;

describe('the rate limiter', () => {
  let clock: SetClock;
  let limiter: RateLimiter;
  const limits = { requestsPerMinute: 10, maxPending: 5 };
  const askTimes = (times: number, server = 'one') =>
    Array.from({ length: times }, () => limiter.admit(server, 0).ok).filter(Boolean).length;

  beforeEach(() => {
    clock = new SetClock();
    limiter = new RateLimiter(clock, () => limits);
  });

  it('lets as many through at once as are allowed in a minute', () => {
    assert.equal(askTimes(14), 10);
    const counts = { asked: 14, withheld: 4 };
    assert.deepEqual(limiter.report('one'), { ...counts, mutedUntil: undefined, allowed: false, notice: counts });
  });

  it('keeps nothing of a server that has not asked', () => {
    let looked = 0;
    const counting = new RateLimiter(clock, () => {
      looked += 1;
      return limits;
    });
    assert.deepEqual(counting.report('one'), {
      asked: 0,
      withheld: 0,
      mutedUntil: undefined,
      allowed: false,
      notice: undefined,
    });
    assert.equal(looked, 0, 'an account was made');
  });

  it('says when to ask again, and keeps its word', () => {
    askTimes(10);
    assert.deepEqual(limiter.admit('one', 0), {
      ok: false,
      reason: 'rate_limited',
      limit: 'requestsPerMinute',
      retryAfterMs: 6000,
    });
    clock.time += 5999;
    assert.deepEqual(limiter.admit('one', 0), {
      ok: false,
      reason: 'rate_limited',
      limit: 'requestsPerMinute',
      retryAfterMs: 1,
    });
    clock.time += 1;
    assert.deepEqual(limiter.admit('one', 0), { ok: true });
    assert.equal(limiter.admit('one', 0).ok, false);
  });

  it('lets ten a minute through for as long as it goes on', () => {
    let through = 0;
    for (let second = 0; second < 600; second += 1) {
      through += askTimes(3);
      clock.time += 1000;
    }
    assert.ok(through >= 109 && through <= 110, `${through}`);
  });

  it('costs the other servers nothing', () => {
    askTimes(100);
    assert.equal(askTimes(10, 'other'), 10);
  });

  it('withholds what comes while too many wait, and does not charge for it', () => {
    assert.equal(limiter.admit('one', 4).ok, true);
    assert.deepEqual(limiter.admit('one', 5), {
      ok: false,
      reason: 'rate_limited',
      limit: 'maxPending',
      retryAfterMs: 6000,
    });
    assert.equal(askTimes(10), 9);
  });

  it('lets a conversation go on: what follows an answer in the same call is free, once for each answer', () => {
    askTimes(10);
    limiter.userAnswered('one', 'call');
    assert.equal(limiter.admit('one', 0, 'another call').ok, false);
    assert.equal(limiter.admit('one', 0, 'call').ok, true);
    assert.equal(limiter.admit('one', 0, 'call').ok, false);
    limiter.userAnswered('one', 'call');
    limiter.callEnded('one', 'call');
    assert.equal(limiter.admit('one', 0, 'call').ok, false);
  });

  it('mutes for a while, or until told otherwise, even in a conversation', () => {
    limiter.mute('one', 600_000);
    limiter.userAnswered('one', 'call');
    assert.deepEqual(limiter.admit('one', 0, 'call'), {
      ok: false,
      reason: 'muted',
      limit: 'muted',
      retryAfterMs: 600_000,
    });
    clock.time += 600_000;
    assert.equal(limiter.admit('one', 0).ok, true);
    limiter.mute('one');
    assert.deepEqual(limiter.admit('one', 0), { ok: false, reason: 'muted', limit: 'muted', retryAfterMs: 3_600_000 });
    limiter.unmute('one');
    assert.equal(limiter.admit('one', 0).ok, true);
  });

  it('allows everything for the session once the person says so', () => {
    limiter.mute('one');
    limiter.allow('one');
    assert.equal(askTimes(100), 100);
    assert.equal(limiter.admit('one', 50).ok, true);
    limiter.mute('one');
    assert.equal(limiter.admit('one', 0).ok, false);
  });

  it('tells what was withheld until the person has dealt with it, also when they come back late', () => {
    askTimes(14);
    clock.time += 3_600_000;
    assert.equal(limiter.report('one').withheld, 0);
    assert.deepEqual(limiter.report('one').notice, { asked: 14, withheld: 4 });
    for (const deal of ['allow', 'dismiss', 'unmute'] as const) {
      limiter.unmute('one');
      askTimes(11);
      limiter[deal]('one');
      assert.equal(limiter.report('one').notice, undefined, deal);
    }
  });

  it('has no news of a server that the person has muted, and counts on where there was some', () => {
    limiter.mute('one');
    askTimes(3);
    assert.equal(limiter.report('one').notice, undefined);
    limiter.unmute('one');
    clock.time += 60_000;
    askTimes(11);
    limiter.mute('one', 600_000);
    askTimes(2);
    assert.deepEqual(limiter.report('one').notice, { asked: 13, withheld: 3 });
    clock.time += 600_000;
    assert.deepEqual(limiter.report('one').notice, undefined);
    assert.equal(limiter.report('one').mutedUntil, undefined);
  });

  it('looks without counting or charging', () => {
    for (let times = 0; times < 50; times += 1) {
      assert.equal(limiter.peek('one', 0).ok, true);
    }
    assert.equal(limiter.report('one').asked, 0);
    assert.equal(askTimes(14), 10);
    assert.equal(limiter.peek('one', 0).ok, false);
    assert.equal(limiter.report('one').asked, 14);
  });

  it('never lets more than 1000 wait, whatever it was told', () => {
    limiter.allow('one');
    limiter.userAnswered('one', 'call');
    assert.equal(limiter.admit('one', 999, 'call').ok, true);
    assert.equal(limiter.admit('one', 1000, 'call').ok, false);
  });

  it('says when something has changed, and of whom', () => {
    const told: string[] = [];
    limiter.onDidChange((server) => told.push(server));
    askTimes(10);
    assert.deepEqual(told, []);
    askTimes(2);
    limiter.mute('other');
    assert.deepEqual(told, ['one', 'one', 'other']);
  });

  for (const [way, jump] of [
    ['back', -hour],
    ['ahead', hour],
  ] as const) {
    it(`neither gives nor takes when the clock jumps ${way}, and forgets nothing`, () => {
      askTimes(12);
      clock.set = jump;
      assert.deepEqual(limiter.admit('one', 0), {
        ok: false,
        reason: 'rate_limited',
        limit: 'requestsPerMinute',
        retryAfterMs: 6000,
      });
      assert.equal(limiter.report('one').withheld, 3);
      clock.time += 6000;
      assert.equal(limiter.admit('one', 0).ok, true);
      assert.equal(limiter.admit('one', 0).ok, false);
    });

    it(`mutes for ten minutes that have gone by, also when the clock jumps ${way}, and says when they end`, () => {
      limiter.mute('one', 600_000);
      clock.set = jump;
      assert.equal(limiter.report('one').mutedUntil, clock.now() + 600_000);
      clock.time += 599_999;
      assert.deepEqual(limiter.admit('one', 0), { ok: false, reason: 'muted', limit: 'muted', retryAfterMs: 1 });
      clock.time += 1;
      assert.equal(limiter.admit('one', 0).ok, true);
      assert.equal(limiter.report('one').mutedUntil, undefined);
    });
  }

  it('gives no more than a minute of questions after years', () => {
    askTimes(10);
    clock.time += 1e12;
    assert.equal(askTimes(20), 10);
  });

  it('has an end to requests that cannot be read, without charging for them', () => {
    for (let request = 0; request < 29; request += 1) {
      limiter.countUnreadable('one');
    }
    assert.equal(askTimes(1), 1);
    limiter.countUnreadable('one');
    assert.deepEqual(limiter.peek('one', 0), {
      ok: false,
      reason: 'rate_limited',
      limit: 'mostUnreadable',
      retryAfterMs: 60_000,
    });
    assert.equal(askTimes(10, 'other'), 10);
    clock.time += 60_000;
    assert.equal(askTimes(10), 10);
  });

  it('keeps its memory bounded under a flood', () => {
    askTimes(5000);
    assert.equal(limiter.report('one').asked, 1000);
    for (let call = 0; call < 500; call += 1) {
      limiter.userAnswered('one', `call ${call}`);
    }
    assert.equal(limiter.admit('one', 0, 'call 0').ok, false);
    assert.equal(limiter.admit('one', 0, 'call 499').ok, true);
  });
});
