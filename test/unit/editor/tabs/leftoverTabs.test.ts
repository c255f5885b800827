import assert from 'node:assert/strict';
import { type FoundTab, LeftoverTabs, type TabKind } from '#editor/tabs/leftoverTabs.ts';

type Found = FoundTab<string>;

/** A window with open tabs of the extension. `handOver` ends the waits for the editor to hand over the tabs in sight. */
function windowWith(...initial: readonly Found[]) {
  let tabs = [...initial];
  const events: string[] = [];
  const waiting: (() => void)[] = [];
  const leftoverTabs = new LeftoverTabs<string>({
    find: () => tabs,
    close: async (tab) => {
      if (!tabs.some((found) => found.tab === tab)) {
        throw new Error('Tab close: Invalid tab not found!');
      }
      events.push(`closed ${tab}`);
      tabs = tabs.filter((found) => found.tab !== tab);
      leftoverTabs.update();
    },
    whenHandedOver: () => new Promise<void>((resolve) => waiting.push(resolve)),
    replace: (kind, column) => {
      events.push(`replaced ${kind} in ${column}`);
      const successor = { kind, tab: `new ${kind}`, isInSight: false, column };
      show(...tabs, successor);
      show(
        ...tabs.map((tab) => ({
          ...tab,
          isInSight: tab.column === column ? tab.tab === successor.tab : tab.isInSight,
        })),
      );
    },
    onGone: (kind) => events.push(`gone ${kind}`),
    notifyKilled: async () => {
      events.push('said');
      throw new Error('The window is closing.');
    },
  });
  function show(...shown: readonly Found[]): void {
    tabs = [...shown];
    leftoverTabs.update();
  }
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    leftoverTabs,
    events,
    show,
    /** Resolves all pending `whenHandedOver`. */
    handOver: async () => {
      for (const resolve of waiting.splice(0)) resolve();
      await nextTurn();
    },
    nextTurn,
  };
}

const tab = (kind: TabKind, isInSight: boolean, column = 1): Found => ({ kind, tab: `old ${kind}`, isInSight, column });
const panel = tab('panel', true);
const history = tab('history', true, 2);

