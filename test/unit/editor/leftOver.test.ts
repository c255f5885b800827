import assert from 'node:assert/strict';
import { closeLeftOver } from '../../../src/editor/leftOver.ts';

describe('tabs that an extension host left behind', () => {
  const closing = async (left: readonly { isPanel: boolean; isGone?: boolean }[]) => {
    const closed: unknown[] = [];
    let said = 0;
    await closeLeftOver(left, {
      close: async (tab) => {
        if (tab.isGone) {
          throw new Error('Tab close: Invalid tab not found!');
        }
        closed.push(tab);
      },
      asks: ({ isPanel }) => isPanel,
      say: async () => {
        said += 1;
      },
    });
    return { closed: closed.length, said };
  };

  it('are closed, and it is said that questions may have been in them', async () => {
    assert.deepEqual(await closing([{ isPanel: true }, { isPanel: false }]), { closed: 2, said: 1 });
  });

  it('are said nothing of where there were none, or none that asked', async () => {
    assert.deepEqual(await closing([]), { closed: 0, said: 0 });
    assert.deepEqual(await closing([{ isPanel: false }]), { closed: 1, said: 0 });
  });

  it('hold back neither the others nor the words where one is gone already', async () => {
    const left = [{ isPanel: true, isGone: true }, { isPanel: false }];
    assert.deepEqual(await closing(left), { closed: 1, said: 1 });
  });

  it('never reject, whatever the editor does', async () => {
    const refuse = () => Promise.reject(new Error('The window is closing.'));
    await closeLeftOver([1], { close: refuse, asks: () => true, say: refuse });
  });
});
