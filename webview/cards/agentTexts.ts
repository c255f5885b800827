import { t } from '@vscode/l10n';
import type { RunningCall } from '#bridge/messages.ts';
import { formatNumber } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';

/** Whether the agent of a call waits, in one sentence; empty if the call is not one of an agent. */
export function agentStateText({ agent, waiting }: Pick<RunningCall, 'agent' | 'waiting'>): string {
  const name = inOneLine(agent?.name ?? '', 80);
  switch (agent?.state) {
    case 'parked':
      return waiting > 0
        ? t('{0} has stopped waiting; your answer is kept for it.', name)
        : t('{0} has stopped waiting; the result is kept for it.', name);
    case 'joined':
      return t('{0} has called again, and waits.', name);
    default:
      return '';
  }
}

/** "Asked 2 min ago". `elapsed`: milliseconds. */
export function askedText(elapsed: number): string {
  const minutes = Math.max(0, Math.floor(elapsed / 60_000));
  if (minutes === 0) {
    return t('Asked less than a minute ago');
  }
  return minutes < 60
    ? t('Asked {0} min ago', formatNumber(minutes))
    : t('Asked {0} h {1} min ago', formatNumber(Math.floor(minutes / 60)), formatNumber(minutes % 60));
}
