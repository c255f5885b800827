import { t } from '@vscode/l10n';
import type { Field } from '#form/model.ts';
import { optionRow } from '#webview/fields/lists/options.ts';
import { el } from '#webview/shell/dom.ts';
import { FieldChrome, type FieldHost, type FieldView, groupField, onLeaving } from './field.ts';

export interface Radio<T> {
  readonly value: T;
  readonly label: string;
  readonly description?: string | undefined;
}

/** A field of radio buttons; `set` shows that a value is chosen, or none. */
interface RadiosView<T> extends Omit<FieldView, 'fill'> {
  set(value: T): void;
}

/**
 * One of a few, as radio buttons. `chosen` is the value that is set at first; when no radio has it, none is set, so a
 * question that nobody answered looks like one.
 */
export function drawRadios<T>(
  field: Field,
  radios: readonly Radio<T>[],
  chosen: T,
  seat: Pick<FieldHost, 'id' | 'title' | 'leave'> & { choose(value: T): void },
): RadiosView<T> {
  const around = new FieldChrome(field, seat);
  const rows = radios.map((radio, index) => {
    const row = optionRow('radio', `${seat.id}-${index}`, seat.id, radio);
    row.control.checked = radio.value === chosen;
    row.control.addEventListener('change', () => seat.choose(radio.value));
    return row;
  });
  const controls = rows.map((row) => row.control);
  const element = groupField(
    around,
    { role: 'radiogroup', 'aria-required': String(field.required), 'aria-describedby': around.describedBy() },
    el('div', { class: 'options' }, ...rows.map((row) => row.element)),
    around.hint,
  );
  onLeaving(element, seat.leave);
  return {
    element,
    focus: () => (controls.find((control) => control.checked) ?? controls[0])?.focus(),
    set: (value) => {
      for (const [index, control] of controls.entries()) {
        control.checked = radios[index]?.value === value;
      }
    },
    showProblem: (message) => around.showProblem(message, [element]),
    showSecret: (secret) => around.showSecret(secret),
    remark: around.remark,
  };
}

/** What an optional field offers to take an answer back. */
export function noAnswer(): string {
  return t('No answer');
}
