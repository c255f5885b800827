import type { MultiChoiceField, MultiChoiceInput } from '../../src/form/model.ts';
import { el } from '../dom.ts';
import { type FieldView, groupField, onLeaving, type Seat, Surroundings } from './field.ts';
import { optionRow } from './options.ts';

/** Any number of several, as checkboxes, with a count of what is chosen. */
export function drawMultiChoice(
  field: MultiChoiceField,
  input: MultiChoiceInput,
  seat: Seat<MultiChoiceInput>,
): FieldView {
  const around = new Surroundings(field, seat.id);
  const count = el('p', { id: `${seat.id}-count`, class: 'count', 'aria-live': 'polite' });
  const rows = field.options.map((option, index) => optionRow('checkbox', `${seat.id}-${index}`, seat.id, option));
  const controls = rows.map((row) => row.control);
  const selected = () => controls.flatMap((control, index) => (control.checked ? [index] : []));
  const showCount = () => {
    count.textContent = `${selected().length} chosen`;
  };
  for (const index of input.selected) {
    const control = controls[index];
    if (control) {
      control.checked = true;
    }
  }
  showCount();
  const element = groupField(
    field,
    around,
    { 'aria-describedby': around.describedBy(count.id) },
    el('div', { class: 'options many' }, ...rows.map((row) => row.element)),
    el('div', { class: 'hint-row' }, around.hint, count),
  );
  element.addEventListener('change', () => {
    showCount();
    seat.change({ kind: 'multiChoice', selected: selected(), touched: true });
  });
  onLeaving(element, () => seat.leave());
  return {
    element,
    focus: () => (controls.find((control) => control.checked) ?? controls[0])?.focus(),
    // A group cannot be invalid in ARIA, its checkboxes can.
    showProblem: (message) => around.showProblem(message, controls),
    showSecret: (secret) => around.showSecret(secret),
  };
}
