import { t } from '@vscode/l10n';
import type { RowField, RowInput } from '#form/model.ts';
import { inputSize } from '#webview/fields/inputSize.ts';
import { Combobox } from '#webview/fields/lists/combobox.ts';
import { SecretMasking } from '#webview/fields/secretMasking.ts';
import { typedText } from '#webview/fields/valueNote.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';

/** The control for the value of a row. */
interface RowControl {
  readonly element: HTMLElement;
  /** The elements that can be invalid. */
  readonly controls: readonly HTMLElement[];
  read(): RowInput;
  focus(): void;
  /** Sets the accessible name, which has the number of the row. */
  setName(name: string): void;
  /** True while the value is masked. */
  isMasked(): boolean;
  /** Masks the value, or shows it. */
  setSecret(secret: boolean): void;
}

interface RowContext {
  /** The id of the control, and the prefix of all other ids. */
  readonly id: string;
  /** The ids of the elements that describe the control. */
  readonly describedBy: string | undefined;
  onChange(): void;
  /** Called when the user presses Enter in the row. */
  onEnter(): void;
  /** Called when the user pastes a text of several lines into a blank row. Absent if lines do not become rows. */
  onLines?(lines: readonly string[]): void;
}

export function drawRowControl(field: RowField, input: RowInput, context: RowContext): RowControl {
  if (input.kind === 'empty') {
    return drawEmptyValue(input, context);
  }
  return field.kind === 'choice' ? drawChoice(field, input, context) : drawText(field, input, context);
}

/** A text of one or several lines: Enter adds a row, Shift+Enter a line. */
function drawText(field: RowField, input: RowInput, context: RowContext): RowControl {
  const isNumber = field.kind === 'number';
  const format = field.kind === 'text' ? field.format : undefined;
  const control = isNumber
    ? el('input', { type: 'text', inputmode: 'decimal', size: inputSize(field) })
    : el('textarea', { rows: 1, class: 'one-line' });
  setAttributes(control, {
    id: context.id,
    dir: 'auto',
    autocomplete: 'off',
    'aria-describedby': context.describedBy,
    ...(isNumber || format ? { spellcheck: 'false', autocapitalize: 'off' } : {}),
  });
  control.value = input.kind === 'text' ? input.text : '';
  control.addEventListener('input', () => context.onChange());
  control.addEventListener('keydown', (event) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
    if (key === 'Enter' && !shiftKey && !ctrlKey && !metaKey && !altKey && !isComposing(event as KeyboardEvent)) {
      event.preventDefault();
      context.onEnter();
    }
  });
  control.addEventListener('paste', (event) => {
    const lines = linesOf((event as ClipboardEvent).clipboardData);
    // Only where nothing would be split: a text that is pasted into another one stays a text.
    if (context.onLines && lines.length > 1 && control.value === '') {
      event.preventDefault();
      context.onLines(lines);
    }
  });
  const element = el('div', { class: 'row-value' }, control);
  const masking = new SecretMasking(control, field.label);
  return {
    element,
    controls: [control],
    read: () => typedText(format, control.value),
    focus: () => control.focus(),
    setName: (name) => {
      control.ariaLabel = name;
    },
    isMasked: () => masking.isMasked,
    setSecret: (secret) => masking.set(secret),
  };
}

function linesOf(data: DataTransfer | null): readonly string[] {
  const lines = (data?.getData('text/plain') ?? '').split(/\r\n?|\n/);
  return lines.filter((line) => line.trim() !== '');
}

function drawChoice(field: RowField & { kind: 'choice' }, input: RowInput, context: RowContext): RowControl {
  const combobox = new Combobox({ ...field, required: true }, { id: context.id, onChange: () => context.onChange() });
  setAttributes(combobox.input, { 'aria-describedby': context.describedBy });
  if (input.kind === 'choice') {
    combobox.set(input);
  }
  return {
    element: el('div', { class: 'row-value' }, combobox.element),
    controls: [combobox.input],
    read: () => combobox.value,
    focus: () => combobox.input.focus(),
    setName: (name) => {
      combobox.input.ariaLabel = name;
    },
    isMasked: () => false,
    setSecret: () => undefined,
  };
}

/** The empty text or null, which the user sends on purpose. It can only be removed. */
function drawEmptyValue(input: RowInput & { kind: 'empty' }, context: RowContext): RowControl {
  const text = el('span', { id: context.id, class: 'empty-value', tabindex: -1 }, emptyValueText(input.as));
  return {
    element: el('div', { class: 'row-value' }, text),
    controls: [],
    read: () => input,
    focus: () => text.focus(),
    setName: () => undefined,
    isMasked: () => false,
    setSecret: () => undefined,
  };
}

/** "An empty text": what is sent on purpose. The JSON literal null has no translation. */
export function emptyValueText(as: (RowInput & { kind: 'empty' })['as']): HTMLElement | string {
  switch (as) {
    case 'text':
      return t('An empty text');
    case 'null':
      return el('code', {}, 'null');
    case 'list':
      return t('An empty list');
    case 'object':
      return t('An object without properties');
  }
}
