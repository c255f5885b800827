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

/** A field of radio buttons. `set` selects the button with this value, or none. */
interface RadiosView<T> extends Omit<FieldView, 'fill'> {
  set(value: T): void;
}

/**
 * One of a few values. `chosen` is selected at first. If no radio button has this value, none is selected, so that an
 * unanswered field looks unanswered.
 */
export function drawRadios<T>(
  field: Field,
  radios: readonly Radio<T>[],
  chosen: T,
  host: Pick<FieldHost, 'id' | 'title' | 'onLeave'> & { onChoose(value: T): void },
): RadiosView<T> {
  const chrome = new FieldChrome(field, host);
  const rows = radios.map((radio, index) => {
    const row = optionRow('radio', `${host.id}-${index}`, host.id, radio);
    row.control.checked = radio.value === chosen;
    row.control.addEventListener('change', () => host.onChoose(radio.value));
    return row;
  });
  const controls = rows.map((row) => row.control);
  const element = groupField(
    chrome,
    { role: 'radiogroup', 'aria-required': String(field.required), 'aria-describedby': chrome.describedBy() },
    el('div', { class: 'options' }, ...rows.map((row) => row.element)),
    chrome.hint,
  );
  onFocusLeave(element, host.onLeave);
  return {
    element,
    focus: () => (controls.find((control) => control.checked) ?? controls[0])?.focus(),
    set: (value) => {
      for (const [index, control] of controls.entries()) {
        control.checked = radios[index]?.value === value;
      }
    },
    showProblem: (message) => chrome.showProblem(message, [element]),
    showSecret: (secret) => chrome.showSecret(secret),
    remark: chrome.remark,
  };
}

/** The option of an optional field that removes the answer. */
export function noAnswerLabel(): string {
  return t('No answer');
}
