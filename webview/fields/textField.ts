import { t } from '@vscode/l10n';
import type { NumberField, TextField, TextFormat, TextInput } from '#form/model.ts';
import { Calendar } from '#webview/fields/dates/calendar.ts';
import { localDate, localDateTime } from '#webview/fields/dates/localClock.ts';
import { button } from '#webview/shell/buttons.ts';
import { definedOnly, el, setAttributes } from '#webview/shell/dom.ts';
import { type FillMethod, fillText } from '#webview/shell/fillText.ts';
import { FieldChrome, type FieldHost, type FieldView, labelledField } from './fieldChrome.ts';
import { SecretToggle } from './secretToggle.ts';
import { FieldNote, typedText } from './sentAsNote.ts';

/**
 * A text or number field. Always a plain text input, whatever the format: the browser's own validation, spinners and
 * date parts would interfere with what the user types.
 */
export function drawText(field: TextField | NumberField, input: TextInput, host: FieldHost<TextInput>): FieldView {
  const chrome = new FieldChrome(field, host);
  // In a list each line has the format. Shortcuts and calendars fill in a whole field, not a line.
  const format = field.kind === 'text' && !field.list ? field.format : undefined;
  const note = new FieldNote(field, host.id);
  const typed = () => {
    const text = typedText(format, control.value);
    note.show(text);
    host.onChange(text);
  };
  const setUp = <C extends HTMLInputElement | HTMLTextAreaElement>(element: C, text: string): C => {
    setAttributes(element, {
      id: host.id,
      dir: 'auto',
      autocomplete: 'off',
      'aria-required': String(field.required),
      'aria-describedby': chrome.describedBy(note.id),
    });
    element.value = text;
    element.addEventListener('input', typed);
    element.addEventListener('blur', () => host.onLeave());
    return element;
  };
  const newTextarea = (text: string) => {
    const area = setUp(el('textarea', { rows: 3 }), text);
    growWithContent(area);
    return area;
  };
  let control =
    isLong(field) || hasLines(field, input.text)
      ? newTextarea(input.text)
      : setUp(el('input', { type: 'text', ...inputAttributes(field) }), input.text);
  /** Replaces the input by a textarea, because the text has several lines. */
  const turnIntoTextarea = (text: string, caret: number, filling?: FillMethod) => {
    const area = newTextarea(control.value);
    control.replaceWith(area);
    control = area;
    hiding.attach(area);
    fillText(area, text, filling);
    area.setSelectionRange(caret, caret);
  };
  if (control instanceof HTMLInputElement && field.kind === 'text' && format === undefined) {
    onMultilineInsert(control, turnIntoTextarea);
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
          host.id,
          field.label,
          () => control.value,
          (day) => fillText(control, day),
        )
      : undefined;
  const element = labelledField(chrome, control, ...definedOnly([calendar?.button, nowButton]));
  chrome.hint?.before(...definedOnly([calendar?.dialog]));
  chrome.hint?.after(note.element);
  const hiding = new SecretToggle(control, field.label);
  return {
    element,
    focus: () => control.focus(),
    fill: (filled, filling) => {
      if (filled.kind === 'text') {
        if (control instanceof HTMLInputElement && hasLines(field, filled.text)) {
          turnIntoTextarea(filled.text, filled.text.length, filling);
        }
        fillText(control, filled.text, filling);
        note.show(filled);
        host.onChange(filled);
      }
    },
    showProblem: (message) => chrome.showProblem(message, [control]),
    showSecret: (secret) => {
      chrome.showSecret(secret);
      hiding.set(secret !== undefined);
    },
    remark: chrome.remark,
  };
}

/** True for a text whose line ends a one-line input would remove. */
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

/** The keyboard of touch screens, and the texts that must not be auto-corrected. */
function inputAttributes(field: TextField | NumberField): Readonly<Record<string, string>> {
  const literal = { spellcheck: 'false', autocapitalize: 'off' };
  if (field.kind === 'number') {
    return {
      ...literal,
      class: 'short',
      inputmode: field.integer && (field.minimum ?? -1) >= 0 ? 'numeric' : 'decimal',
    };
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
      return {};
  }
}

/**
 * A button for the current date or time. Not the browser's picker, which does not open in a frame of a foreign origin,
 * as a webview is.
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

/** Lets a textarea grow with its content, up to the `max-height` of its style, where CSS alone cannot. */
function growWithContent(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) {
    return;
  }
  const follow = () => {
    area.style.height = 'auto';
    const edges = area.offsetHeight - area.clientHeight;
    area.style.height = `${area.scrollHeight + edges}px`;
  };
  area.addEventListener('input', follow);
  // The height is known only in the page, and changes with the width.
  let width = 0;
  new ResizeObserver(() => {
    if (area.clientWidth !== width) {
      width = area.clientWidth;
      follow();
    }
  }).observe(area);
}

/**
 * Handles a text of several lines that is pasted or dropped into a one-line input, which would remove the line ends.
 * Calls `keep` with the resulting text and the position of the caret.
 */
function onMultilineInsert(input: HTMLInputElement, keep: (text: string, caret: number) => void): void {
  const insert = (event: Event, data: DataTransfer | null) => {
    const lines = (data?.getData('text/plain') ?? '').replace(/\r\n?/g, '\n').replace(/\n+$/, '');
    if (!lines.includes('\n')) {
      return;
    }
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = input;
    const start = selectionStart ?? value.length;
    const before = value.slice(0, start) + lines;
    keep(before + value.slice(selectionEnd ?? start), before.length);
  };
  input.addEventListener('paste', (event) => insert(event, event.clipboardData));
  input.addEventListener('drop', (event) => insert(event, event.dataTransfer));
}