describe('tabs that were open before this extension host', () => {
  it('stay open if the editor hands them over', async () => {
    const { leftoverTabs, events, handOver } = windowWith(panel, history);
    leftoverTabs.begin(false);
    leftoverTabs.restored('panel');
    leftoverTabs.restored('history');
    await handOver();
    assert.deepEqual(events, []);
  });

  it('are replaced if they are in sight and not handed over, and closed once their successors are open', async () => {
    const { leftoverTabs, events, handOver } = windowWith(panel, history);
    leftoverTabs.begin(false);
    await handOver();
    assert.deepEqual(events, [
      'replaced panel in 1',
      'closed old panel',
      'replaced history in 2',
      'closed old history',
    ]);
  });

  it('are checked when they come into sight; time out of sight does not count', async () => {
    const { leftoverTabs, events, show, handOver } = windowWith(tab('panel', false));
    leftoverTabs.begin(false);
    await handOver();
    show(panel);
    show(tab('panel', false));
    show(panel);
    leftoverTabs.restored('panel');
    await handOver();
    assert.deepEqual(events, []);
  });

  it('are not replaced after a wait that began before they came into sight', async () => {
    const { leftoverTabs, events, show, handOver } = windowWith(panel);
    leftoverTabs.begin(false);
    show(tab('panel', false));
    await handOver();
    assert.deepEqual(events, []);
    show(panel);
    await handOver();
    assert.deepEqual(events, ['replaced panel in 1', 'closed old panel']);
  });

  for (const [wasKilled, expectedEvents] of [
    [false, ['replaced panel in 1', 'closed old panel']],
    [true, ['closed old panel', 'gone panel', 'said']],
  ] as const) {
    it(`are replaced or closed after a claim, even if the user shows another tab (host killed: ${wasKilled})`, async () => {
      const { leftoverTabs, events, show, handOver } = windowWith(panel);
      leftoverTabs.begin(wasKilled);
      assert.equal(leftoverTabs.claim('panel'), 'comes');
      show(tab('panel', false));
      await handOver();
      assert.deepEqual(events, expectedEvents);
    });
  }

  it('are settled once the successor of a claimed tab was opened', async () => {
    const { leftoverTabs, events, show, handOver } = windowWith(panel);
    leftoverTabs.begin(false);
    assert.equal(leftoverTabs.claim('panel'), 'comes');
    show(tab('panel', false));
    assert.equal(leftoverTabs.claim('panel'), 1);
    await handOver();
    assert.deepEqual(events, ['closed old panel']);
  });

  it('stay open while none is in sight, even if an extension host was killed: it may be the host of another window', async () => {
    const { leftoverTabs, events, show, handOver } = windowWith(tab('panel', false));
    leftoverTabs.begin(true);
    await handOver();
    assert.deepEqual(events, []);
    show(panel);
    await handOver();
    assert.deepEqual(events, ['closed old panel', 'gone panel', 'said']);
  });

  it('are closed, in sight or not, if their extension host was killed; the user is notified about a panel', async () => {
    const { leftoverTabs, events, handOver } = windowWith(tab('panel', false), history);
    leftoverTabs.begin(true);
    await handOver();
    assert.deepEqual(events.sort(), ['closed old history', 'closed old panel', 'gone history', 'gone panel', 'said']);
  });

  it('stay open if the editor restored the whole window, even if an extension host was killed', async () => {
    const { leftoverTabs, events, handOver } = windowWith(panel, tab('history', false, 2));
    leftoverTabs.begin(true);
    leftoverTabs.restored('panel');
    await handOver();
    assert.deepEqual(events, []);
  });

  it('are not waited for if there are none, or the user has closed them', async () => {
    const none = windowWith();
    none.leftoverTabs.begin(true);
    await none.handOver();
    assert.deepEqual([none.events, none.leftoverTabs.claim('panel')], [[], undefined]);
    const closed = windowWith(panel);
    closed.leftoverTabs.begin(false);
    closed.show();
    await closed.handOver();
    assert.deepEqual([closed.events, closed.leftoverTabs.claim('panel')], [['gone panel'], undefined]);
  });

  it('are found even if the editor reports them only after the start', async () => {
    const { leftoverTabs, events, show, handOver } = windowWith();
    leftoverTabs.begin(false);
    show(panel);
    await handOver();
    assert.deepEqual(events, ['replaced panel in 1', 'closed old panel']);
  });

  it('are not searched any more after one was opened', async () => {
    const { leftoverTabs, events, show, handOver } = windowWith();
    leftoverTabs.begin(true);
    assert.equal(leftoverTabs.claim('panel'), undefined);
    show(panel);
    await handOver();
    assert.deepEqual(events, []);
  });

  it('are claimed before a tab is opened: one in sight is used, one out of sight is closed and its group is used', async () => {
    const inSight = windowWith(panel);
    inSight.leftoverTabs.begin(false);
    assert.equal(inSight.leftoverTabs.claim('panel'), 'comes');
    const hidden = windowWith(tab('panel', false, 3), history);
    hidden.leftoverTabs.begin(false);
    assert.equal(hidden.leftoverTabs.claim('panel'), 3);
    await hidden.nextTurn();
    assert.deepEqual(hidden.events, ['closed old panel']);
    assert.equal(hidden.leftoverTabs.claim('panel'), undefined);
    assert.equal(hidden.leftoverTabs.claim('history'), 'comes');
  });

  it('are not reported as gone if a tab that was opened meanwhile is closed', async () => {
    const { leftoverTabs, events, show, handOver } = windowWith(panel);
    leftoverTabs.begin(false);
    leftoverTabs.restored('panel');
    show();
    await handOver();
    assert.deepEqual(events, []);
  });

  it('do not prevent other actions if one cannot be closed', async () => {
    const { leftoverTabs, events, show, handOver } = windowWith(panel, history);
    leftoverTabs.begin(true);
    show(history);
    await handOver();
    assert.deepEqual(events, ['gone panel', 'closed old history', 'gone history']);
  });
});
