import assert from 'node:assert/strict';
import { RateLimiter } from '#core/guard/rateLimiter.ts';

class TestClock {
  /** The steady time. In milliseconds. */
  time = 1_000_000;
  /** The difference between the clock and the steady time. In milliseconds. */
  offset = 0;
  now(): number {
    return this.time + this.offset;
  }
  steady(): number {
    return this.time;
  }
}

const hour = 3_600_000;

describe('the rate limiter', () => {
  let clock: TestClock;
  let limiter: RateLimiter;
  const limits = { requestsPerMinute: 10, maxPending: 5 };
  const countAdmitted = (times: number, server = 'one') =>
    Array.from({ length: times }, () => limiter.admit(server, 0).ok).filter(Boolean).length;

  beforeEach(() => {
    clock = new TestClock();
    limiter = new RateLimiter(clock, () => limits);
  });

  it('admits as many requests at once as the limit allows in a minute', () => {
    assert.equal(countAdmitted(14), 10);
    const counts = { asked: 14, withheld: 4 };
    assert.deepEqual(limiter.report('one'), { ...counts, mutedUntil: undefined, allowed: false, notice: counts });
  });

  it('stores nothing for a report about a server without requests', () => {
    let limitReads = 0;
    const counting = new RateLimiter(clock, () => {
      limitReads += 1;
      return limits;
    });
    assert.deepEqual(counting.report('one'), {
      asked: 0,
      withheld: 0,
      mutedUntil: undefined,
      allowed: false,
      notice: undefined,
    });
    assert.equal(limitReads, 0, 'an account was made');
  });

  it('returns the time until the next request is admitted', () => {
    countAdmitted(10);
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

  it('admits ten requests a minute continuously', () => {
    let admitted = 0;
    for (let second = 0; second < 600; second += 1) {
      admitted += countAdmitted(3);
      clock.time += 1000;
    }
    assert.ok(admitted >= 109 && admitted <= 110, `${admitted}`);
  });

  it('does not count requests of one server for another', () => {
    countAdmitted(100);
    assert.equal(countAdmitted(10, 'other'), 10);
  });

  it('refuses requests while too many wait, and does not count the refused ones towards the limit of a minute', () => {
    assert.equal(limiter.admit('one', 4).ok, true);
    assert.deepEqual(limiter.admit('one', 5), {
      ok: false,
      reason: 'rate_limited',
      limit: 'maxPending',
      retryAfterMs: 6000,
    });
    assert.equal(countAdmitted(10), 9);
  });

  it('admits one request beyond the limit after each answer in the same call', () => {
    countAdmitted(10);
    limiter.userAnswered('one', 'call');
    assert.equal(limiter.admit('one', 0, 'another call').ok, false);
    assert.equal(limiter.admit('one', 0, 'call').ok, true);
    assert.equal(limiter.admit('one', 0, 'call').ok, false);
    limiter.userAnswered('one', 'call');
    limiter.callEnded('one', 'call');
    assert.equal(limiter.admit('one', 0, 'call').ok, false);
  });

  it('mutes for a time or until unmuted, also in a call with an answer', () => {
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

  it('admits the requests of a server for which the user has suspended the limit, until a mute', () => {
    limiter.mute('one');
    limiter.allow('one');
    assert.equal(countAdmitted(100), 100);
    assert.equal(limiter.admit('one', 50).ok, true);
    limiter.mute('one');
    assert.equal(limiter.admit('one', 0).ok, false);
  });

  it('keeps the notice of refused requests until the user suspends the limit, dismisses the notice or unmutes the server', () => {
    countAdmitted(14);
    clock.time += 3_600_000;
    assert.equal(limiter.report('one').withheld, 0);
    assert.deepEqual(limiter.report('one').notice, { asked: 14, withheld: 4 });
    for (const act of ['allow', 'dismiss', 'unmute'] as const) {
      const server = `server to ${act}`;
      countAdmitted(11, server);
      assert.deepEqual(limiter.report(server).notice, { asked: 11, withheld: 1 });
      limiter[act](server);
      assert.equal(limiter.report(server).notice, undefined, act);
    }
  });

  it('starts no notice for a muted server, but updates an existing one', () => {
    limiter.mute('one');
    countAdmitted(3);
    assert.equal(limiter.report('one').notice, undefined);
    limiter.unmute('one');
    clock.time += 60_000;
    countAdmitted(11);
    limiter.mute('one', 600_000);
    countAdmitted(2);
    assert.deepEqual(limiter.report('one').notice, { asked: 13, withheld: 3 });
    clock.time += 600_000;
    assert.deepEqual(limiter.report('one').notice, undefined);
    assert.equal(limiter.report('one').mutedUntil, undefined);
  });

  it('counts no request when `peek` returns the verdict', () => {
    for (let times = 0; times < 50; times += 1) {
      assert.equal(limiter.peek('one', 0).ok, true);
    }
    assert.equal(limiter.report('one').asked, 0);
    assert.equal(countAdmitted(14), 10);
    assert.equal(limiter.peek('one', 0).ok, false);
    assert.equal(limiter.report('one').asked, 14);
  });

  it('never lets more than 1000 requests wait, whatever the limits', () => {
    limiter.allow('one');
    limiter.userAnswered('one', 'call');
    assert.equal(limiter.admit('one', 999, 'call').ok, true);
    assert.equal(limiter.admit('one', 1000, 'call').ok, false);
  });

  it('fires an event with the server for a refused request and for a mute, but not for an admitted request', () => {
    const changedServers: string[] = [];
    limiter.onDidChange((server) => changedServers.push(server));
    countAdmitted(10);
    assert.deepEqual(changedServers, []);
    countAdmitted(2);
    limiter.mute('other');
    assert.deepEqual(changedServers, ['one', 'one', 'other']);
  });

  for (const [direction, jump] of [
    ['back', -hour],
    ['ahead', hour],
  ] as const) {
    it(`is not affected if the clock jumps ${direction}`, () => {
      countAdmitted(12);
      clock.offset = jump;
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

    it(`mutes for ten minutes of the steady clock if the clock jumps ${direction}, and reports the end by the changed clock`, () => {
      limiter.mute('one', 600_000);
      clock.offset = jump;
      assert.equal(limiter.report('one').mutedUntil, clock.now() + 600_000);
      clock.time += 599_999;
      assert.deepEqual(limiter.admit('one', 0), { ok: false, reason: 'muted', limit: 'muted', retryAfterMs: 1 });
      clock.time += 1;
      assert.equal(limiter.admit('one', 0).ok, true);
      assert.equal(limiter.report('one').mutedUntil, undefined);
    });
  }

  it('admits no more requests at once than the limit allows in a minute, also after years without requests', () => {
    countAdmitted(10);
    clock.time += 1e12;
    assert.equal(countAdmitted(20), 10);
  });

  it('limits unreadable requests without counting them towards the limit of requests', () => {
    for (let request = 0; request < 29; request += 1) {
      limiter.countUnreadable('one');
    }
    assert.equal(countAdmitted(1), 1);
    limiter.countUnreadable('one');
    assert.deepEqual(limiter.peek('one', 0), {
      ok: false,
      reason: 'rate_limited',
      limit: 'mostUnreadable',
      retryAfterMs: 60_000,
    });
    assert.equal(countAdmitted(10, 'other'), 10);
    clock.time += 60_000;
    assert.equal(countAdmitted(10), 10);
  });

  it('bounds its memory under many requests', () => {
    countAdmitted(5000);
    assert.equal(limiter.report('one').asked, 1000);
    for (let call = 0; call < 500; call += 1) {
      limiter.userAnswered('one', `call ${call}`);
    }
    assert.equal(limiter.admit('one', 0, 'call 0').ok, false);
    assert.equal(limiter.admit('one', 0, 'call 499').ok, true);
  });
});
