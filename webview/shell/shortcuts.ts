/** What a key press asks for. */
export type Shortcut = 'submit' | 'cancel';

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing' | 'defaultPrevented'
>;

/**
 * Ctrl+Enter (Cmd+Enter) submits, Escape cancels. Nothing while an input method composes, and nothing from a key that is
 * held down: its press was meant for something else.
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

/** The key is for an input method, which composes a character of several keys. */
export function isComposing(event: Pick<KeyPress, 'isComposing' | 'keyCode'>): boolean {
  // Code 229: Safari ends composition before the key press that ended it.
  return event.isComposing || event.keyCode === 229;
}

/** Ctrl+A (Cmd+A). */
export function isSelectAll(event: KeyPress): boolean {
  return event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
}
