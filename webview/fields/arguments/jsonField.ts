import { t } from '@vscode/l10n';
import { templateText } from '#form/jsonInput.ts';
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

/** The button that inserts the required keys: of an object into an empty box, or of one more element at the end of a list. */
function templateButton(field: Field, { area }: JsonEditor): HTMLButtonElement | undefined {
  if (field.kind !== 'json' || field.template === undefined) {
    return undefined;
  }
  const { template, accepts } = field;
  const isList = accepts === 'array';
  const label = isList ? t('Add item') : t('Insert required keys');
  const insert = button(label, 'link', () => {
    const end = isList ? /\s*\]\s*$/.exec(area.value) : null;
    if (!end) {
      if (area.value.trim() === '') {
        fillText(area, templateText(field));
      }
      return;
    }
    const isEmpty = area.value.slice(0, end.index).trimEnd().endsWith('[');
    const item = template.replace(/^/gm, '  ');
    insertText(area, `${isEmpty ? '' : ','}\n${item}\n]`, { from: end.index, to: area.value.length });
  });
  insert.ariaLabel = isList ? t('Add item to {0}', field.label) : t('Insert required keys into {0}', field.label);
  return insert;
}
