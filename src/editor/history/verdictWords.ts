import type { HistoryVerdict } from '../../bridge/history.ts';
import type { FileVerdict, Problem, Verdict } from '../../core/record/verify.ts';
import { inFull } from '../../form/text.ts';
import { count } from '../../form/words.ts';

/** Each as the end of "this entry ...", or, for the whole file, of "this file ...". */
const problemWords: Readonly<Record<Problem['what'], string>> = {
  notJson: 'cannot be read',
  changed: 'is not what was written, or the one before it is not',
  removed: 'does not follow: entries before it were removed',
  order: 'stood elsewhere',
  missing: 'is gone, and nothing in the record says that it was dropped',
  truncated: 'is missing, with all that came after it',
  rewritten: 'is part of a chain that holds, but is not the one that was vouched for',
  torn: 'is incomplete',
  headMissing: 'is in order, but nothing vouches for it: entries at its end may be gone',
};

/** What verifying has shown, for the person; the first broken entry is named by its file and line. */
export function verdictWords(verdict: Verdict): HistoryVerdict {
  const broken = verdict.files.flatMap((file) => (file.problem ? [problemText(file, file.problem)] : []));
  const [first] = broken;
  const kept = `${entries(verdict.entries)} in ${count(verdict.files.length, 'file')}`;
  return {
    ok: verdict.ok,
    text: first === undefined ? `Everything is in order: ${kept}.` : `The record is not in order. ${first}`,
    problems: broken.slice(1),
    remarks: [
      ...verdict.files.flatMap(remarks),
      ...(verdict.dropped.length > 0
        ? [
            `${count(verdict.dropped.length, 'file')} gone that the record says ${verdict.dropped.length === 1 ? 'was' : 'were'} dropped.`,
          ]
        : []),
    ],
  };
}

function problemText({ file, entries: good }: FileVerdict, { what, line }: Problem): string {
  const where = line === undefined ? 'This file' : `Line ${line}: this entry`;
  const before =
    line !== undefined && good > 0
      ? ` The ${good === 1 ? 'entry' : `${good} entries`} before ${good === 1 ? 'is' : 'are'} in order.`
      : '';
  return `${inFull(file)}. ${where} ${problemWords[what]}.${before}`;
}

function remarks({ file, adopted, unvouched, torn }: FileVerdict): string[] {
  const name = inFull(file);
  return [
    ...(adopted === undefined
      ? []
      : [`${name}: its window ended before it could vouch for the last ${entries(adopted)}; a later start did.`]),
    ...(unvouched === undefined
      ? []
      : [`${name}: the last ${entries(unvouched)} follow, but are not vouched for yet.`]),
    ...(torn === undefined ? [] : [`${name}: ends with an incomplete entry, which the record tells of.`]),
  ];
}

function entries(amount: number): string {
  return amount === 1 ? '1 entry' : `${amount} entries`;
}
