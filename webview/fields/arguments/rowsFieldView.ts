import { rowProblems } from '#form/evaluate.ts';
import type { FieldInput, ListField, ListInput, RecordField, RecordInput } from '#form/model.ts';
import {
  type FieldChrome,
  type FieldContext,
  type FieldView,
  fieldElement,
  fieldGroup,
  onFocusLeave,
} from '#webview/fields/fieldChrome.ts';
import type { RowsEditor } from './rowsEditor.ts';

interface RowsFieldParts<I extends ListInput | RecordInput> {
  readonly field: ListField | RecordField;
  readonly chrome: FieldChrome;
  readonly context: FieldContext<I>;
  readonly editor: RowsEditor<I['rows'][number]>;
  read(): I;
  isOwn(input: FieldInput): input is I;
}

/** The field around the rows of a list or a record. */
export function rowsFieldView<I extends ListInput | RecordInput>(parts: RowsFieldParts<I>): FieldView {
  const { field, chrome, context, editor } = parts;
  const found = () => rowProblems(field, parts.read());
  const group = fieldGroup(chrome, { 'aria-describedby': chrome.describedByAbove }, editor.element);
  onFocusLeave(group, () => context.onLeave());
  return {
    element: fieldElement(chrome, group),
    focus: () => editor.focus(found().find(({ row }) => row !== undefined)?.row ?? 0),
    fill: (input) => {
      if (parts.isOwn(input)) {
        editor.set(input.rows);
        context.onChange(input);
      }
    },
    showProblem: (message) => {
      const rows = message === undefined ? [] : found().flatMap(({ row }) => row ?? []);
      const all = editor.controls();
      chrome.showProblem(message, all);
      // If no row is known, all are invalid.
      const invalid = rows.length > 0 ? rows.flatMap((row) => [...editor.controls(row)]) : all;
      for (const control of all.filter((one) => !invalid.includes(one))) {
        control.ariaInvalid = 'false';
      }
    },
    showSecret: (secret) => {
      chrome.showSecret(secret);
      editor.setSecret(secret !== undefined);
    },
    foldHelp: () => chrome.help.fold(),
    remark: chrome.remark,
  };
}
