import type { ChoiceField, ChoiceInput } from '../../src/form/model.ts';
import { el } from '../dom.ts';
import { type FieldView, labelledField, type Seat, Surroundings } from './field.ts';
import { drawRadios, NO_ANSWER, type Radio } from './radios.ts';

/** So many options are seen at a glance; more go into a list. */
const MOST_RADIOS = 7;

/** One of several. */
export function drawChoice(field: ChoiceField, input: ChoiceInput, seat: Seat<ChoiceInput>): FieldView {
  if (field.options.length > MOST_RADIOS) {
    return drawSelect(field, input, seat);
  }
  const radios: Radio<number | null>[] = field.options.map((option, index) => ({ ...option, value: index }));
  if (!field.required) {
    radios.push({ value: null, label: NO_ANSWER });
  }
  return drawRadios(field, radios, input.selected, {
    id: seat.id,
    leave: () => seat.leave(),
    choose: (selected) => seat.change({ kind: 'choice', selected }),
  });
}

function drawSelect(field: ChoiceField, input: ChoiceInput, seat: Seat<ChoiceInput>): FieldView {
  const around = new Surroundings(field, seat.id);
  const chosen = el('p', { id: `${seat.id}-chosen`, class: 'option-description', dir: 'auto', 'aria-live': 'polite' });
  const control = el(
    'select',
    { id: seat.id, 'aria-required': String(field.required), 'aria-describedby': around.describedBy(chosen.id) },
    el('option', { value: '' }, 'Choose…'),
    ...field.options.map((option, index) => el('option', { value: index }, option.label)),
  );
  const selected = () => (control.value === '' ? null : Number(control.value));
  const describe = () => {
    const index = selected();
    chosen.textContent = (index === null ? undefined : field.options[index]?.description) ?? '';
  };
  control.value = input.selected === null ? '' : String(input.selected);
  describe();
  control.addEventListener('change', () => {
    describe();
    seat.change({ kind: 'choice', selected: selected() });
  });
  control.addEventListener('blur', () => seat.leave());
  const element = labelledField(field, around, control);
  control.after(chosen);
  return {
    element,
    focus: () => control.focus(),
    showProblem: (message) => around.showProblem(message, [control]),
    showSecret: (secret) => around.showSecret(secret),
  };
}
