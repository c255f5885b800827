import assert from 'node:assert/strict';
import { type KeyPress, shortcutOf } from '#webview/shell/shortcuts.ts';

function press(key: string, more: Partial<KeyPress> = {}): KeyPress {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  return { key, keyCode: 0, ...plain, repeat: false, isComposing: false, defaultPrevented: false, ...more };
}

describe('the keyboard shortcuts of a screen', () => {
  it('submit on Ctrl+Enter and Cmd+Enter, never on Enter alone', () => {
    assert.equal(shortcutOf(press('Enter', { ctrlKey: true })), 'submit');
    assert.equal(shortcutOf(press('Enter', { metaKey: true })), 'submit');
    assert.equal(shortcutOf(press('Enter')), undefined);
    assert.equal(shortcutOf(press('Enter', { ctrlKey: true, shiftKey: true })), undefined);
  });

  it('cancel on Escape alone', () => {
    assert.equal(shortcutOf(press('Escape')), 'cancel');
    assert.equal(shortcutOf(press('Escape', { shiftKey: true })), undefined);
  });

  it('ignore keys of an input method, held keys, and keys that were handled', () => {
    const others: Partial<KeyPress>[] = [
      { isComposing: true },
      { keyCode: 229 },
      { repeat: true },
      { defaultPrevented: true },
    ];
    for (const more of others) {
      assert.equal(shortcutOf(press('Escape', more)), undefined);
      assert.equal(shortcutOf(press('Enter', { ctrlKey: true, ...more })), undefined);
    }
  });
});
