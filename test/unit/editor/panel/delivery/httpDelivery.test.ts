import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { fakeTimers, restoreTimers } from '#test/host/fakeTimers.ts';
import { settled, until } from '#test/host/until.ts';
import { DeliveryHost } from './deliveryHost.ts';

const ann = { action: 'accept', content: { name: 'Ann' } };

describe("the user's answer over HTTP, up to 2025-11-25", () => {
  let host: DeliveryHost;
  beforeEach(async () => {
    host = await DeliveryHost.http('legacy');
    await host.callUntilRequest();
  });
  afterEach(() => {
    restoreTimers();
    return host.end();
  });

  for (const status of [400, 401, 403, 500, 502]) {
    it(`is shown as not delivered if it is refused with ${status}, and sent again unchanged if the user presses the button`, async () => {
      await host.setTreatment(String(status));
      host.submit();
      const screen = await host.shows('notDelivered');
      assert.deepEqual([screen.state, screen.status, screen.hasCallEnded], ['refused', status, false]);
      assert.deepEqual(screen.answers, [{ label: 'name', value: 'Ann' }]);
      assert.deepEqual(host.recorded, []);
      host.press('sendAgain');
      host.press('sendAgain');
      await until(() => host.callEnds.length === 1);
      assert.match(host.callEnds[0] ?? '', /Ann/);
      const { answers, used } = await host.serverState();
      assert.deepEqual([answers, used], [[ann, ann], [ann]]);
      await until(() => host.recorded.length === 1);
      assert.deepEqual(host.recorded, ['accept']);
      assert.equal(host.files.list().length, 0);
    });
  }

  it('is recorded as not delivered if the user stops the call, and fills the form if the call is run again', async () => {
    await host.setTreatment('403');
    host.submit();
    await host.shows('notDelivered');
    host.press('cancel');
    await until(() => host.callEnds.length === 1);
    assert.deepEqual(host.recorded, ['accept refused 403']);
    await host.callUntilRequest();
    const { inputs, declinedBefore } = await host.shows('form');
    assert.deepEqual(inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
    assert.equal(declinedBefore, false);
    assert.deepEqual((await host.serverState()).answers, [ann]);
  });

  it('is sent again after the pause that the server requires', async () => {
    await host.setTreatment('429', { retryAfter: '20' });
    fakeTimers();
    host.submit();
    // The screen of the running call is posted after 50 ms, during which the pause may have begun.
    await settled(() => {
      if (host.states.length === 0) mock.timers.tick(1);
      return host.states.includes('paused');
    });
    mock.timers.tick(19_949);
    assert.deepEqual((await host.serverState()).answers, [ann]);
    assert.deepEqual(host.states, ['paused']);
    mock.timers.tick(51);
    await settled(() => host.callEnds.length === 1);
    assert.deepEqual((await host.serverState()).answers, [ann, ann]);
  });

  it('waits for the user if it is refused again after that pause', async () => {
    await host.setTreatment('503', { times: 2, retryAfter: '0' });
    host.submit();
    const { status } = await host.shows('notDelivered');
    assert.equal(status, 503);
    assert.deepEqual((await host.serverState()).answers, [ann, ann]);
  });

  it('is not sent again automatically if the server requires a long pause', async () => {
    await host.setTreatment('429', { retryAfter: '600' });
    host.submit();
    const { retryAfter } = await host.shows('notDelivered');
    assert.equal(retryAfter, 600);
    assert.deepEqual((await host.serverState()).answers, [ann]);
  });

  for (const how of ['resetBefore', 'resetAfter']) {
    it(`is sent again automatically if the connection breaks (${how})`, async () => {
      await host.setTreatment(how);
      host.submit();
      await until(() => host.callEnds.length === 1);
      assert.match(host.callEnds[0] ?? '', /Ann/);
      assert.deepEqual((await host.serverState()).used, [ann]);
    });
  }

  it('is sent again at most three times if the connection breaks, and then if the user presses the button', async () => {
    await host.setTreatment('resetAfter', { times: 4 });
    host.submit();
    const { state, reason } = await host.shows('notDelivered');
    assert.deepEqual([state, reason], ['unknown', 'broken']);
    assert.equal((await host.serverState()).answers.length, 4);
    host.press('sendAgain');
    await until(() => host.callEnds.length === 1);
    assert.deepEqual((await host.serverState()).used, [ann]);
  });

  it('is not sent again after the call has its result', async () => {
    await host.setTreatment('resetAfter', { times: 10 });
    fakeTimers();
    host.submit();
    await settled(async () => (await host.serverState()).answers.length === 1);
    await host.control('finish');
    await settled(() => host.callEnds.length === 1 && host.recorded.length === 1);
    // Longer than every pause before a reply is sent again. The server receives the next call after earlier messages.
    mock.timers.tick(10_000);
    host.call();
    await settled(async () => (await host.serverState()).calls === 2);
    assert.equal((await host.serverState()).answers.length, 1);
    assert.deepEqual(host.recorded, ['accept unknown']);
  });

  it('is kept if the server has forgotten the session, and the call can be run again with it', async () => {
    await host.setTreatment('forget');
    host.submit();
    await until(() => host.callEnds.length === 1);
    const screen = await host.shows('notDelivered');
    assert.deepEqual([screen.hasCallEnded, screen.isCallKnown, screen.status], [true, true, 404]);
    assert.deepEqual(host.recorded, ['accept refused 404']);
    host.press('sendAgain');
    host.press('runAgain');
    const { inputs } = await host.shows('form');
    assert.deepEqual(inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
    assert.equal((await host.serverState()).answers.length, 1);
    assert.equal((await host.serverState()).calls, 2);
  });

  it('is shown as being sent, and not recorded, until the server has accepted it', async () => {
    await host.setTreatment('silent');
    host.submit();
    await until(() => host.states.includes('sending'));
    assert.deepEqual(host.recorded, []);
    assert.equal(host.files.list().length, 1);
    host.server.cancelCall(host.server.calls[0]?.id ?? '');
    await until(() => host.callEnds.length === 1);
    assert.deepEqual(host.recorded, ['accept unknown']);
    await host.callUntilRequest();
    assert.deepEqual((await host.shows('form')).inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
  });

  it('is not sent again after the server has withdrawn the request', async () => {
    await host.setTreatment('500', { times: 10 });
    host.submit();
    await host.shows('notDelivered');
    await host.control('cancel');
    await host.shows('running');
    assert.deepEqual(host.recorded, ['accept refused']);
    assert.equal((await host.serverState()).answers.length, 1);
    await host.control('finish');
    await until(() => host.callEnds.length === 1);
  });

  it('is also shown as not delivered if it is a decline', async () => {
    await host.setTreatment('500');
    host.press('decline');
    const { action } = await host.shows('notDelivered');
    assert.equal(action, 'decline');
    host.press('sendAgain');
    await until(() => host.callEnds.length === 1);
    assert.deepEqual((await host.serverState()).used, [{ action: 'decline' }]);
  });

  it('is not shown as "declined before" in the next run of the call, if it was a decline', async () => {
    host.press('decline');
    await until(() => host.callEnds.length === 1);
    await host.callUntilRequest();
    const { declinedBefore } = await host.shows('form');
    assert.equal(declinedBefore, false);
  });
});

describe("the user's answer over HTTP, in 2026-07-28", () => {
  let host: DeliveryHost;
  beforeEach(async () => {
    host = await DeliveryHost.http('modern');
    await host.callUntilRequest();
  });
  afterEach(() => host.end());

  for (const [how, recorded, state] of [
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
    it(`is not sent again after ${how}, is kept, and fills the form if the call is run again`, async () => {
      await host.setTreatment(how);
      host.submit();
      const screen = await host.shows('notDelivered');
      assert.deepEqual([screen.state, screen.hasCallEnded, screen.isCallKnown], [state, true, true]);
      await until(() => host.callEnds.length === 1);
      assert.deepEqual(host.recorded, [recorded]);
      assert.ok((await host.serverState()).answers.length <= 1);
      host.press('runAgain');
      const { inputs } = await host.shows('form');
      assert.deepEqual(inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
      host.submit();
      await until(() => host.callEnds.length === 2);
      assert.match(host.callEnds[1] ?? '', /Ann/);
      await until(() => host.recorded.length === 2);
      assert.deepEqual(host.recorded, [recorded, 'accept']);
    });
  }

  it('is shown with a text of the host if the server rejects it as expired', async () => {
    await host.setTreatment('expired');
    host.submit();
    const { reason } = await host.shows('notDelivered');
    assert.equal(reason, 'expired');
    await until(() => host.callEnds.length === 1);
    assert.doesNotMatch(host.callEnds[0] ?? '', /0xdeadbeef/);
    host.press('runAgain');
    assert.deepEqual((await host.shows('form')).inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
  });

  it('is sent again after 429', async () => {
    await host.setTreatment('429', { retryAfter: '1' });
    host.submit();
    await until(() => host.callEnds.length === 1);
    assert.match(host.callEnds[0] ?? '', /Ann/);
    assert.equal((await host.serverState()).used.length, 1);
  });
});

for (const era of ['legacy', 'modern'] as const) {
  describe(`the user's answer to a stdio server of the ${era} era that leaves`, () => {
    let host: DeliveryHost;
    afterEach(() => host.end());

    for (const how of ['close', 'exit'] as const) {
      it(`is kept if it ${how === 'close' ? 'has closed its input' : 'ends while it reads'}, and the server restarts`, async () => {
        host = DeliveryHost.stdio(how, era);
        await host.callUntilRequest();
        host.submit();
        await until(() => host.callEnds.length === 1);
        const { hasCallEnded: ended } = await host.shows('notDelivered');
        assert.equal(ended, true);
        await until(() => host.recorded.length === 1);
        assert.match(host.recorded[0] ?? '', /^accept (refused|unknown)$/);
        await until(() => host.server.state.kind === 'failed');
        host.press('runAgain');
        assert.deepEqual((await host.shows('form')).inputs, [{ kind: 'text', text: 'Ann', touched: true }]);
      });
    }
  });
}
