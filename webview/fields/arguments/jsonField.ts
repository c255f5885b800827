import { t } from '@vscode/l10n';
import { templateInsertion } from '#form/inputs/templateInsertion.ts';
import type { Field, JsonInput } from '#form/model.ts';
import { FieldChrome, type FieldContext, type FieldView, labelledField } from '#webview/fields/fieldChrome.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { fillText, insertText } from '#webview/shell/fillText.ts';
import { JsonEditor } from './jsonEditor.ts';
import type { JsonSuggestionRequests } from './jsonSuggestionRequests.ts';

/**
 * A box for JSON: for a part of the arguments that no other field can represent, or for a value that its field cannot represent,
 * which `note` says.
 */
export function drawJson(
  field: Field,
  input: JsonInput,
  context: FieldContext<JsonInput>,
  suggestions: JsonSuggestionRequests,
  note?: HTMLElement,
): FieldView {
  const chrome = new FieldChrome(field, context);
  const editor = new JsonEditor(input.text, {
    id: context.id,
    rows: field.required ? 5 : 2,
    describedBy: chrome.describedBy,
    onInput: () => context.onChange({ kind: 'json', text: editor.area.value, touched: true }),
    requestSuggestions: (revision, text, offset) => suggestions.request(context.index, revision, text, offset),
  });
  suggestions.add(context.index, editor);
  editor.area.setAttribute('aria-required', String(field.required));
  editor.area.addEventListener('blur', () => context.onLeave());
  const element = labelledField(chrome, editor.element);
  const insert = templateButton(field, editor);
  if (insert) {
    chrome.help.element.append(el('span', { class: 'help-action' }, insert));
  }
  if (note) {
    editor.element.before(note);
  }
  return {
    element,
    focus: () => editor.area.focus(),
    fill: (newInput, method) => {
      if (newInput.kind === 'json') {
        fillText(editor.area, newInput.text, method);
        context.onChange(newInput);
      }
    },
    showProblem: (message) => chrome.showProblem(message, [editor.area]),
    showSecret: (secret) => chrome.showSecret(secret),
    foldHelp: () => chrome.help.fold(),
    remark: chrome.remark,
  };
}

/**
 * The button that inserts the required keys that an object lacks, or one more element into a list. It is hidden while it would have
 * no effect. Its effect moves the focus into the box, so that hiding the button does not lose the focus.
 */
function templateButton(field: Field, { area }: JsonEditor): HTMLButtonElement | undefined {
  if (field.kind !== 'json' || field.template === undefined) {
    return undefined;
  }
  const isList = field.accepts === 'array';
  const label = isList ? t('Add Item') : t('Insert Required Keys');
  const insert = button(label, 'link', () => {
    const insertion = templateInsertion(field, area.value);
    if (insertion) {
      insertText(area, insertion.text, insertion);
    }
  });
  insert.ariaLabel = isList ? t('Add Item to {0}', field.label) : t('Insert Required Keys into {0}', field.label);
  const update = () => {
    insert.hidden = templateInsertion(field, area.value) === undefined;
  };
  area.addEventListener('input', update);
  update();
  return insert;
}
