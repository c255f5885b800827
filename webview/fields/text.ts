import type { NumberField, TextField, TextFormat, TextInput } from '../../src/form/model.ts';
import { el, setAttributes } from '../dom.ts';
import { button } from '../toolkit.ts';
import { type FieldView, labelledField, type Seat, Surroundings } from './field.ts';
import { Hiding } from './hiding.ts';
import { localDate, localDateTime } from './now.ts';

/**
 * Text and number fields. Always a plain text input, whatever the format: what is typed is kept as typed, and a
 * browser's own bubbles, spinners and half-empty date parts never come between.
 */
export function drawText(field: TextField | NumberField, input: TextInput, seat: Seat<TextInput>): FieldView {
  const around = new Surroundings(field, seat.id);
  const control = isLong(field) ? el('textarea', { rows: 3 }) : el('input', { type: 'text', ...typing(field) });
  setAttributes(control, {
    id: seat.id,
    dir: 'auto',
    autocomplete: 'off',
    'aria-required': String(field.required),
    'aria-describedby': around.describedBy(),
  });
  control.value = input.text;
  const typed = () => seat.change({ kind: 'text', text: control.value, touched: true });
  control.addEventListener('input', typed);
  control.addEventListener('blur', () => seat.leave());

  const clock = field.kind === 'text' ? clockOf(field.format) : undefined;
  const fill =
    clock &&
    button(clock.label, 'secondary', () => {
      control.value = clock.read(new Date());
      typed();
      control.focus();
    });
  if (fill) {
    fill.ariaLabel = `${clock.label}, for ${field.label}`;
  }
  const element = labelledField(field, around, control, ...(fill ? [fill] : []));
  const hiding = new Hiding(control, field.label);
  return {
    element,
    focus: () => control.focus(),
    showProblem: (message) => around.showProblem(message, [control]),
    showSecret: (secret) => {
      around.showSecret(secret);
      hiding.set(secret !== undefined);
    },
  };
}

/** More than a line may be meant. */
function isLong(field: TextField | NumberField): boolean {
  if (field.kind === 'number' || field.format !== undefined) {
    return false;
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
function clockOf(format: TextFormat | undefined): { label: string; read(now: Date): string } | undefined {
  switch (format) {
    case 'date':
      return { label: 'Today', read: localDate };
    case 'date-time':
      return { label: 'Now', read: localDateTime };
    default:
      return undefined;
  }
}
