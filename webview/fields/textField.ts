import { t } from '@vscode/l10n';
import type { NumberField, TextField, TextFormat, TextInput } from '#form/model.ts';
import { Calendar } from '#webview/fields/dates/calendar.ts';
import { localDate, localDateTime } from '#webview/fields/dates/localClock.ts';
import { button } from '#webview/shell/buttons.ts';
import { definedOnly, el, setAttributes } from '#webview/shell/dom.ts';
import { type FillMethod, fillText } from '#webview/shell/fillText.ts';
import { FieldChrome, type FieldContext, type FieldView, labelledField } from './fieldChrome.ts';
import { inputSize } from './inputSize.ts';
import { SecretMasking } from './secretMasking.ts';
import { typedText, ValueNote } from './valueNote.ts';

/**
 * A text or number field. It is a plain text input for every format: the browser's own validation, spinners and date parts
 * would interfere with typing.
 */
export function drawText(
  field: TextField | NumberField,
  input: TextInput,
  context: FieldContext<TextInput>,
): FieldView {
  const chrome = new FieldChrome(field, context);
  // In a list every line has the format, so a list has no calendar and no button "Now": both fill in the whole field.
  const format = field.kind === 'text' && !field.list ? field.format : undefined;
  const note = new ValueNote(chrome.help, field);
  const onInput = () => {
    const text = typedText(format, control.value);
    note.show(text);
    context.onChange(text);
  };
  const prepareControl = <C extends HTMLInputElement | HTMLTextAreaElement>(element: C, text: string): C => {
    setAttributes(element, {
      id: context.id,
      dir: 'auto',
      autocomplete: 'off',
      'aria-required': String(field.required),
      'aria-describedby': chrome.describedBy,
    });
    element.value = text;
    element.addEventListener('input', onInput);
    element.addEventListener('blur', () => context.onLeave());
    return element;
  };
  const newTextarea = (text: string) => {
    const area = prepareControl(el('textarea', { rows: 3 }), text);
    growWithContent(area);
    return area;
  };
  let control =
    isLong(field) || hasLines(field, input.text)
      ? newTextarea(input.text)
      : prepareControl(el('input', { type: 'text', ...inputAttributes(field) }), input.text);
  /** Replaces the control by a textarea with `text`, which has several lines. */
  const replaceByTextarea = (text: string, caret: number, method?: FillMethod) => {
    const area = newTextarea(control.value);
    control.replaceWith(area);
    control = area;
    secretToggle.attach(area);
    fillText(area, text, method);
    area.setSelectionRange(caret, caret);
  };
  if (control instanceof HTMLInputElement && field.kind === 'text' && format === undefined) {
    onMultilineInsert(control, replaceByTextarea);
  }
  note.show(input);

  const nowAction = nowActionFor(format, field.label);
  const nowButton =
    nowAction &&
    button(nowAction.label, 'secondary', () => {
      fillText(control, nowAction.read(new Date()));
      control.focus();
    });
  if (nowButton) {
    nowButton.ariaLabel = nowAction.name;
  }
  const calendar =
    format === 'date'
      ? new Calendar(
          context.id,
          field.label,
          () => control.value,
          (day) => fillText(control, day),
        )
      : undefined;
  const element = labelledField(chrome, control, ...definedOnly([calendar?.button, nowButton]));
  chrome.help.element.before(...definedOnly([calendar?.dialog]));
  const secretToggle = new SecretMasking(control, field.label);
  return {
    element,
    focus: () => control.focus(),
    fill: (newInput, method) => {
      if (newInput.kind === 'text') {
        if (control instanceof HTMLInputElement && hasLines(field, newInput.text)) {
          replaceByTextarea(newInput.text, newInput.text.length, method);
        }
        fillText(control, newInput.text, method);
        note.show(newInput);
        context.onChange(newInput);
      }
    },
    showProblem: (message) => chrome.showProblem(message, [control]),
    showSecret: (secret) => {
      chrome.showSecret(secret);
      secretToggle.set(secret !== undefined);
    },
    foldHelp: () => chrome.help.fold(),
    remark: chrome.remark,
  };
}

/** True if a one-line input would remove line ends that belong to the text. */
function hasLines(field: TextField | NumberField, text: string): boolean {
  return isList(field) || (field.kind === 'text' && field.format === undefined && text.includes('\n'));
}

function isList(field: TextField | NumberField): boolean {
  return field.kind === 'text' && field.list !== undefined;
}

/** True if the field is likely to need several lines. */
function isLong(field: TextField | NumberField): boolean {
  if (field.kind === 'number' || field.format !== undefined) {
    return isList(field);
  }
  const { minLength = 0, maxLength } = field;
  return (maxLength === undefined ? minLength >= 40 : maxLength > 120) || (field.default ?? '').includes('\n');
}

/** Attributes that select the keyboard of touch screens, switch off the correction of texts with a format, and set the width. */
function inputAttributes(field: TextField | NumberField): Readonly<Record<string, string | number | undefined>> {
  const literal = { spellcheck: 'false', autocapitalize: 'off', size: inputSize(field) };
  if (field.kind === 'number') {
    return { ...literal, inputmode: field.integer && (field.minimum ?? -1) >= 0 ? 'numeric' : 'decimal' };
  }
  switch (field.format) {
    case 'email':
      return { ...literal, inputmode: 'email' };
    case 'uri':
      return { ...literal, inputmode: 'url' };
    case 'date':
    case 'date-time':
      return literal;
    default:
      return { size: inputSize(field) };
  }
}

/**
 * The button for the current date or time. The browser's picker cannot be used: it does not open in a frame of a foreign
 * origin, and a webview is one.
 */
function nowActionFor(
  format: TextFormat | undefined,
  field: string,
): { label: string; name: string; read(now: Date): string } | undefined {
  switch (format) {
    case 'date':
      return { label: t('Today'), name: t('Today, for {0}', field), read: localDate };
    case 'date-time':
      return { label: t('Now'), name: t('Now, for {0}', field), read: localDateTime };
    default:
      return undefined;
  }
}

/** Lets a textarea grow with its content, up to the `max-height` of its style, if the browser does not support `field-sizing`. */
function growWithContent(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) {
    return;
  }
  const updateHeight = () => {
    area.style.height = 'auto';
    const edges = area.offsetHeight - area.clientHeight;
    area.style.height = `${area.scrollHeight + edges}px`;
  };
  area.addEventListener('input', updateHeight);
  // The height is known only after the element is in the page, and depends on the width.
  let width = 0;
  new ResizeObserver(() => {
    if (area.clientWidth !== width) {
      width = area.clientWidth;
      updateHeight();
    }
  }).observe(area);
}

/**
 * Handles a text of several lines that is pasted or dropped into a one-line input, which would remove the line ends. Calls
 * `onInsert` with the resulting text and the position of the caret.
 */
function onMultilineInsert(input: HTMLInputElement, onInsert: (text: string, caret: number) => void): void {
  const insert = (event: Event, data: DataTransfer | null) => {
    const lines = (data?.getData('text/plain') ?? '').replace(/\r\n?/g, '\n').replace(/\n+$/, '');
    if (!lines.includes('\n')) {
      return;
    }
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = input;
    const start = selectionStart ?? value.length;
    const before = value.slice(0, start) + lines;
    onInsert(before + value.slice(selectionEnd ?? start), before.length);
  };
  input.addEventListener('paste', (event) => insert(event, event.clipboardData));
  input.addEventListener('drop', (event) => insert(event, event.dataTransfer));
}
