import assert from 'node:assert/strict';
import { until } from '#test/host/until.ts';
import { DeliveryHost } from './deliveryHost.ts';

const ann = { action: 'accept', content: { name: 'Ann' } };

describe("the user's answer over HTTP, up to 2025-11-25", () => {
  let rig: DeliveryHost;
  beforeEach(async () => {
    rig = await DeliveryHost.http('legacy');
    await rig.ask();
  });
  afterEach(() => rig.end());

  for (const status of [400, 401, 403, 500, 502]) {
    it(`that is refused with ${status} is said not to have arrived, and is sent again as it is when the user says so`, async () => {
      await rig.treat(String(status));
      rig.submit();
      const screen = await rig.shows('notDelivered');
      assert.deepEqual([screen.state, screen.status, screen.ended], ['refused', status, false]);
      assert.deepEqual(screen.answers, [{ label: 'name', value: 'Ann' }]);
      assert.deepEqual(rig.recorded, []);
      rig.press('sendAgain');
      rig.press('sendAgain');
      await until(() => rig.ends.length === 1);
      assert.match(rig.ends[0] ?? '', /Ann/);
      const { answers, used } = await rig.seen();
      assert.deepEqual([answers, used], [[ann, ann], [ann]]);
      await until(() => rig.recorded.length === 1);
      assert.deepEqual(rig.recorded, ['accept']);
      assert.equal(rig.files.list().length, 0);
    });
  }

  it('is recorded as not delivered when the user stops the call, and comes back when it is run again', async () => {
    await rig.treat('403');
    rig.submit();
    await rig.shows('notDelivered');
    rig.press('cancel');
    await until(() => rig.ends.length === 1);
    assert.deepEqual(rig.recorded, ['accept refused 403']);
    await rig.ask();
    const { inputs, declinedBefore } = await rig.shows('form');
    assert.deepEqual(inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
    assert.equal(declinedBefore, false);
    assert.deepEqual((await rig.seen()).answers, [ann]);
  });

  it('is sent once more after the time that the server asks for', async () => {
    await rig.treat('429', { retryAfter: '1' });
    const since = performance.now();
    rig.submit();
    await until(() => rig.states.includes('paused'));
    await until(() => rig.ends.length === 1);
    assert.ok(performance.now() - since >= 900);
    assert.deepEqual((await rig.seen()).answers, [ann, ann]);
  });

  it('that is refused once more after that time waits for the user', async () => {
    await rig.treat('503', { times: 2, retryAfter: '0' });
    rig.submit();
    const { status } = await rig.shows('notDelivered');
    assert.equal(status, 503);
    assert.deepEqual((await rig.seen()).answers, [ann, ann]);
  });

  it('is not sent by itself where the server asks to wait for long', async () => {
    await rig.treat('429', { retryAfter: '600' });
    rig.submit();
    const { retryAfter } = await rig.shows('notDelivered');
    assert.equal(retryAfter, 600);
    assert.deepEqual((await rig.seen()).answers, [ann]);
  });

  for (const how of ['resetBefore', 'resetAfter']) {
    it(`is sent again by itself when the connection breaks (${how})`, async () => {
      await rig.treat(how);
      rig.submit();
      await until(() => rig.ends.length === 1);
      assert.match(rig.ends[0] ?? '', /Ann/);
      assert.deepEqual((await rig.seen()).used, [ann]);
    });
  }

  it('is sent again three times at most when the connection breaks, and then when the user says so', async () => {
    await rig.treat('resetAfter', { times: 4 });
    rig.submit();
    const { state, reason } = await rig.shows('notDelivered', 15_000);
    assert.deepEqual([state, reason], ['unknown', 'broken']);
    assert.equal((await rig.seen()).answers.length, 4);
    rig.press('sendAgain');
    await until(() => rig.ends.length === 1);
    assert.deepEqual((await rig.seen()).used, [ann]);
  }).timeout(30_000);

  it('is not sent any more once the call has its result', async () => {
    await rig.treat('resetAfter', { times: 10 });
    rig.submit();
    await until(async () => (await rig.seen()).answers.length === 1);
    await rig.control('finish');
    await until(() => rig.ends.length === 1);
    const { length } = (await rig.seen()).answers;
    await until(() => rig.recorded.length === 1);
    // Longer than the pause before the next time that it would be sent.
    const since = performance.now();
    await until(() => performance.now() - since > 1500);
    assert.equal((await rig.seen()).answers.length, length);
    assert.deepEqual(rig.recorded, ['accept unknown']);
  });

  it('is kept when the server has forgotten the session, and the call can be run again with it', async () => {
    await rig.treat('forget');
    rig.submit();
    await until(() => rig.ends.length === 1, 15_000);
    const screen = await rig.shows('notDelivered');
    assert.deepEqual([screen.ended, screen.runs, screen.status], [true, true, 404]);
    assert.deepEqual(rig.recorded, ['accept refused 404']);
    rig.press('sendAgain');
    rig.press('runAgain');
    const { inputs } = await rig.shows('form');
    assert.deepEqual(inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
    assert.equal((await rig.seen()).answers.length, 1);
    assert.equal((await rig.seen()).calls, 2);
  }).timeout(30_000);

  it('is said to be on its way, and nothing else, until the server has taken it', async () => {
    await rig.treat('silent');
    rig.submit();
    await until(() => rig.states.includes('sending'));
    assert.deepEqual(rig.recorded, []);
    assert.equal(rig.files.list().length, 1);
    rig.server.cancelCall(rig.server.calls[0]?.id ?? '');
    await until(() => rig.ends.length === 1);
    assert.deepEqual(rig.recorded, ['accept unknown']);
    await rig.ask();
    assert.deepEqual((await rig.shows('form')).inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
  });

  it('is not sent again once the server has taken the question back', async () => {
    await rig.treat('500', { times: 10 });
    rig.submit();
    await rig.shows('notDelivered');
    await rig.control('cancel');
    await rig.shows('running');
    assert.deepEqual(rig.recorded, ['accept refused']);
    assert.equal((await rig.seen()).answers.length, 1);
    await rig.control('finish');
    await until(() => rig.ends.length === 1);
  });

  it('that is a decline is said not to have arrived too', async () => {
    await rig.treat('500');
    rig.press('decline');
    const { action } = await rig.shows('notDelivered');
    assert.equal(action, 'decline');
    rig.press('sendAgain');
    await until(() => rig.ends.length === 1);
    assert.deepEqual((await rig.seen()).used, [{ action: 'decline' }]);
  });

  it('is not held against the user when they run the call again after a decline', async () => {
    rig.press('decline');
    await until(() => rig.ends.length === 1);
    await rig.ask();
    const { declinedBefore } = await rig.shows('form');
    assert.equal(declinedBefore, false);
  });
});

describe("the user's answer over HTTP, in 2026-07-28", () => {
  let rig: DeliveryHost;
  beforeEach(async () => {
    rig = await DeliveryHost.http('modern');
    await rig.ask();
  });
  afterEach(() => rig.end());

  for (const [how, kept, state] of [
    ['400', 'accept refused 400', 'refused'],
    ['401', 'accept refused 401', 'refused'],
    ['404', 'accept refused 404', 'refused'],
    ['500', 'accept refused 500', 'refused'],
    ['resetBefore', 'accept unknown', 'unknown'],
    ['used', 'accept unknown', 'unknown'],
    ['signInJson', 'accept unknown', 'unknown'],
    ['signInHtml', 'accept unknown', 'unknown'],
    ['accepted', 'accept unknown', 'unknown'],
  ] as const) {
    it(`that meets ${how} is not sent again, is kept, and fills the form when the call is run again`, async () => {
      await rig.treat(how);
      rig.submit();
      const screen = await rig.shows('notDelivered');
      assert.deepEqual([screen.state, screen.ended, screen.runs], [state, true, true]);
      await until(() => rig.ends.length === 1);
      assert.deepEqual(rig.recorded, [kept]);
      assert.ok((await rig.seen()).answers.length <= 1);
      rig.press('runAgain');
      const { inputs } = await rig.shows('form');
      assert.deepEqual(inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
      rig.submit();
      await until(() => rig.ends.length === 2);
      assert.match(rig.ends[1] ?? '', /Ann/);
      await until(() => rig.recorded.length === 2);
      assert.deepEqual(rig.recorded, [kept, 'accept']);
    });
  }

  it('that the server does not take any more is said so in words of ours', async () => {
    await rig.treat('expired');
    rig.submit();
    const { reason } = await rig.shows('notDelivered');
    assert.equal(reason, 'expired');
    await until(() => rig.ends.length === 1);
    assert.doesNotMatch(rig.ends[0] ?? '', /0xdeadbeef/);
    rig.press('runAgain');
    assert.deepEqual((await rig.shows('form')).inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
  });

  it('is sent once more after 429', async () => {
    await rig.treat('429', { retryAfter: '1' });
    rig.submit();
    await until(() => rig.ends.length === 1);
    assert.match(rig.ends[0] ?? '', /Ann/);
    assert.equal((await rig.seen()).used.length, 1);
  });
});

for (const era of ['legacy', 'modern'] as const) {
  describe(`the user's answer to a stdio server of the ${era} era that leaves`, () => {
    let rig: DeliveryHost;
    afterEach(() => rig.end());

    for (const how of ['close', 'exit'] as const) {
      it(`is kept when it ${how === 'close' ? 'has closed its input' : 'ends while it reads'}, and the server starts anew`, async () => {
        rig = DeliveryHost.stdio(how, era);
        await rig.ask();
        rig.submit();
        await until(() => rig.ends.length === 1, 15_000);
        const { ended } = await rig.shows('notDelivered');
        assert.equal(ended, true);
        await until(() => rig.recorded.length === 1);
        assert.match(rig.recorded[0] ?? '', /^accept (refused|unknown)$/);
        await until(() => rig.server.state.kind === 'failed');
        rig.press('runAgain');
        assert.deepEqual((await rig.shows('form')).inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
      }).timeout(30_000);
    }
  });
}
