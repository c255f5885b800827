type Control = HTMLInputElement | HTMLTextAreaElement;

/** UTF-16 code units. Beyond, the browser takes seconds to type what it can set at once. */
const TYPED = 100_000;

/**
 * How a text comes into a control. `typed`: the browser's own undo brings back what was there, and the keyboard moves into
 * the control. `set`: at once, wherever the keyboard is, and the browser can undo nothing in the control any more.
 */
export type FillMethod = 'typed' | 'set';

/** Texts. To type one takes the browser milliseconds, the longer the more fields there are: most of it to move the keyboard. */
const TYPED_AT_ONCE = 10;

/** How so many texts are filled in at once. Undo goes field by field: nobody takes many back that way. */
export function fillMethodFor(texts: number): FillMethod {
  return texts > TYPED_AT_ONCE ? 'set' : 'typed';
}

/** Puts a text into a control in the place of what stands there; `input` is dispatched as if it had been typed. */
export function fillText(control: Control, text: string, filling: FillMethod = 'typed'): void {
  if (control.value === text) {
    return;
  }
  if (filling === 'set') {
    setText(control, text);
    return;
  }
  control.focus();
  control.select();
  if (!(text.length <= TYPED && control.value.length <= TYPED && typed(text) && control.value === text)) {
    setText(control, text);
  }
}

function setText(control: Control, text: string): void {
  control.value = text;
  control.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
}

/**
 * `execCommand` is called obsolete, and there is nothing else that a page can do for the browser's own history of a text
 * field. It fails where the control cannot have the keyboard.
 */
function typed(text: string): boolean {
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
}
