import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import type { FieldInput, ListField, ListInput, RowInput } from '#form/model.ts';
import { blankRow } from '#form/rowInputs.ts';
import { isBlankRow } from '#form/rows.ts';
import { FieldChrome, type FieldContext, type FieldView } from '#webview/fields/fieldChrome.ts';
import { rowAdditions } from './rowAdditions.ts';
import { drawRowControl } from './rowControl.ts';
import { type RowPart, RowsEditor } from './rowsEditor.ts';
import { rowsFieldView } from './rowsFieldView.ts';

/** A list of values, one in each row. */
export function drawList(field: ListField, input: ListInput, context: FieldContext<ListInput>): FieldView {
  const chrome = new FieldChrome(field, context);
  const read = (): ListInput => ({ kind: 'list', rows: editor.rows, touched: true });
  const changed = () => context.onChange(read());
  const label = field.label;
  const row = { ...field.row, label };
  const editor = new RowsEditor<RowInput>(input.rows, {
    label,
    maxItems: field.rules.maxItems,
    blank: blankRow(row),
    addable: rowAdditions(row),
    draw: (value, id) => {
      const control = drawRowControl(row, value, {
        id: `${context.id}-row-${id}`,
        describedBy: chrome.help.ids,
        onChange: () => changed(),
        onEnter: () => {
          if (!isBlankRow(row, control.read())) {
            editor.add(undefined, editor.indexOf(part) + 1);
          }
        },
        onLines: (lines) =>
          editor.replace(
            editor.indexOf(part),
            lines.map((text) => ({ kind: 'text', text, touched: true })),
          ),
      });
      const part: RowPart<RowInput> = {
        ...control,
        setNumber: (number) => control.setName(t('{0}, row {1}', label, formatNumber(number))),
      };
      return part;
    },
    isMasked: () => context.isMasked(),
    mask: () => context.mask(),
    onChange: changed,
  });
  const isOwn = (newInput: FieldInput): newInput is ListInput => newInput.kind === 'list';
  return rowsFieldView({ field, chrome, context, editor, read, isOwn });
}
