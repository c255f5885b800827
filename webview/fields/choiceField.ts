import type { ChoiceField, ChoiceInput } from '#form/model.ts';
import { Combobox } from '#webview/fields/lists/combobox.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { pagePresses } from '#webview/shell/pointerPresses.ts';
import { FieldChrome, type FieldHost, type FieldView, labelledField, onFocusLeave } from './fieldChrome.ts';
import { drawRadios, noAnswerLabel, type Radio } from './radios.ts';

/** Up to this number, options are radio buttons; more go into a combobox. */
const maxRadios = 7;

/** A field with one of several options. */
export function drawChoice(field: ChoiceField, input: ChoiceInput, host: FieldHost<ChoiceInput>): FieldView {
  if (field.options.length > maxRadios) {
    return drawCombobox(field, input, host);
  }
  const radios: Radio<number | null>[] = field.options.map((option, index) => ({ ...option, value: index }));
  if (!field.required) {
    radios.push({ value: null, label: noAnswerLabel() });
  }
  const drawn = drawRadios(field, radios, input.selected, {
    id: host.id,
    title: host.title,
    onLeave: () => host.onLeave(),
    onChoose: (selected) => host.onChange({ kind: 'choice', selected }),
  });
  return {
    ...drawn,
    fill: (filled) => {
      if (filled.kind === 'choice') {
        drawn.set(filled.selected);
        host.onChange(filled);
      }
    },
  };
}

function drawCombobox(field: ChoiceField, input: ChoiceInput, host: FieldHost<ChoiceInput>): FieldView {
  const chrome = new FieldChrome(field, host);
  const chosen = el('p', { id: `${host.id}-chosen`, class: 'option-description', dir: 'auto', 'aria-live': 'polite' });
  const describe = (index: number | null) => {
    chosen.textContent = (index === null ? undefined : field.options[index]?.description) ?? '';
  };
  const box = new Combobox(field, {
    id: host.id,
    onChoose: (selected) => {
      pagePresses().whenReleased(() => describe(selected));
      host.onChange({ kind: 'choice', selected });
    },
    onUnusable: (problem) => host.onUnusable(problem),
  });
  setAttributes(box.input, {
    'aria-required': String(field.required),
    'aria-describedby': chrome.describedBy(chosen.id),
  });
  box.set(input.selected);
  describe(input.selected);
  onFocusLeave(box.element, () => host.onLeave());
  const element = labelledField(chrome, box.element);
  box.element.after(chosen);
  return {
    element,
    focus: () => box.input.focus(),
    fill: (filled) => {
      if (filled.kind === 'choice') {
        box.set(filled.selected);
        describe(filled.selected);
        host.onChange(filled);
      }
    },
    showProblem: (message) => chrome.showProblem(message, [box.input]),
    showSecret: (secret) => chrome.showSecret(secret),
    remark: chrome.remark,
  };
}
