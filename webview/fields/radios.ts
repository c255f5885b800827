import { t } from '@vscode/l10n';
import type { Field } from '#form/model.ts';
import { optionRow } from '#webview/fields/lists/optionRow.ts';
import { el } from '#webview/shell/dom.ts';
import { FieldChrome, type FieldHost, type FieldView, groupField, onFocusLeave } from './fieldChrome.ts';

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
  seat: Pick<FieldHost, 'id' | 'title' | 'onLeave'> & { onChoose(value: T): void },
): RadiosView<T> {
  const around = new FieldChrome(field, seat);
  const rows = radios.map((radio, index) => {
    const row = optionRow('radio', `${seat.id}-${index}`, seat.id, radio);
    row.control.checked = radio.value === chosen;
    row.control.addEventListener('change', () => seat.onChoose(radio.value));
    return row;
  });
  const controls = rows.map((row) => row.control);
  const element = groupField(
    around,
    { role: 'radiogroup', 'aria-required': String(field.required), 'aria-describedby': around.describedBy() },
    el('div', { class: 'options' }, ...rows.map((row) => row.element)),
    around.hint,
  );
  onFocusLeave(element, seat.onLeave);
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
export function noAnswerLabel(): string {
  return t('No answer');
}
