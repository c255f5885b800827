import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { OwnTabs } from '#editor/tabs/ownTabs.ts';
import { SingleTab } from '#editor/tabs/singleTab.ts';

/** A place whose tabs answer a claim with `claimed`. What it did is told in `did`. */
function place(claimed: 'comes' | number | undefined) {
  const did: string[] = [];
  let isOpen = false;
  let prepared: () => void = () => undefined;
  const tabs: Pick<OwnTabs, 'claim' | 'register'> = { register: () => undefined, claim: () => claimed };
  const made = new SingleTab(tabs as OwnTabs, 'panel', {
    isOpen: () => isOpen,
    open: (column, asked) => {
      isOpen = true;
      did.push(`open ${column} ${asked ? 'asked' : 'by itself'}`);
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
    const restored = made.restore(tab as unknown as vscode.WebviewPanel, 'state');
    meanwhile({ close: () => disposed() });
    prepared();
    await restored;
  };
  return { made, did, restore };
}

describe('the place of a tab', () => {
  it('opens one where none comes, in the group where one stood', () => {
    const empty = place(undefined);
    empty.made.open();
    const left = place(3);
    left.made.open();
    assert.deepEqual([empty.did, left.did], [['open undefined asked'], ['open 3 asked']]);
  });

  it('takes a restored one in without bringing it to the front', async () => {
    const { did, restore } = place(undefined);
    await restore();
    assert.deepEqual(did, ['prepare state', 'adopt']);
  });

  it('waits for the one that comes, and then brings it to the front', async () => {
    const { made, did, restore } = place('comes');
    made.open();
    made.open();
    await restore();
    assert.deepEqual(did, ['prepare state', 'adopt', 'reveal']);
  });

  it('opens no second one while a restored one is made ready', async () => {
    const { made, did, restore } = place(undefined);
    await restore(() => made.open());
    assert.deepEqual(did, ['prepare state', 'adopt', 'reveal']);
  });

  it('disposes of a second one', async () => {
    const { made, did, restore } = place(undefined);
    made.open();
    await restore();
    assert.deepEqual(did, ['open undefined asked', 'dispose']);
  });

  it('shows nothing in one that is closed while it is made ready, and opens another only where one is wanted', async () => {
    const closed = place(undefined);
    await closed.restore((tab) => tab.close());
    assert.deepEqual(closed.did, ['prepare state', 'dropped']);
    const wanted = place('comes');
    wanted.made.open();
    await wanted.restore((tab) => tab.close());
    assert.deepEqual(wanted.did, ['prepare state', 'dropped', 'open undefined asked']);
  });

  it('replaces a dead tab without the keyboard focus, or with it if it was requested', () => {
    const unasked = place(undefined);
    unasked.made.replace(2);
    const wanted = place('comes');
    wanted.made.open();
    wanted.made.replace(2);
    assert.deepEqual([unasked.did, wanted.did], [['open 2 by itself'], ['open 2 asked']]);
  });

  it('opens one where the one that was waited for is gone, if it is wanted', () => {
    const unasked = place('comes');
    unasked.made.onGone();
    const wanted = place('comes');
    wanted.made.open();
    wanted.made.onGone();
    assert.deepEqual([unasked.did, wanted.did], [[], ['open undefined asked']]);
  });

  it('leaves everything as it is once the host ends', async () => {
    const { made, did, restore } = place('comes');
    made.open();
    await restore(() => made.dispose());
    made.onGone();
    assert.deepEqual(did, ['prepare state']);
  });
});
