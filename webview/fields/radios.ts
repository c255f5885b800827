import { t } from '@vscode/l10n';
import type { Field } from '#form/model.ts';
import { optionRow } from '#webview/fields/lists/optionRow.ts';
import { el } from '#webview/shell/dom.ts';
import {
  FieldChrome,
  type FieldContext,
  type FieldView,
  fieldElement,
  fieldGroup,
  onFocusLeave,
} from './fieldChrome.ts';

export interface Radio<T> {
  readonly value: T;
  readonly label: string;
  readonly description?: string | undefined;
}

/** A field of radio buttons. */
interface RadiosView<T> extends Omit<FieldView, 'fill'> {
  /** Selects the button with this value, or none if no button has it. */
  set(value: T): void;
}

/**
 * A field for choosing one of a few values. Selects the button of `value`; if no button has this value, none is selected,
 * so that an unanswered field looks unanswered.
 */
export function drawRadios<T>(
  field: Field,
  radios: readonly Radio<T>[],
  value: T,
  context: Pick<FieldContext, 'id' | 'title' | 'onLeave'> & { onChoose(value: T): void },
): RadiosView<T> {
  const chrome = new FieldChrome(field, context);
  const rows = radios.map((radio, index) => {
    const row = optionRow('radio', `${context.id}-${index}`, context.id, radio);
    row.control.checked = radio.value === value;
    row.control.addEventListener('change', () => context.onChoose(radio.value));
    return row;
  });
  const controls = rows.map((row) => row.control);
  const group = fieldGroup(
    chrome,
    { role: 'radiogroup', 'aria-required': String(field.required), 'aria-describedby': chrome.describedBy },
    el('div', { class: field.kind === 'boolean' ? 'options short' : 'options' }, ...rows.map((row) => row.element)),
  );
  onFocusLeave(group, context.onLeave);
  return {
    element: fieldElement(chrome, group),
    focus: () => (controls.find((control) => control.checked) ?? controls[0])?.focus(),
    set: (value) => {
      for (const [index, control] of controls.entries()) {
        control.checked = radios[index]?.value === value;
      }
    },
    showProblem: (message) => chrome.showProblem(message, [group]),
    foldHelp: () => chrome.help.fold(),
    showSecret: (secret) => chrome.showSecret(secret),
    remark: chrome.remark,
  };
}

/** The label of the option that removes the answer of an optional field. */
export function noAnswerLabel(): string {
  return t('No answer');
}
