import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import type { FieldInput, RecordField, RecordInput, RecordRow } from '#form/model.ts';
import { blankRow } from '#form/rowInputs.ts';
import { FieldChrome, type FieldContext, type FieldView } from '#webview/fields/fieldChrome.ts';
import { el } from '#webview/shell/dom.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';
import { drawRowControl } from './rowControl.ts';
import { type RowPart, RowsEditor } from './rowsEditor.ts';
import { rowsFieldView } from './rowsFieldView.ts';

/** Names with values, one pair in each row. */
export function drawRecord(field: RecordField, input: RecordInput, context: FieldContext<RecordInput>): FieldView {
  const chrome = new FieldChrome(field, context);
  const read = (): RecordInput => ({ kind: 'record', rows: editor.rows, touched: true });
  const changed = () => context.onChange(read());
  const label = field.label;
  const row = { ...field.row, label };
  const blank: RecordRow = { key: '', value: blankRow(row) };
  const drawRow = ({ key, value }: RecordRow, id: number): RowPart<RecordRow> => {
    const name = el('input', {
      type: 'text',
      id: `${context.id}-name-${id}`,
      class: 'row-name',
      dir: 'auto',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      placeholder: t('Name'),
      'aria-describedby': chrome.help.ids,
    });
    name.value = key;
    name.addEventListener('input', () => changed());
    name.addEventListener('keydown', (event) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      if (event.key === 'Enter' && !hasModifier && !isComposing(event)) {
        event.preventDefault();
        control.focus();
      }
    });
    const control = drawRowControl(row, value, {
      id: `${context.id}-row-${id}`,
      describedBy: chrome.help.ids,
      onChange: () => changed(),
      onEnter: () => editor.add(undefined, editor.indexOf(part) + 1),
    });
    const part: RowPart<RecordRow> = {
      element: el('div', { class: 'row-pair' }, name, control.element),
      controls: [name, ...control.controls],
      read: () => ({ key: name.value, value: control.read() }),
      focus: () => name.focus(),
      setNumber: (number) => {
        name.ariaLabel = t('{0}, name in row {1}', label, formatNumber(number));
        control.setName(t('{0}, value in row {1}', label, formatNumber(number)));
      },
      isMasked: () => control.isMasked(),
      setSecret: (secret) => control.setSecret(secret),
    };
    return part;
  };
  const editor = new RowsEditor<RecordRow>(input.rows, {
    label,
    maxItems: field.rules.maxItems,
    blank,
    addable: [{ label: t('Add Row'), name: t('Add Row to {0}', label), row: blank }],
    draw: drawRow,
    isMasked: () => context.isMasked(),
    mask: () => context.mask(),
    onChange: changed,
  });
  const isOwn = (newInput: FieldInput): newInput is RecordInput => newInput.kind === 'record';
  return rowsFieldView({ field, chrome, context, editor, read, isOwn });
}
