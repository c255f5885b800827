import { t } from '@vscode/l10n';
import type { ShownSteps } from '#bridge/messages.ts';
import { formatList, formatNumber } from '#form/language.ts';

/** "2 earlier steps": the label of the folded steps. */
export function earlierStepsText(count: number): string {
  return count === 1 ? t('1 earlier step') : t('{0} earlier steps', formatNumber(count));
}

/** "And 2 more answers". */
export function moreAnswersText(count: number): string {
  return count === 1 ? t('And 1 more answer') : t('And {0} more answers', formatNumber(count));
}

/** The state of one step. */
export function stepStateText(state: ShownSteps['states'][number]): string {
  switch (state) {
    case 'waiting':
      return t('waiting');
    case 'accept':
      return t('answered');
    case 'opened':
      return t('page opened');
    case 'decline':
      return t('declined');
    case 'cancel':
      return t('cancelled');
    case 'withdrawn':
      return t('withdrawn');
    case 'sending':
    case 'slow':
    case 'silent':
    case 'signIn':
    case 'paused':
      return t('being sent');
    case 'undelivered':
      return t('not delivered');
    case 'unknown':
      return t('delivery unknown');
  }
}

/** "2 answered and 1 waiting": the number of steps in each state. */
export function stepStatesText(states: ShownSteps['states']): string {
  const kinds = [...new Set(states)];
  return formatList(kinds.map((kind) => stepCountText(kind, states.filter((state) => state === kind).length))).join('');
}

function stepCountText(state: ShownSteps['states'][number], count: number): string {
  const amount = formatNumber(count);
  switch (state) {
    case 'waiting':
      return t('{0} waiting', amount);
    case 'accept':
      return count === 1 ? t('1 answered') : t('{0} answered', amount);
    case 'opened':
      return count === 1 ? t('1 opened') : t('{0} opened', amount);
    case 'withdrawn':
      return count === 1 ? t('1 withdrawn') : t('{0} withdrawn', amount);
    case 'sending':
    case 'slow':
    case 'silent':
    case 'signIn':
    case 'paused':
      return t('{0} being sent', amount);
    case 'undelivered':
      return count === 1 ? t('1 not delivered') : t('{0} not delivered', amount);
    case 'unknown':
      return t('{0} with delivery unknown', amount);
    case 'decline':
      return count === 1 ? t('1 declined') : t('{0} declined', amount);
    case 'cancel':
      return count === 1 ? t('1 cancelled') : t('{0} cancelled', amount);
  }
}
