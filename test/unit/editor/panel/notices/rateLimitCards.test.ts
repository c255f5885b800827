import assert from 'node:assert/strict';
import { formRequest, weatherServer } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from '#test/unit/editor/panel/testPanel.ts';

describe('a server that sends too many requests', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  const ask = (times: number) => {
    for (let time = 0; time < times; time += 1) {
      panel.rateLimiter.admit(weatherServer.id, 0);
    }
    panel.controller.refresh();
  };
  const act = (
    action: 'allow' | 'muteBriefly' | 'mute' | 'unmute' | 'cancelAll' | 'dismiss',
    serverId = weatherServer.id,
  ) => panel.controller.receive({ type: 'changeRateLimit', serverId, action });

  it('has one card, which continues to count', () => {
    ask(10);
    assert.deepEqual(panel.view.rateLimitCards, []);
    ask(4);
    const card = {
      id: weatherServer.id,
      server: { name: 'weather', scope: undefined, reportedName: undefined },
      muted: false,
    };
    assert.deepEqual(panel.view.rateLimitCards, [{ ...card, asked: 14, withheld: 4 }]);
    ask(2);
    assert.deepEqual(panel.view.rateLimitCards, [{ ...card, asked: 16, withheld: 6 }]);
  });

  it('may send any number of requests after a click, and has no card then', () => {
    ask(14);
    act('allow');
    assert.deepEqual(panel.view.rateLimitCards, []);
    assert.equal(panel.rateLimiter.admit(weatherServer.id, 20).ok, true);
  });

  it('is muted for ten minutes by a click, and unmuted by another', () => {
    ask(14);
    act('muteBriefly');
    assert.equal(panel.view.rateLimitCards[0]?.muted, true);
    assert.equal(panel.rateLimiter.report(weatherServer.id).mutedUntil, 600_000);
    act('unmute');
    assert.deepEqual(panel.view.rateLimitCards, []);
    panel.now += 60_000;
    assert.equal(panel.rateLimiter.admit(weatherServer.id, 0).ok, true);
  });

  it('is muted until further notice by a click', () => {
    ask(14);
    act('mute');
    assert.equal(panel.rateLimiter.report(weatherServer.id).mutedUntil, Number.POSITIVE_INFINITY);
  });

  it('has only its own requests cancelled by a click', async () => {
    const ending = panel.inbox.ask(formRequest('a'));
    const endingOfOther = panel.inbox.ask(formRequest('b', 'Where?', { server: { id: 'user:other', name: 'other' } }));
    ask(14);
    act('cancelAll');
    assert.deepEqual([await settledAction(ending), await settledAction(endingOfOther)], ['cancel', 'open']);
    assert.equal(panel.view.rateLimitCards.length, 1);
  });

  it('has a card that can be dismissed, and is shown again when another request is withheld', () => {
    ask(14);
    act('dismiss');
    assert.deepEqual(panel.view.rateLimitCards, []);
    ask(1);
    assert.equal(panel.view.rateLimitCards.length, 1);
  });

  it('is not muted if its id is unknown', () => {
    act('mute', 'user:unknown');
    assert.equal(panel.rateLimiter.report('user:unknown').mutedUntil, undefined);
  });

  it('has the requests of a round withheld, and the card of the call shows their number', () => {
    const suspended = { server: formRequest('a').server, openedPages: [], resends: true };
    panel.suspendedCalls.open({ ...suspended, withheld: { requests: 3, reason: 'rate_limited' } });
    assert.deepEqual(panel.view.suspendedCalls[0]?.withheld, { requests: 3, muted: false });
  });
});

describe('a request that was declined before', () => {
  it('is marked as such, and can be declined for the rest of the call', async () => {
    const panel = new TestPanel();
    const settled = panel.inbox.ask(formRequest('a', 'Where?', { declinedBefore: true }));
    assert.equal(panel.formScreen.declinedBefore, true);
    panel.controller.receive({ type: 'declineRest', screen: 'a' });
    assert.deepEqual(await settled, { kind: 'decided', decision: { action: 'decline', restOfCall: true } });
  });
});
