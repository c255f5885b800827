import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { OwnTabs } from '#editor/tabs/ownTabs.ts';
import { SingleTab } from '#editor/tabs/singleTab.ts';

/** A single tab, for which claiming a leftover tab returns `claim`. `actions`: what it did. */
function singleTab(claim: 'comes' | number | undefined) {
  const actions: string[] = [];
  let isOpen = false;
  let prepared: () => void = () => undefined;
  const tabs: Pick<OwnTabs, 'claim' | 'register'> = { register: () => undefined, claim: () => claim };
  const tabOwner = new SingleTab(tabs as OwnTabs, 'panel', {
    isOpen: () => isOpen,
    open: (column, mayTakeFocus) => {
      isOpen = true;
      actions.push(`open ${column} ${mayTakeFocus ? 'asked' : 'by itself'}`);
    },
    prepare: (state) => {
      actions.push(`prepare ${state}`);
      return new Promise((resolve) => {
        prepared = resolve;
      });
    },
    adopt: () => {
      isOpen = true;
      actions.push('adopt');
    },
    reveal: () => actions.push('reveal'),
    onDropped: () => actions.push('dropped'),
  });
  const restore = async (meanwhile: (tab: { close(): void }) => void = () => undefined) => {
    let disposed: () => void = () => undefined;
    const tab = {
      dispose: () => actions.push('dispose'),
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
  return { tabOwner, actions, restore };
}

describe('a single tab', () => {
  it('is opened if none is about to be restored, in the group of a leftover tab', () => {
    const empty = singleTab(undefined);
    empty.tabOwner.open();
    const outOfSight = singleTab(3);
    outOfSight.tabOwner.open();
    assert.deepEqual([empty.actions, outOfSight.actions], [['open undefined asked'], ['open 3 asked']]);
  });

  it('is adopted without being brought to the front if the editor restores it', async () => {
    const { actions, restore } = singleTab(undefined);
    await restore();
    assert.deepEqual(actions, ['prepare state', 'adopt']);
  });

  it('is brought to the front if the editor restores it and it was requested', async () => {
    const { tabOwner, actions, restore } = singleTab('comes');
    tabOwner.open();
    tabOwner.open();
    await restore();
    assert.deepEqual(actions, ['prepare state', 'adopt', 'reveal']);
  });

  it('is not opened a second time while a restored one is prepared', async () => {
    const { tabOwner, actions, restore } = singleTab(undefined);
    await restore(() => tabOwner.open());
    assert.deepEqual(actions, ['prepare state', 'adopt', 'reveal']);
  });

  it('is disposed of if another one is open', async () => {
    const { tabOwner, actions, restore } = singleTab(undefined);
    tabOwner.open();
    await restore();
    assert.deepEqual(actions, ['open undefined asked', 'dispose']);
  });

  it('is not adopted if it is closed while it is prepared, and is opened again only if it was requested', async () => {
    const closed = singleTab(undefined);
    await closed.restore((tab) => tab.close());
    assert.deepEqual(closed.actions, ['prepare state', 'dropped']);
    const requested = singleTab('comes');
    requested.tabOwner.open();
    await requested.restore((tab) => tab.close());
    assert.deepEqual(requested.actions, ['prepare state', 'dropped', 'open undefined asked']);
  });

  it('is opened in place of a dead one without the keyboard focus, or with it if it was requested', () => {
    const notRequested = singleTab(undefined);
    notRequested.tabOwner.replace(2);
    const requested = singleTab('comes');
    requested.tabOwner.open();
    requested.tabOwner.replace(2);
    assert.deepEqual([notRequested.actions, requested.actions], [['open 2 by itself'], ['open 2 asked']]);
  });

  it('is opened if the claimed one is gone and it was requested', () => {
    const notRequested = singleTab('comes');
    notRequested.tabOwner.onGone();
    const requested = singleTab('comes');
    requested.tabOwner.open();
    requested.tabOwner.onGone();
    assert.deepEqual([notRequested.actions, requested.actions], [[], ['open undefined asked']]);
  });

  it('stays unchanged after the extension has ended', async () => {
    const { tabOwner, actions, restore } = singleTab('comes');
    tabOwner.open();
    await restore(() => tabOwner.dispose());
    tabOwner.onGone();
    assert.deepEqual(actions, ['prepare state']);
  });
});
