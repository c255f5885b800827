/** The action of a shortcut. */
export type Shortcut = 'submit' | 'cancel';

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing' | 'defaultPrevented'
>;

/**
 * The shortcut of a key press: Ctrl+Enter (Cmd+Enter) submits, Escape cancels. `undefined` for other keys, for keys of an
 * input method, and for the repeats of a held key.
 */
export function shortcutOf(event: KeyPress): Shortcut | undefined {
  if (event.defaultPrevented || event.repeat || isComposing(event)) {
    return undefined;
  }
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
    return 'submit';
  }
  const hasNoModifier = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  return event.key === 'Escape' && hasNoModifier ? 'cancel' : undefined;
}

/** True for the key `?` outside of a field in which it is text. False for its repeats while it is held, and if it was handled. */
export function isHelp(event: KeyPress & Pick<KeyboardEvent, 'target'>): boolean {
  if (event.defaultPrevented || event.repeat || isComposing(event)) {
    return false;
  }
  const isTyped = event.target instanceof Element && event.target.closest(textFields) !== null;
  return event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyped;
}

const textFields = 'textarea, select, input:not([type="checkbox"], [type="radio"]), [contenteditable]';

/** True for a key of an input method that composes a character. */
export function isComposing(event: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  // Safari reports the key that ends a composition after the composition has ended, with the code 229.
  return event.isComposing || event.keyCode === 229;
}

/** True for Ctrl+A (Cmd+A). */
export function isSelectAll(event: KeyPress): boolean {
  return event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
}
