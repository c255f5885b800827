/** The action of a shortcut. */
export type Shortcut = 'submit' | 'cancel';

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing' | 'defaultPrevented'
>;

/**
 * Ctrl+Enter (Cmd+Enter) submits, Escape cancels. Ignores keys of an input method and repeats of a held key, which was
 * pressed for something else.
 */
export function shortcutOf(event: KeyPress): Shortcut | undefined {
  if (event.defaultPrevented || event.repeat || isComposing(event)) {
    return undefined;
  }
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
    return 'submit';
  }
  const bare = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  return event.key === 'Escape' && bare ? 'cancel' : undefined;
}

/** True for a key of an input method that composes a character. */
export function isComposing(event: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  // Code 229: Safari ends the composition before the key press that ended it.
  return event.isComposing || event.keyCode === 229;
}

/** Ctrl+A (Cmd+A). */
export function isSelectAll(event: KeyPress): boolean {
  return event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
}
