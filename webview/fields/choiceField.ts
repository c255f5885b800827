import type { ChoiceField, ChoiceInput } from '#form/model.ts';
import { Combobox } from '#webview/fields/lists/combobox.ts';
import { setAttributes } from '#webview/shell/dom.ts';
import { pagePresses } from '#webview/shell/presses/pointerPresses.ts';
import { FieldChrome, type FieldContext, type FieldView, labelledField, onFocusLeave } from './fieldChrome.ts';
import { drawRadios, noAnswerLabel, type Radio } from './radios.ts';

/** The maximum number of options that are shown as radio buttons. More are shown as a combobox. */
const maxRadios = 7;

/** A field in which the user chooses one of several options. */
export function drawChoice(field: ChoiceField, input: ChoiceInput, context: FieldContext<ChoiceInput>): FieldView {
  if (field.options.length > maxRadios) {
    return drawCombobox(field, input, context);
  }
  const radios: Radio<number | null>[] = field.options.map((option, index) => ({ ...option, value: index }));
  if (!field.required) {
    radios.push({ value: null, label: noAnswerLabel() });
  }
  const view = drawRadios(field, radios, input.selected, {
    id: context.id,
    title: context.title,
    onLeave: () => context.onLeave(),
    onChoose: (selected) => context.onChange({ kind: 'choice', selected }),
  });
  return {
    ...view,
    fill: (newInput) => {
      if (newInput.kind === 'choice') {
        view.set(newInput.selected);
        context.onChange(newInput);
      }
    },
  };
}

function drawCombobox(field: ChoiceField, input: ChoiceInput, context: FieldContext<ChoiceInput>): FieldView {
  const chrome = new FieldChrome(field, context);
  const showDescription = (index: number | null) => {
    chrome.help.showNote(index === null ? undefined : field.options[index]?.description);
  };
  const combobox = new Combobox(field, {
    id: context.id,
    onChange: (value) => {
      pagePresses().runNowOrAfterPress(() => showDescription(value.selected));
      context.onChange(value);
      if (value.text !== undefined) {
        // The input was left. The focus may now be on the button beside it.
        context.onLeave();
      }
    },
  });
  setAttributes(combobox.input, {
    'aria-required': String(field.required),
    'aria-describedby': chrome.describedBy,
  });
  combobox.set(input);
  showDescription(input.selected);
  onFocusLeave(combobox.element, () => context.onLeave());
  const element = labelledField(chrome, combobox.element);
  return {
    element,
    focus: () => combobox.input.focus(),
    fill: (newInput) => {
      if (newInput.kind === 'choice') {
        combobox.set(newInput);
        showDescription(newInput.selected);
        context.onChange(newInput);
      }
    },
    showProblem: (message) => chrome.showProblem(message, [combobox.input]),
    foldHelp: () => chrome.help.fold(),
    showSecret: (secret) => chrome.showSecret(secret),
    remark: chrome.remark,
  };
}
