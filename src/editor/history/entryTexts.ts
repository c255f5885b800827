import { t } from '@vscode/l10n';
import type { HistoryDetail, HistoryRow } from '#bridge/historyMessages.ts';
import type { RecordEntry } from '#core/record/entries/entry.ts';
import type { PagedEntry } from '#core/record/history/recordPage.ts';
import { escapeInvisible } from '#form/text.ts';
import { callDetails, callRow } from './callTexts.ts';
import { detail } from './formatting.ts';
import { recordDetails, recordRow } from './recordTexts.ts';
import { requestDetails, requestRow } from './requestTexts.ts';

/** The key of an entry, which is unique in the record: its file and its number. */
export function entryKey({ file, entry }: PagedEntry): string {
  return `${file}:${entry.seq}`;
}

/** An entry as a row of the list. */
export function historyRow(paged: PagedEntry): HistoryRow {
  return { key: entryKey(paged), at: paged.entry.at, ...entryRow(paged.entry) };
}

/** All details of an entry as texts. Texts from servers are escaped. */
export function historyDetails({ file, entry }: PagedEntry): HistoryDetail[] {
  return [
    ...entryDetails(entry),
    detail(t('Where it is kept'), t('{0}, line {1}', escapeInvisible(file), entry.seq), 'code'),
    detail('SHA-256', entry.hash, 'code'),
  ];
}

function entryRow(entry: RecordEntry): Omit<HistoryRow, 'key' | 'at'> {
  switch (entry.kind) {
    case 'elicitation':
      return requestRow(entry);
    case 'call':
      return callRow(entry);
    default:
      return recordRow(entry);
  }
}

function entryDetails(entry: RecordEntry): HistoryDetail[] {
  switch (entry.kind) {
    case 'elicitation':
      return requestDetails(entry);
    case 'call':
      return callDetails(entry);
    default:
      return recordDetails(entry);
  }
}
