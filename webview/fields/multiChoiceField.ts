import type { MultiChoiceField, MultiChoiceInput } from '#form/model.ts';
import { ChosenCount } from '#webview/fields/lists/chosenCount.ts';
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
import { drawSearchableMultiChoice } from './searchableMultiChoice.ts';

/** The maximum number of options that are checkboxes. More are a searchable list. */
const maxCheckboxes = 7;

/** A field for choosing any number of options, with a count of the chosen ones. */
export function drawMultiChoice(
  field: MultiChoiceField,
  input: MultiChoiceInput,
  context: FieldContext<MultiChoiceInput>,
): FieldView {
  if (field.options.length > maxCheckboxes) {
    return drawSearchableMultiChoice(field, input, context);
  }
  const count = new ChosenCount(field, context.id);
  const chrome = new FieldChrome(field, context, count.element);
  const rows = field.options.map((option, index) =>
    optionRow('checkbox', `${context.id}-${index}`, context.id, option),
  );
  const controls = rows.map((row) => row.control);
  const checkedIndexes = () => controls.flatMap((control, index) => (control.checked ? [index] : []));
  const check = (indexes: readonly number[]) => {
    const chosen = new Set(indexes);
    for (const [index, control] of controls.entries()) {
      control.checked = chosen.has(index);
    }
  };
  check(input.selected);
  count.show(input.selected.length);
  const group = fieldGroup(
    chrome,
    { 'aria-describedby': chrome.describedBy },
    el('div', { class: 'options' }, ...rows.map((row) => row.element)),
  );
  group.addEventListener('change', () => {
    count.show(checkedIndexes().length);
    context.onChange({ kind: 'multiChoice', selected: checkedIndexes(), touched: true });
  });
  onFocusLeave(group, () => context.onLeave());
  return {
    element: fieldElement(chrome, group),
    focus: () => (controls.find((control) => control.checked) ?? controls[0])?.focus(),
    fill: (newInput) => {
      if (newInput.kind === 'multiChoice') {
        check(newInput.selected);
        count.show(newInput.selected.length, false);
        context.onChange(newInput);
      }
    },
    // ARIA has no invalid groups, only invalid checkboxes.
    showProblem: (message) => chrome.showProblem(message, controls),
    foldHelp: () => chrome.help.fold(),
    showSecret: (secret) => chrome.showSecret(secret),
    remark: chrome.remark,
  };
}
