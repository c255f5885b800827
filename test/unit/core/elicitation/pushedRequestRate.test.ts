import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Settlement } from '#core/inbox/inbox.ts';
import { nameForm, RateLimitedConnection } from '#test/host/rateLimitedConnection.ts';
import { page } from '#test/host/samples.ts';
import { enableMockTimers } from '#test/mockTimers.ts';

const pushedPage = (name: string) => page(name, { elicitationId: name });
const accept = { action: 'accept', content: { name: 'Ann' } } as const;
const decline = { action: 'decline' } as const;

describe('a server that exceeds its rate limit', () => {
  let rig: RateLimitedConnection;
  beforeEach(() => {
    rig = new RateLimitedConnection();
  });

  afterEach(() => mock.timers.reset());

  describe('with pushed requests', () => {
    it('has five requests shown at once; others are refused at once with the time to retry', async () => {
      const replies = Array.from({ length: 14 }, (_, index) =>
        rig.replyTo(index % 2 ? nameForm(`${index}?`) : pushedPage(`${index}`)),
      );
      const pending = await rig.pendingRequests(5);
      const refused = await Promise.all(replies.slice(5));
      for (const reply of refused) {
        assert.ok('data' in reply);
        assert.equal(reply.code, -31001);
        assert.deepEqual(reply.data, { reason: 'rate_limited', retryAfterMs: 6000 });
      }
      assert.deepEqual(rig.rateControl.report.notice, { asked: 14, withheld: 9 });
      for (const { id } of pending) {
        rig.inbox.decide(id, { action: 'cancel' });
      }
      assert.deepEqual(
        (await Promise.all(replies.slice(0, 5))).map((reply) => reply),
        Array(5).fill({ action: 'cancel' }),
      );
    });

    it('has ten requests shown in a minute, forms and pages alike', async () => {
      await rig.pushAndCancel(9);
      const tenth = rig.replyTo(pushedPage('ten'));
      await rig.pendingRequests();
      const replies = await Promise.all([
        rig.replyTo(nameForm()),
        rig.replyTo(nameForm()),
        rig.replyTo(pushedPage('b')),
        rig.replyTo(nameForm()),
      ]);
      assert.ok(replies.every((reply) => 'code' in reply && reply.code === -31001));
      assert.deepEqual(rig.rateControl.report.notice, { asked: 14, withheld: 4 });
      await rig.decide(decline);
      assert.deepEqual(await tenth, decline);
    });

    it('has an exchange with the error that was sent', async () => {
      await rig.pushAndCancel(10);
      await rig.replyTo(nameForm('Eleventh?'));
      const { received, findings, reply } = rig.lastExchange;
      assert.deepEqual(received, { method: 'elicitation/create', params: nameForm('Eleventh?') });
      assert.match(findings.join(), /^Refused: This server asks too often/);
      assert.match(JSON.stringify(reply?.sent), /"code":-31001,.*"reason":"rate_limited"/);
      assert.match(rig.warnings.join('\n'), /refused: This server asks too often/);
    });

    it('receives the reason for a request that cannot be shown, which does not count', async () => {
      for (let time = 0; time < 29; time += 1) {
        const reply = await rig.replyTo({ message: 'x', requestedSchema: { type: 'array' } });
        assert.equal('code' in reply && reply.code, -32602);
      }
      assert.equal(rig.rateControl.report.asked, 0);
      await rig.pushAndCancel(10);
      const reply = await rig.replyTo({ message: 'x', requestedSchema: { type: 'array' } });
      assert.equal('code' in reply && reply.code, -31001);
    });

    it('has ten refusals per second logged, and then the number of further ones', async () => {
      enableMockTimers('setTimeout');
      for (let time = 0; time < 15; time += 1) {
        await rig.replyTo({ message: 'x', requestedSchema: { type: 'array' } });
      }
      assert.equal(rig.warnings.length, 10);
      mock.timers.tick(1000);
      assert.equal(rig.warnings[10], '5 more elicitations were refused within a second.');
      await rig.replyTo({ message: 'x', requestedSchema: { type: 'array' } });
      assert.match(rig.warnings[11] ?? '', /^An elicitation was refused: /);
    });

    it('receives no reasons after thirty unreadable requests in a minute', async () => {
      for (let time = 0; time < 30; time += 1) {
        await rig.replyTo({ message: 'x', requestedSchema: { type: 'array' } });
      }
      const reply = await rig.replyTo({ message: 'x', requestedSchema: { type: 'array' } });
      assert.equal('code' in reply && reply.code, -31001);
      assert.deepEqual([rig.rateControl.report.asked, rig.rateControl.report.withheld], [1, 1]);
    });

    it('may send requests beyond the limit in a call as long as the user accepts or declines', async () => {
      await rig.pushAndCancel(10);
      rig.rateLimiter.allow('user:mine');
      const first = rig.replyTo(nameForm());
      await rig.decide(accept);
      await first;
      rig.rateLimiter.mute('user:mine');
      rig.rateLimiter.unmute('user:mine');
      for (let time = 0; time < 30; time += 1) {
        const reply = rig.replyTo(nameForm(`${time}?`));
        await rig.decide(time % 2 ? accept : decline);
        assert.ok('action' in (await reply), `${time}`);
      }
      const last = rig.replyTo(nameForm('last'));
      await rig.decide({ action: 'cancel' });
      await last;
      const reply = await rig.replyTo(nameForm());
      assert.equal('code' in reply && reply.code, -31001, 'a cancel is no answer');
    });

    it('is limited in another call, even if the user answered in the first', async () => {
      const reply = rig.replyTo(nameForm());
      await rig.decide(accept);
      await reply;
      rig.elicitations.callEnded('call');
      rig.calls = [{ ...rig.call, id: 'another' }];
      await rig.pushAndCancel(9);
      const overLimit = await rig.replyTo(nameForm());
      assert.equal('code' in overLimit && overLimit.code, -31001);
    });

    it('does not affect other servers', async () => {
      await rig.pushAndCancel(10);
      assert.equal(rig.rateLimiter.admit('user:other', 0).ok, true);
    });

    it('can be muted for a time or until it is unmuted, also while the user answers', async () => {
      const reply = rig.replyTo(nameForm());
      await rig.decide(accept);
      await reply;
      rig.rateControl.mute(600_000);
      const muted = await rig.replyTo(nameForm());
      assert.ok('data' in muted);
      assert.equal(muted.data.reason, 'muted');
      assert.ok(muted.data.retryAfterMs > 590_000 && muted.data.retryAfterMs <= 600_000);
      rig.rateControl.mute();
      const mutedWithoutEnd = await rig.replyTo(nameForm());
      assert.deepEqual('data' in mutedWithoutEnd && mutedWithoutEnd.data, { reason: 'muted', retryAfterMs: 3_600_000 });
      rig.rateControl.unmute();
      const afterUnmute = rig.replyTo(nameForm());
      await rig.decide(decline);
      assert.deepEqual(await afterUnmute, decline);
    });

    it('is not limited after the user allows everything', async () => {
      await rig.pushAndCancel(10);
      await rig.replyTo(nameForm());
      rig.rateControl.allow();
      const replies = Array.from({ length: 20 }, () => rig.replyTo(nameForm()));
      await rig.pendingRequests(20);
      rig.rateControl.cancelAll('user');
      assert.deepEqual(await Promise.all(replies), Array(20).fill({ action: 'cancel' }));
    });

    for (const [by, byProgram] of [
      ['user', undefined],
      ['program', true],
    ] as const) {
      it(`receives cancel if ${by === 'user' ? 'the user' : 'a program'} cancels everything, and the settlement has the origin`, async () => {
        const settlements: Settlement[] = [];
        rig.inbox.onDidSettle(({ settlement }) => settlements.push(settlement));
        const reply = rig.replyTo(nameForm());
        await rig.pendingRequests();
        rig.rateControl.cancelAll(by);
        assert.deepEqual(await reply, { action: 'cancel' });
        const decision = { action: 'cancel', ...(byProgram && { byProgram }) };
        assert.deepEqual(settlements, [{ kind: 'decided', decision }]);
      });
    }
  });
});
