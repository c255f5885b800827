import { t } from '@vscode/l10n';
import type { EmptyInput, Field, FieldInput } from '#form/model.ts';
import {
  FieldChrome,
  type FieldContext,
  type FieldView,
  fieldElement,
  fieldGroup,
  onFocusLeave,
} from '#webview/fields/fieldChrome.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { emptyValueText } from './rowControl.ts';

/** A field in which nothing is sent on purpose, such as null, with a button that lets the user enter a value instead. */
export function drawEmptyField(field: Field, input: EmptyInput, context: FieldContext, onUndo: () => void): FieldView {
  const chrome = new FieldChrome(field, context);
  const undo = button(t('Enter a Value'), 'link', onUndo);
  undo.ariaLabel = t('Enter a Value for {0}', field.label);
  const group = fieldGroup(
    chrome,
    { 'aria-describedby': chrome.describedBy },
    el('div', { class: 'empty-row' }, el('span', { class: 'empty-value' }, emptyValueText(input.as)), undo),
  );
  onFocusLeave(group, () => context.onLeave());
  return {
    element: fieldElement(chrome, group),
    focus: () => undo.focus(),
    fill: (newInput: FieldInput) => context.onChange(newInput),
    showProblem: (message) => chrome.showProblem(message, []),
    showSecret: () => undefined,
    foldHelp: () => chrome.help.fold(),
    remark: chrome.remark,
  };
}
