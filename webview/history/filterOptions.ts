import { t } from '@vscode/l10n';
import type { HistoryFilter } from '#bridge/historyMessages.ts';
import { dayBefore, endOfDay, startOfDay } from '#webview/shell/localDates.ts';

export type FilterOption = readonly [value: string, label: string];
/** Options with a heading. */
export interface OptionGroup {
  readonly label: string;
  readonly options: readonly FilterOption[];
}

/** The first option of each select box, which restricts nothing. */
export const anyOption = (): FilterOption => ['', t('Any')];

/** The callers that are not agents. */
export const fixedCallers = (): readonly FilterOption[] => [
  ['editor', t('This editor')],
  ['extension', t('Other extensions')],
];

/** The outcomes of requests and calls, then those of requests only, and those of calls only. */
export const sharedOutcomes = (): readonly FilterOption[] => [
  ['decline', t('Declined')],
  ['cancel', t('Cancelled')],
];
export const requestOnlyOutcomes = (): OptionGroup => ({
  label: t('Questions'),
  options: [
    ['accept', t('Accepted or opened')],
    ['undelivered', t('Answer not delivered')],
    ['withdrawn', t('Withdrawn')],
    ['refused', t('Refused')],
    ['rate_limited', t('Held back')],
    ['muted', t('Muted')],
  ],
});
export const callOnlyOutcomes = (): OptionGroup => ({
  label: t('Tool calls'),
  options: [
    ['completed', t('Completed')],
    ['toolError', t('The tool failed')],
    ['failed', t('Failed')],
  ],
});

export const kindOptions = (): readonly FilterOption[] => [
  anyOption(),
  ['form', t('Form')],
  ['url', t('Web page')],
  ['calls', t('Tool call')],
];

export const dayOptions = (): readonly FilterOption[] => [
  anyOption(),
  ['today', t('Today')],
  ['yesterday', t('Yesterday')],
  ['week', t('Last 7 days')],
  ['range', t('Other days…')],
];

const decisions = ['accept', 'decline', 'cancel', 'withdrawn', 'refused', 'rate_limited', 'muted'] as const;
const outcomesOfCalls = ['completed', 'toolError', 'failed'] as const;

/** The conditions of an outcome. */
export function outcomeFilter(outcome: string): Pick<HistoryFilter, 'decision' | 'callOutcome' | 'undelivered'> {
  return {
    decision: decisions.find((decision) => decision === outcome),
    callOutcome: outcomesOfCalls.find((one) => one === outcome),
    undelivered: outcome === 'undelivered' ? true : undefined,
  };
}

/** True for an outcome that only calls have. */
export function isCallOutcome(outcome: string): boolean {
  return outcomeFilter(outcome).callOutcome !== undefined;
}

/** The conditions of a choice of days. `from` and `to` are the ends of a range: `2026-03-10`. */
export function dayFilter(choice: string, from: string, to: string): Pick<HistoryFilter, 'from' | 'to'> {
  switch (choice) {
    case 'today':
      return { from: startOfDay(dayBefore(0)), to: undefined };
    case 'yesterday':
      return { from: startOfDay(dayBefore(1)), to: startOfDay(dayBefore(0)) };
    case 'week':
      return { from: startOfDay(dayBefore(6)), to: undefined };
    case 'range':
      return { from: startOfDay(from), to: endOfDay(to) };
    default:
      return { from: undefined, to: undefined };
  }
}
