import type { MultiChoiceField, MultiChoiceInput } from '#form/model.ts';
import { ChosenCount } from '#webview/fields/lists/chosenCount.ts';
import { optionRow } from '#webview/fields/lists/optionRow.ts';
import { el } from '#webview/shell/dom.ts';
import { FieldChrome, type FieldHost, type FieldView, groupField, onFocusLeave } from './fieldChrome.ts';
import { drawSearchableMultiChoice } from './searchableMultiChoice.ts';

/** Up to this number, options are checkboxes; more go into a searchable list. */
const maxCheckboxes = 7;

/** A field with any number of several options, with a count of the chosen ones. */
export function drawMultiChoice(
  field: MultiChoiceField,
  input: MultiChoiceInput,
  host: FieldHost<MultiChoiceInput>,
): FieldView {
  if (field.options.length > maxCheckboxes) {
    return drawSearchableMultiChoice(field, input, host);
  }
  const chrome = new FieldChrome(field, host);
  const count = new ChosenCount(field, host.id);
  const rows = field.options.map((option, index) => optionRow('checkbox', `${host.id}-${index}`, host.id, option));
  const controls = rows.map((row) => row.control);
  const selected = () => controls.flatMap((control, index) => (control.checked ? [index] : []));
  const set = (chosen: readonly number[]) => {
    const all = new Set(chosen);
    for (const [index, control] of controls.entries()) {
      control.checked = all.has(index);
    }
  };
  set(input.selected);
  count.show(input.selected.length);
  const element = groupField(
    chrome,
    { 'aria-describedby': chrome.describedBy(count.element.id) },
    el('div', { class: 'options' }, ...rows.map((row) => row.element)),
    el('div', { class: 'hint-row' }, chrome.hint, count.element),
  );
  element.addEventListener('change', () => {
    count.show(selected().length);
    host.onChange({ kind: 'multiChoice', selected: selected(), touched: true });
  });
  onFocusLeave(element, () => host.onLeave());
  return {
    element,
    focus: () => (controls.find((control) => control.checked) ?? controls[0])?.focus(),
    fill: (filled) => {
      if (filled.kind === 'multiChoice') {
        set(filled.selected);
        count.show(filled.selected.length, false);
        host.onChange(filled);
      }
    },
    // ARIA has no invalid groups, only invalid checkboxes.
    showProblem: (message) => chrome.showProblem(message, controls),
    showSecret: (secret) => chrome.showSecret(secret),
    remark: chrome.remark,
  };
}
