import type { MultiChoiceField, MultiChoiceInput } from '#form/model.ts';
import { ChosenCount } from '#webview/fields/lists/chosenCount.ts';
import { optionRow } from '#webview/fields/lists/optionRow.ts';
import { el } from '#webview/shell/dom.ts';
import { FieldChrome, type FieldHost, type FieldView, groupField, onFocusLeave } from './fieldChrome.ts';
import { drawMultiList } from './searchableMultiChoice.ts';

/** So many checkboxes are seen at a glance; more go into a list. */
const MOST_CHECKBOXES = 7;

/** Any number of several, as checkboxes, with a count of what is chosen. */
export function drawMultiChoice(
  field: MultiChoiceField,
  input: MultiChoiceInput,
  seat: FieldHost<MultiChoiceInput>,
): FieldView {
  if (field.options.length > MOST_CHECKBOXES) {
    return drawMultiList(field, input, seat);
  }
  const around = new FieldChrome(field, seat);
  const count = new ChosenCount(field, seat.id);
  const rows = field.options.map((option, index) => optionRow('checkbox', `${seat.id}-${index}`, seat.id, option));
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
    around,
    { 'aria-describedby': around.describedBy(count.element.id) },
    el('div', { class: 'options' }, ...rows.map((row) => row.element)),
    el('div', { class: 'hint-row' }, around.hint, count.element),
  );
  element.addEventListener('change', () => {
    count.show(selected().length);
    seat.onChange({ kind: 'multiChoice', selected: selected(), touched: true });
  });
  onFocusLeave(element, () => seat.onLeave());
  return {
    element,
    focus: () => (controls.find((control) => control.checked) ?? controls[0])?.focus(),
    fill: (filled) => {
      if (filled.kind === 'multiChoice') {
        set(filled.selected);
        count.show(filled.selected.length, false);
        seat.onChange(filled);
      }
    },
    // A group cannot be invalid in ARIA, its checkboxes can.
    showProblem: (message) => around.showProblem(message, controls),
    showSecret: (secret) => around.showSecret(secret),
    remark: around.remark,
  };
}
