import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { OwnTabs } from '#editor/tabs/ownTabs.ts';
import { SingleTab } from '#editor/tabs/singleTab.ts';

/** A single tab whose `claim` returns `claim`. `did`: its actions. */
function singleTab(claim: 'comes' | number | undefined) {
  const did: string[] = [];
  let isOpen = false;
  let prepared: () => void = () => undefined;
  const tabs: Pick<OwnTabs, 'claim' | 'register'> = { register: () => undefined, claim: () => claim };
  const tabOwner = new SingleTab(tabs as OwnTabs, 'panel', {
    isOpen: () => isOpen,
    open: (column, mayTakeFocus) => {
      isOpen = true;
      did.push(`open ${column} ${mayTakeFocus ? 'asked' : 'by itself'}`);
    },
    prepare: (state) => {
      did.push(`prepare ${state}`);
      return new Promise((resolve) => {
        prepared = resolve;
      });
    },
    adopt: () => {
      isOpen = true;
      did.push('adopt');
    },
    reveal: () => did.push('reveal'),
    onDropped: () => did.push('dropped'),
  });
  const restore = async (meanwhile: (tab: { close(): void }) => void = () => undefined) => {
    let disposed: () => void = () => undefined;
    const tab = {
      dispose: () => did.push('dispose'),
      onDidDispose: (listener: () => void) => {
        disposed = listener;
        return { dispose: () => undefined };
      },
    };
    const restored = tabOwner.restore(tab as unknown as vscode.WebviewPanel, 'state');
    meanwhile({ close: () => disposed() });
    prepared();
    await restored;
  };
  return { tabOwner, did, restore };
}

describe('a single tab', () => {
  it('is opened if none is about to be restored, in the group of a leftover tab', () => {
    const empty = singleTab(undefined);
    empty.tabOwner.open();
    const outOfSight = singleTab(3);
    outOfSight.tabOwner.open();
    assert.deepEqual([empty.did, outOfSight.did], [['open undefined asked'], ['open 3 asked']]);
  });

  it('is adopted after it was restored, without being brought to the front', async () => {
    const { did, restore } = singleTab(undefined);
    await restore();
    assert.deepEqual(did, ['prepare state', 'adopt']);
  });

  it('is brought to the front after it was restored, if it was claimed', async () => {
    const { tabOwner, did, restore } = singleTab('comes');
    tabOwner.open();
    tabOwner.open();
    await restore();
    assert.deepEqual(did, ['prepare state', 'adopt', 'reveal']);
  });

  it('is not opened a second time while a restored one is prepared', async () => {
    const { tabOwner, did, restore } = singleTab(undefined);
    await restore(() => tabOwner.open());
    assert.deepEqual(did, ['prepare state', 'adopt', 'reveal']);
  });

  it('is disposed of if another one is open', async () => {
    const { tabOwner, did, restore } = singleTab(undefined);
    tabOwner.open();
    await restore();
    assert.deepEqual(did, ['open undefined asked', 'dispose']);
  });

  it('is not adopted if it is closed while it is prepared, and is opened again only if it was requested', async () => {
    const closed = singleTab(undefined);
    await closed.restore((tab) => tab.close());
    assert.deepEqual(closed.did, ['prepare state', 'dropped']);
    const requested = singleTab('comes');
    requested.tabOwner.open();
    await requested.restore((tab) => tab.close());
    assert.deepEqual(requested.did, ['prepare state', 'dropped', 'open undefined asked']);
  });

  it('replaces a dead tab without the keyboard focus, or with it if the tab was requested', () => {
    const unasked = singleTab(undefined);
    unasked.tabOwner.replace(2);
    const requested = singleTab('comes');
    requested.tabOwner.open();
    requested.tabOwner.replace(2);
    assert.deepEqual([unasked.did, requested.did], [['open 2 by itself'], ['open 2 asked']]);
  });

  it('is opened if the claimed one is gone and it was requested', () => {
    const unasked = singleTab('comes');
    unasked.tabOwner.onGone();
    const requested = singleTab('comes');
    requested.tabOwner.open();
    requested.tabOwner.onGone();
    assert.deepEqual([unasked.did, requested.did], [[], ['open undefined asked']]);
  });

  it('stays unchanged after the extension has ended', async () => {
    const { tabOwner, did, restore } = singleTab('comes');
    tabOwner.open();
    await restore(() => tabOwner.dispose());
    tabOwner.onGone();
    assert.deepEqual(did, ['prepare state']);
  });
});
