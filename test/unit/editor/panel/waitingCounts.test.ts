import assert from 'node:assert/strict';
import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';
import { countWaiting } from '#editor/panel/waitingCounts.ts';
import { callContext, formRequest, urlRequest, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

const agreementFacts = { purpose: 'start', runsProgram: true, warnings: [] } as const;
const screen = (serverName: string, more: Partial<PanelScreen> = {}): PanelScreen => ({
  id: serverName,
  serverId: serverName,
  serverName,
  waits: true,
  blocksServer: true,
  compose: () => ({ kind: 'welcome', id: 'welcome' }),
  receive: () => undefined,
  dismiss: () => undefined,
  ...more,
});
const suspendedCall = (name: string, withheld?: SuspendedCall['withheld']): SuspendedCall => ({
  id: name,
  server: { id: name, name },
  openedPages: [],
  resends: true,
  attempts: 0,
  retrying: false,
  withheld,
});

describe('the counts of items that wait for the user', () => {
  it('are separate for each kind, with each server named once', () => {
    const requestScreen = screen('weather', { request: formRequest('q1') });
    const waiting = countWaiting([requestScreen, requestScreen, screen('tickets')], [suspendedCall('calendar')]);
    assert.deepEqual(waiting, {
      requests: { count: 2, servers: 'weather' },
      agreementsAndArguments: { count: 1, servers: 'tickets' },
      suspended: { count: 1, servers: 'calendar' },
      undelivered: { count: 0, servers: '' },
    });
  });

  it('do not include suspended calls of a muted server', () => {
    const suspended = [
      suspendedCall('loud', { reason: 'rate_limited', requests: 1 }),
      suspendedCall('hush', { reason: 'muted', requests: 1 }),
    ];
    assert.deepEqual(countWaiting([], suspended).suspended, { count: 1, servers: 'loud' });
  });

  const server = { id: weatherServer.id, name: weatherServer.name };
  const partOfRound = (index: number) => ({ call: callContext, group: { id: 'round', index, size: 2 } });
  const items: Readonly<Record<string, (panel: TestPanel, nth: number) => void>> = {
    'a form request': (panel, nth) => void panel.inbox.ask(formRequest(`q${nth}`)),
    'a URL request': (panel, nth) => void panel.inbox.ask(urlRequest(`p${nth}`)),
    'a form of a round': (panel, nth) => void panel.inbox.ask(formRequest(`r${nth}`, 'Where?', partOfRound(nth))),
    'an agreement': (panel) =>
      void panel.controller.hostScreens.askAgreement({
        definition: weatherServer,
        changed: false,
        isRequestedByUser: false,
        ...agreementFacts,
        rows: [],
      }),
    'arguments for a call of a program': (panel) =>
      void panel.controller.hostScreens.askArguments({
        definition: weatherServer,
        origin: 'program',
        target: { kind: 'tool', name: 'forecast' },
        presentation: { kind: 'json', reason: 'It is nested.', schema: {} },
        knownArguments: {},
      }),
    'a call that waits for a page': (panel, nth) =>
      void panel.suspendedCalls.open({
        server,
        call: { ...callContext, id: `c${nth}` },
        openedPages: [],
        resends: false,
      }),
    'a withheld request': (panel) =>
      void panel.suspendedCalls.open({
        server,
        openedPages: [],
        resends: false,
        withheld: { requests: 1, reason: 'rate_limited' },
      }),
  };
  const totalCount = (panel: TestPanel) => {
    const { requests, agreementsAndArguments, suspended, undelivered } = countWaiting(
      panel.controller.blockingServers,
      panel.suspendedCalls.all,
    );
    return requests.count + agreementsAndArguments.count + suspended.count + undelivered.count;
  };

  for (const [one, first] of Object.entries(items)) {
    it(`add up to two if ${one} waits with another item`, () => {
      for (const [other, second] of Object.entries(items)) {
        const panel = new TestPanel();
        first(panel, 0);
        assert.equal(totalCount(panel), 1, one);
        second(panel, 1);
        assert.equal(totalCount(panel), 2, `${one} and ${other}`);
        panel.draw();
        assert.equal(totalCount(panel), 2, `${one} and ${other}, drawn`);
      }
    });
  }

  it('include an undelivered answer and a request of the same server', () => {
    const failed = screen('weather', { undelivered: true });
    const { requests, undelivered } = countWaiting([failed, screen('weather', { request: formRequest('q1') })], []);
    assert.deepEqual([requests.count, undelivered.count], [1, 1]);
  });

  it('include each request of a withheld round', () => {
    const suspended = [suspendedCall('eager', { reason: 'rate_limited', requests: 2 })];
    assert.deepEqual(countWaiting([], suspended).suspended, { count: 2, servers: 'eager' });
  });

  it('contain names on one line without changes of the writing direction', () => {
    const waiting = countWaiting([screen('a\nb\u202ec', { request: formRequest('q1') })], []);
    assert.doesNotMatch(waiting.requests.servers, /[\n\u202e]/u);
  });
});
