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
 * Text and number fields. Always a plain text input, whatever the format: what is typed is kept as typed, and a
 * browser's own bubbles, spinners and half-empty date parts never come between.
 */
export function drawText(field: TextField | NumberField, input: TextInput, seat: FieldHost<TextInput>): FieldView {
  const around = new FieldChrome(field, seat);
  // In a list each line has the format, and no shortcut or calendar fills in one line of several.
  const format = field.kind === 'text' && !field.list ? field.format : undefined;
  const note = new FieldNote(field, seat.id);
  const typed = () => {
    const text = typedText(format, control.value);
    note.show(text);
    seat.onChange(text);
  };
  const begin = <C extends HTMLInputElement | HTMLTextAreaElement>(element: C, text: string): C => {
    setAttributes(element, {
      id: seat.id,
      dir: 'auto',
      autocomplete: 'off',
      'aria-required': String(field.required),
      'aria-describedby': around.describedBy(note.id),
    });
    element.value = text;
    element.addEventListener('input', typed);
    element.addEventListener('blur', () => seat.onLeave());
    return element;
  };
  const begun = (text: string) => {
    const area = begin(el('textarea', { rows: 3 }), text);
    growWithContent(area);
    return area;
  };
  let control =
    isLong(field) || hasLines(field, input.text)
      ? begun(input.text)
      : begin(el('input', { type: 'text', ...typing(field) }), input.text);
  /** What is to stand in the field has lines: from here on the field has them too. */
  const lengthen = (text: string, caret: number, filling?: FillMethod) => {
    const area = begun(control.value);
    control.replaceWith(area);
    control = area;
    hiding.attach(area);
    fillText(area, text, filling);
    area.setSelectionRange(caret, caret);
  };
  if (control instanceof HTMLInputElement && field.kind === 'text' && format === undefined) {
    onMultilineInsert(control, lengthen);
  }
  note.show(input);

  const clock = clockOf(format, field.label);
  const fill =
    clock &&
    button(clock.label, 'secondary', () => {
      fillText(control, clock.read(new Date()));
      control.focus();
    });
  if (fill) {
    fill.ariaLabel = clock.name;
  }
  const calendar =
    format === 'date'
      ? new Calendar(
          seat.id,
          field.label,
          () => control.value,
          (day) => fillText(control, day),
        )
      : undefined;
  const element = labelledField(around, control, ...definedOnly([calendar?.button, fill]));
  around.hint?.before(...definedOnly([calendar?.dialog]));
  around.hint?.after(note.element);
  const hiding = new SecretToggle(control, field.label);
  return {
    element,
    focus: () => control.focus(),
    fill: (filled, filling) => {
      if (filled.kind === 'text') {
        if (control instanceof HTMLInputElement && hasLines(field, filled.text)) {
          lengthen(filled.text, filled.text.length, filling);
        }
        fillText(control, filled.text, filling);
        note.show(filled);
        seat.onChange(filled);
      }
    },
    showProblem: (message) => around.showProblem(message, [control]),
    showSecret: (secret) => {
      around.showSecret(secret);
      hiding.set(secret !== undefined);
    },
    remark: around.remark,
  };
}

/** A text that a one-line input would lose the line ends of. */
function hasLines(field: TextField | NumberField, text: string): boolean {
  return isList(field) || (field.kind === 'text' && field.format === undefined && text.includes('\n'));
}

function isList(field: TextField | NumberField): boolean {
  return field.kind === 'text' && field.list !== undefined;
}

/** More than a line may be meant. */
function isLong(field: TextField | NumberField): boolean {
  if (field.kind === 'number' || field.format !== undefined) {
    return isList(field);
  }
  const { minLength = 0, maxLength } = field;
  return (maxLength === undefined ? minLength >= 40 : maxLength > 120) || (field.default ?? '').includes('\n');
}

/** Which keyboard a touch screen brings up, and what must not be "corrected". */
function typing(field: TextField | NumberField): Readonly<Record<string, string>> {
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
 * A shortcut for the most likely date. Not the browser's picker: it does not open in a frame of a foreign origin, which
 * a webview is.
 */
function clockOf(
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

/** Lets a text area grow with what stands in it, up to the bound of its style, where the style sheet alone cannot. */
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
  // Before it is in the page it has no height, and in another width its lines wrap elsewhere.
  let width = 0;
  new ResizeObserver(() => {
    if (area.clientWidth !== width) {
      width = area.clientWidth;
      follow();
    }
  }).observe(area);
}

/**
 * Calls `keep` with what stands in a one-line input after a text of several lines was pasted or dropped into it, and with
 * where the caret is then: the input itself would lose the line ends.
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
