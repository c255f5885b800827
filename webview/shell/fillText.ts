type Control = HTMLInputElement | HTMLTextAreaElement;

/** The maximum length of a text that is typed: for a longer one the browser needs seconds. In UTF-16 code units. */
const maxTypedLength = 100_000;

/**
 * How a text is put into a control. `typed`: the user can undo it, and the focus moves into the control. `set`: `value`
 * is assigned; the focus stays where it is, and the undo history of the control is lost.
 */
export type FillMethod = 'typed' | 'set';

/**
 * The maximum number of texts that are typed. To type a text takes milliseconds, mostly for moving the focus, and longer
 * in long forms.
 */
const maxTypedTexts = 10;

/** The method for filling in this number of texts at once. Undo works on one field at a time, so it helps little with many. */
export function fillMethodFor(texts: number): FillMethod {
  return texts > maxTypedTexts ? 'set' : 'typed';
}

/** Replaces the text of a control and dispatches `input`, as if the user had typed it. */
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
    !(
      text.length <= maxTypedLength &&
      control.value.length <= maxTypedLength &&
      typeText(text) &&
      control.value === text
    )
  ) {
    setText(control, text);
  }
}

/** Types a text in place of a part of a control's text, or of its selection. The focus moves into the control. */
export function insertText(
  control: Control,
  text: string,
  range?: { readonly from: number; readonly to: number },
): void {
  control.focus();
  if (range) {
    control.setSelectionRange(range.from, range.to);
  }
  typeText(text);
}

function setText(control: Control, text: string): void {
  control.value = text;
  control.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
}

/**
 * Types a text in place of the selection. Returns false if the control cannot have the focus. `execCommand` is
 * deprecated, but nothing else keeps the undo history of a text field.
 */
function typeText(text: string): boolean {
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
}
