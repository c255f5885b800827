import { t } from '@vscode/l10n';
import type { HistoryDay } from '#bridge/historyMessages.ts';
import type { CallerCounts, DayCounts } from '#core/record/history/dayCounts.ts';
import { formatNumber } from '#form/language.ts';
import { callerName, otherCallers } from './callerNames.ts';

/** The callers of a day that are shown apart: those with the most calls and questions. The others are shown together. */
const maxShown = 8;
/** In code points. */
const maxNameLength = 60;

/** Each caller, and its counts: "41 calls, 3 questions, 1 declined". */
export function callerCounts({ callers }: Pick<DayCounts, 'callers'>): HistoryDay['callers'] {
  const all = [...callers].toSorted(([, one], [, other]) => sum(other) - sum(one));
  const own = all.filter(([caller]) => caller !== 'others').slice(0, maxShown);
  const others = all.filter((one) => !own.includes(one)).map(([, counts]) => counts);
  return [
    ...own.map(([caller, counts]) => ({ name: callerName(caller, maxNameLength), counts: countsText(counts) })),
    ...(others.length > 0 ? [{ name: otherCallers(), counts: countsText(others.reduce(added)) }] : []),
  ];
}

function countsText({ calls, questions, declined }: CallerCounts): string {
  const parts = [
    calls === 0 ? undefined : calls === 1 ? t('1 call') : t('{0} calls', formatNumber(calls)),
    questions === 0 ? undefined : questions === 1 ? t('1 question') : t('{0} questions', formatNumber(questions)),
    declined === 0 ? undefined : declined === 1 ? t('1 declined') : t('{0} declined', formatNumber(declined)),
  ];
  return listText(parts.filter((part) => part !== undefined));
}

function listText(parts: readonly string[]): string {
  return parts.reduce((all, part) => t('{0}, {1}', all, part));
}

function added(one: CallerCounts, other: CallerCounts): CallerCounts {
  return {
    calls: one.calls + other.calls,
    questions: one.questions + other.questions,
    declined: one.declined + other.declined,
  };
}

function sum({ calls, questions }: CallerCounts): number {
  return calls + questions;
}
