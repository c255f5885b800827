import { t } from '@vscode/l10n';
import type { HistoryDetail, HistoryRow } from '#bridge/historyMessages.ts';
import type { CallBody, ElicitationBody, RecordEntry, RepairFinding } from '#core/record/entries/entry.ts';
import { formatList, formatNumber } from '#form/language.ts';
import { escapeInvisible, inBlock } from '#form/text.ts';
import { detail } from './formatting.ts';

/** An entry about the record itself. */
type EntryAboutRecord = Exclude<RecordEntry, ElicitationBody | CallBody>;

/** An entry about the record itself as a row of the list. */
export function recordRow(entry: EntryAboutRecord): Omit<HistoryRow, 'key' | 'at'> {
  return { about: aboutRecord(entry), outcome: { word: outcomeWord(entry), tone: outcomeTone(entry) } };
}

/** All details of an entry about the record itself as texts. */
export function recordDetails(entry: EntryAboutRecord): HistoryDetail[] {
  const when = detail(t('When'), entry.at, 'time');
  switch (entry.kind) {
    case 'gap':
      return [
        when,
        detail(t('Since'), entry.since, 'time'),
        detail(t('Why'), inBlock(entry.reason), 'words'),
        detail(t('Written late'), formatNumber(entry.late), 'words'),
        detail(t('Lost'), formatNumber(entry.lost), 'words'),
      ];
    case 'repair':
      return [when, { label: t('Found'), values: entry.found.map(findingText), style: 'words' }];
    default:
      return [
        when,
        ...(entry.days === undefined
          ? []
          : [
              detail(t('Older than'), entry.days === 1 ? t('1 day') : t('{0} days', formatNumber(entry.days)), 'words'),
            ]),
        {
          label: t('Files'),
          values: entry.files.map(({ file, entries }) => droppedFileText(escapeInvisible(file), entries)),
          style: 'code',
        },
      ];
  }
}

/** A finding of a repair as a sentence. */
export function findingText({ file, what, entries = 0, bytes = 0 }: RepairFinding): string {
  const name = escapeInvisible(file);
  switch (what) {
    case 'adopted':
      return entries === 1
        ? t(
            '{0}: a window ended before it could confirm an entry. The entry fits the chain and is confirmed now.',
            name,
          )
        : t(
            '{0}: a window ended before it could confirm {1} entries. They fit the chain and are confirmed now.',
            name,
            formatNumber(entries),
          );
    case 'headLost':
      return t(
        '{0}: its confirmation cannot be read. Verify shows whether its entries fit the chain, but not whether some are missing at its end.',
        name,
      );
    case 'torn':
      return bytes === 1
        ? t('{0}: the last entry was cut off while it was written. The file has 1 byte of it.', name)
        : t(
            '{0}: the last entry was cut off while it was written. The file has {1} bytes of it.',
            name,
            formatNumber(bytes),
          );
    case 'missing':
      return t('{0}: the file is missing, and no entry says why.', name);
    case 'truncated':
      return t('{0}: entries at the end are missing.', name);
    case 'changed':
      return t('{0}: it was changed by another program.', name);
  }
}

function aboutRecord(entry: EntryAboutRecord): string {
  switch (entry.kind) {
    case 'gap':
      return t('Nothing could be recorded for some time');
    case 'repair':
      return t(
        'Found at startup: {0}',
        formatList(entry.found.map(({ what }) => findingWords()[what]).filter(isFirst)).join(''),
      );
    case 'retention':
      return entry.files.length === 1
        ? t('1 old file dropped')
        : t('{0} old files dropped', formatNumber(entry.files.length));
    case 'cleared':
      return t('The record was cleared');
  }
}

const findingWords = (): Readonly<Record<RepairFinding['what'], string>> => ({
  adopted: t('unconfirmed entries'),
  torn: t('an entry that was cut off'),
  headLost: t('an unconfirmed file'),
  missing: t('a missing file'),
  truncated: t('missing entries'),
  changed: t('changed entries'),
});

function outcomeWord(entry: EntryAboutRecord): string {
  switch (entry.kind) {
    case 'gap':
      return t('Gap');
    case 'repair':
      return isRepaired(entry.found) ? t('Repaired') : t('Problem');
    default:
      return t('Dropped');
  }
}

function outcomeTone(entry: EntryAboutRecord): HistoryRow['outcome']['tone'] {
  return entry.kind === 'gap' || (entry.kind === 'repair' && !isRepaired(entry.found)) ? 'trouble' : 'plain';
}

/** True if all findings are explained by a window that ended without warning. */
export function isRepaired(findings: readonly RepairFinding[]): boolean {
  return findings.every(({ what }) => what === 'adopted' || what === 'torn');
}

function isFirst<T>(item: T, index: number, list: readonly T[]): boolean {
  return list.indexOf(item) === index;
}

function droppedFileText(file: string, entries: number): string {
  return entries === 1 ? t('{0}: 1 entry', file) : t('{0}: {1} entries', file, formatNumber(entries));
}
