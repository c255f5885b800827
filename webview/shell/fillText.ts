type Control = HTMLInputElement | HTMLTextAreaElement;

/** In UTF-16 code units. The browser takes seconds to type a longer text, which it can set at once. */
const longestTyped = 100_000;

/**
 * How a text is put into a control. `typed`: the browser can undo it, and the focus moves into the control. `set`: at
 * once, without the focus; the undo history of the control is lost.
 */
export type FillMethod = 'typed' | 'set';

/**
 * Above this number of texts they are set: typing takes milliseconds for each, most of it to move the focus, and more
 * in long forms.
 */
const maxTyped = 10;

/** How to fill in this number of texts at once. Undo works on one field at a time, so it is of little use for many. */
export function fillMethodFor(texts: number): FillMethod {
  return texts > maxTyped ? 'set' : 'typed';
}

/** Replaces the text of a control. Dispatches `input` as if the user had typed. */
export function fillText(control: Control, text: string, method: FillMethod = 'typed'): void {
  if (control.value === text) {
    return;
  }
  if (method === 'set') {
    setText(control, text);
    return;
  }
  control.focus();
  control.select();
  if (
    !(text.length <= longestTyped && control.value.length <= longestTyped && typeText(text) && control.value === text)
  ) {
    setText(control, text);
  }
}

function setText(control: Control, text: string): void {
  control.value = text;
  control.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
}

/**
 * `execCommand` is deprecated, but nothing else keeps the undo history of a text field. It fails if the control cannot
 * have the focus.
 */
function typeText(text: string): boolean {
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
}
