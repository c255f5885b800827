import { t } from '@vscode/l10n';
import type { HistoryVerification } from '#bridge/historyMessages.ts';
import type { FileProblem, FileVerdict, VerifyReport } from '#core/record/verify.ts';
import { formatNumber, paragraph } from '#form/language.ts';
import { escapeInvisible } from '#form/text.ts';

function entryProblem(what: FileProblem['what'], line: number): string {
  switch (what) {
    case 'notJson':
      return t('Line {0}: this entry cannot be read.', line);
    case 'changed':
      return t('Line {0}: this entry is not what was written, or the one before it is not.', line);
    case 'removed':
      return t('Line {0}: this entry does not fit the chain: entries before it were removed.', line);
    case 'order':
      return t('Line {0}: this entry was moved here from another place.', line);
    case 'missing':
      return t('Line {0}: this entry is missing, and no entry says that it was dropped.', line);
    case 'truncated':
      return t('Line {0}: this entry is missing, with all that came after it.', line);
    case 'rewritten':
      return t('Line {0}: this entry fits the chain, but is not the one that was confirmed.', line);
    case 'torn':
      return t('Line {0}: this entry is incomplete.', line);
    case 'headMissing':
      return t('Line {0}: this entry is in order but not confirmed: entries after it may be missing.', line);
    case 'droppedEarly':
      return fileProblem(what);
  }
}

function fileProblem(what: FileProblem['what']): string {
  switch (what) {
    case 'notJson':
      return t('This file cannot be read.');
    case 'changed':
      return t('This file is not what was written, or the one before it is not.');
    case 'removed':
      return t('This file does not fit the chain: entries before it were removed.');
    case 'order':
      return t('This file was moved here from another place.');
    case 'missing':
      return t('This file is missing, and no entry says that it was dropped.');
    case 'truncated':
      return t('This file is missing, with all that came after it.');
    case 'rewritten':
      return t('This file fits the chain, but is not the one that was confirmed.');
    case 'torn':
      return t('This file is incomplete.');
    case 'headMissing':
      return t('This file is in order but not confirmed: entries at its end may be missing.');
    case 'droppedEarly':
      return t(
        'This file is missing: an entry says that it was dropped for its age, but its name says that it was not old enough.',
      );
  }
}

/** The result of a verification as texts for the user. Names the first broken entry by its file and line. */
export function historyVerdict(verdict: VerifyReport): HistoryVerification {
  const problems = verdict.files.flatMap((file) => (file.problem ? [problemText(file, file.problem)] : []));
  const [first] = problems;
  return {
    ok: verdict.ok,
    text: first === undefined ? goodText(verdict) : paragraph([t('The record is not in order.'), first]),
    problems: problems.slice(1),
    remarks: [
      // The list has them only if the user wants that.
      ...(verdict.ok && verdict.entries > 0 ? [t('Tool calls are counted, too.')] : []),
      ...verdict.files.flatMap(remarks),
      ...(verdict.dropped.length > 0 ? [droppedText(verdict.dropped.length)] : []),
    ],
  };
}

function problemText({ file, entries: goodEntries }: FileVerdict, { what, line }: FileProblem): string {
  const problem = line === undefined ? fileProblem(what) : entryProblem(what, line);
  const entriesBefore = line === undefined || goodEntries === 0 ? [] : [goodEntriesText(goodEntries)];
  return paragraph([t('{0}.', escapeInvisible(file)), problem, ...entriesBefore]);
}

function goodEntriesText(count: number): string {
  return count === 1
    ? t('The entry before is in order.')
    : t('The {0} entries before are in order.', formatNumber(count));
}

function goodText({ entries, files }: VerifyReport): string {
  if (entries === 1) {
    return t('Everything is in order: 1 entry in 1 file.');
  }
  return files.length === 1
    ? t('Everything is in order: {0} entries in 1 file.', formatNumber(entries))
    : t('Everything is in order: {0} entries in {1} files.', formatNumber(entries), formatNumber(files.length));
}

function droppedText(count: number): string {
  return count === 1
    ? t('1 file is missing that was recorded as dropped.')
    : t('{0} files are missing that were recorded as dropped.', formatNumber(count));
}

function remarks({ file, adopted, unvouched, torn }: FileVerdict): string[] {
  const name = escapeInvisible(file);
  return [
    ...(adopted === undefined ? [] : [adoptedText(name, adopted)]),
    ...(unvouched === undefined ? [] : [unvouchedText(name, unvouched)]),
    ...(torn === undefined ? [] : [t('{0}: ends with an incomplete entry, which is recorded.', name)]),
  ];
}

function adoptedText(name: string, count: number): string {
  return count === 1
    ? t('{0}: its window ended before it could confirm the last entry; a later start did.', name)
    : t(
        '{0}: its window ended before it could confirm the last {1} entries; a later start did.',
        name,
        formatNumber(count),
      );
}

function unvouchedText(name: string, count: number): string {
  return count === 1
    ? t('{0}: the last entry fits the chain, but is not confirmed yet.', name)
    : t('{0}: the last {1} entries fit the chain, but are not confirmed yet.', name, formatNumber(count));
}
