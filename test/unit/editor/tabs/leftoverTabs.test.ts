import assert from 'node:assert/strict';
import { type FoundTab, LeftoverTabs, type TabKind } from '#editor/tabs/leftoverTabs.ts';

type Found = FoundTab<string>;

/** A window with the tabs of ours that are there. `handOver` is what the editor does in the end, for all that is in sight. */
function windowWith(...initial: readonly Found[]) {
  let tabs = [...initial];
  const told: string[] = [];
  const waiting: (() => void)[] = [];
  const awaited = new LeftoverTabs<string>({
    find: () => tabs,
    close: async (tab) => {
      if (!tabs.some((found) => found.tab === tab)) {
        throw new Error('Tab close: Invalid tab not found!');
      }
      told.push(`closed ${tab}`);
      tabs = tabs.filter((found) => found.tab !== tab);
      awaited.update();
    },
    whenHandedOver: () => new Promise<void>((resolve) => waiting.push(resolve)),
    replace: (kind, column) => {
      told.push(`replaced ${kind} in ${column}`);
      const successor = { kind, tab: `new ${kind}`, isInSight: false, column };
      show(...tabs, successor);
      show(
        ...tabs.map((tab) => ({
          ...tab,
          isInSight: tab.column === column ? tab.tab === successor.tab : tab.isInSight,
        })),
      );
    },
    onGone: (kind) => told.push(`gone ${kind}`),
    notifyKilled: async () => {
      told.push('said');
      throw new Error('The window is closing.');
    },
  });
  function show(...shown: readonly Found[]): void {
    tabs = [...shown];
    awaited.update();
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    awaited,
    told,
    show,
    /** Whatever waits for the editor's word gets it. */
    handOver: async () => {
      for (const resolve of waiting.splice(0)) resolve();
      await settled();
    },
    settled,
  };
}

const tab = (kind: TabKind, isInSight: boolean, column = 1): Found => ({ kind, tab: `old ${kind}`, isInSight, column });
const panel = tab('panel', true);
const history = tab('history', true, 2);

describe('tabs that were there before this extension host', () => {
  it('stay where the editor hands them over', async () => {
    const { awaited, told, handOver } = windowWith(panel, history);
    awaited.begin(false);
    awaited.restored('panel');
    awaited.restored('history');
    await handOver();
    assert.deepEqual(told, []);
  });

  it('are replaced where they are in sight and not handed over, and closed once their successors are there', async () => {
    const { awaited, told, handOver } = windowWith(panel, history);
    awaited.begin(false);
    await handOver();
    assert.deepEqual(told, ['replaced panel in 1', 'closed old panel', 'replaced history in 2', 'closed old history']);
  });

  it('are judged when they come into sight, and not for a time of which they were out of sight', async () => {
    const { awaited, told, show, handOver } = windowWith(tab('panel', false));
    awaited.begin(false);
    await handOver();
    show(panel);
    show(tab('panel', false));
    show(panel);
    awaited.restored('panel');
    await handOver();
    assert.deepEqual(told, []);
  });

  it('are not judged by a word of the editor that was asked for before they came into sight', async () => {
    const { awaited, told, show, handOver } = windowWith(panel);
    awaited.begin(false);
    show(tab('panel', false));
    await handOver();
    assert.deepEqual(told, []);
    show(panel);
    await handOver();
    assert.deepEqual(told, ['replaced panel in 1', 'closed old panel']);
  });

  for (const [wasKilled, then] of [
    [false, ['replaced panel in 1', 'closed old panel']],
    [true, ['closed old panel', 'gone panel', 'said']],
  ] as const) {
    it(`come to an end once one is wanted, though the user turns to another tab (host killed: ${wasKilled})`, async () => {
      const { awaited, told, show, handOver } = windowWith(panel);
      awaited.begin(wasKilled);
      assert.equal(awaited.claim('panel'), 'comes');
      show(tab('panel', false));
      await handOver();
      assert.deepEqual(told, then);
    });
  }

  it('are settled once a claimed one that the user left was opened in its place', async () => {
    const { awaited, told, show, handOver } = windowWith(panel);
    awaited.begin(false);
    assert.equal(awaited.claim('panel'), 'comes');
    show(tab('panel', false));
    assert.equal(awaited.claim('panel'), 1);
    await handOver();
    assert.deepEqual(told, ['closed old panel']);
  });

  it('are left alone while none is in sight, though a host was killed: it may be the one of another window', async () => {
    const { awaited, told, show, handOver } = windowWith(tab('panel', false));
    awaited.begin(true);
    await handOver();
    assert.deepEqual(told, []);
    show(panel);
    await handOver();
    assert.deepEqual(told, ['closed old panel', 'gone panel', 'said']);
  });

  it('are closed, in sight or not, if their host was killed; for a panel, the user is notified', async () => {
    const { awaited, told, handOver } = windowWith(tab('panel', false), history);
    awaited.begin(true);
    await handOver();
    assert.deepEqual(told.sort(), ['closed old history', 'closed old panel', 'gone history', 'gone panel', 'said']);
  });

  it('stay where the whole window is a new one, though a host was killed', async () => {
    const { awaited, told, handOver } = windowWith(panel, tab('history', false, 2));
    awaited.begin(true);
    awaited.restored('panel');
    await handOver();
    assert.deepEqual(told, []);
  });

  it('are nothing to wait for where there are none, or the user has closed them', async () => {
    const none = windowWith();
    none.awaited.begin(true);
    await none.handOver();
    assert.deepEqual([none.told, none.awaited.claim('panel')], [[], undefined]);
    const closed = windowWith(panel);
    closed.awaited.begin(false);
    closed.show();
    await closed.handOver();
    assert.deepEqual([closed.told, closed.awaited.claim('panel')], [['gone panel'], undefined]);
  });

  it('are found where the editor tells of them only after the extension has begun', async () => {
    const { awaited, told, show, handOver } = windowWith();
    awaited.begin(false);
    show(panel);
    await handOver();
    assert.deepEqual(told, ['replaced panel in 1', 'closed old panel']);
  });

  it('are not looked for any more once one was opened', async () => {
    const { awaited, told, show, handOver } = windowWith();
    awaited.begin(true);
    assert.equal(awaited.claim('panel'), undefined);
    show(panel);
    await handOver();
    assert.deepEqual(told, []);
  });

  it('are taken where one is to be opened: the one in sight comes by itself, another makes room in its group', async () => {
    const inSight = windowWith(panel);
    inSight.awaited.begin(false);
    assert.equal(inSight.awaited.claim('panel'), 'comes');
    const hidden = windowWith(tab('panel', false, 3), history);
    hidden.awaited.begin(false);
    assert.equal(hidden.awaited.claim('panel'), 3);
    await hidden.settled();
    assert.deepEqual(hidden.told, ['closed old panel']);
    assert.equal(hidden.awaited.claim('panel'), undefined);
    assert.equal(hidden.awaited.claim('history'), 'comes');
  });

  it('are not taken for lost while one that was opened meanwhile is closed', async () => {
    const { awaited, told, show, handOver } = windowWith(panel);
    awaited.begin(false);
    awaited.restored('panel');
    show();
    await handOver();
    assert.deepEqual(told, []);
  });

  it('hold nothing back where one cannot be closed any more', async () => {
    const { awaited, told, show, handOver } = windowWith(panel, history);
    awaited.begin(true);
    show(history);
    await handOver();
    assert.deepEqual(told, ['gone panel', 'closed old history', 'gone history']);
  });
});
