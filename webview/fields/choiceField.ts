import type { ChoiceField, ChoiceInput } from '#form/model.ts';
import { Combobox } from '#webview/fields/lists/combobox.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { pagePresses } from '#webview/shell/pointerPresses.ts';
import { FieldChrome, type FieldHost, type FieldView, labelledField, onFocusLeave } from './fieldChrome.ts';
import { drawRadios, noAnswerLabel, type Radio } from './radios.ts';

/** So many options are seen at a glance; more go into a list. */
const MOST_RADIOS = 7;

/** One of several. */
export function drawChoice(field: ChoiceField, input: ChoiceInput, seat: FieldHost<ChoiceInput>): FieldView {
  if (field.options.length > MOST_RADIOS) {
    return drawMany(field, input, seat);
  }
  const radios: Radio<number | null>[] = field.options.map((option, index) => ({ ...option, value: index }));
  if (!field.required) {
    radios.push({ value: null, label: noAnswerLabel() });
  }
  const drawn = drawRadios(field, radios, input.selected, {
    id: seat.id,
    title: seat.title,
    onLeave: () => seat.onLeave(),
    onChoose: (selected) => seat.onChange({ kind: 'choice', selected }),
  });
  return {
    ...drawn,
    fill: (filled) => {
      if (filled.kind === 'choice') {
        drawn.set(filled.selected);
        seat.onChange(filled);
      }
    },
  };
}

function drawMany(field: ChoiceField, input: ChoiceInput, seat: FieldHost<ChoiceInput>): FieldView {
  const around = new FieldChrome(field, seat);
  const chosen = el('p', { id: `${seat.id}-chosen`, class: 'option-description', dir: 'auto', 'aria-live': 'polite' });
  const describe = (index: number | null) => {
    chosen.textContent = (index === null ? undefined : field.options[index]?.description) ?? '';
  };
  const box = new Combobox(field, {
    id: seat.id,
    onChoose: (selected) => {
      pagePresses().whenReleased(() => describe(selected));
      seat.onChange({ kind: 'choice', selected });
    },
    onUnusable: (problem) => seat.onUnusable(problem),
  });
  setAttributes(box.input, {
    'aria-required': String(field.required),
    'aria-describedby': around.describedBy(chosen.id),
  });
  box.set(input.selected);
  describe(input.selected);
  onFocusLeave(box.element, () => seat.onLeave());
  const element = labelledField(around, box.element);
  box.element.after(chosen);
  return {
    element,
    focus: () => box.input.focus(),
    fill: (filled) => {
      if (filled.kind === 'choice') {
        box.set(filled.selected);
        describe(filled.selected);
        seat.onChange(filled);
      }
    },
    showProblem: (message) => around.showProblem(message, [box.input]),
    showSecret: (secret) => around.showSecret(secret),
    remark: around.remark,
  };
}
