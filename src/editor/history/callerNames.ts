import { t } from '@vscode/l10n';
import { agentOf } from '#core/record/entries/entryCaller.ts';
import { nameInList } from './formatting.ts';

/** The callers that are counted together. */
export const otherCallers = () => t('Other callers');

/** The name of an `EntryCaller`, at most `limit` code points of it. An agent with the name of another caller is marked as an agent. */
export function callerName(caller: string, limit?: number): string {
  const agent = agentOf(caller);
  if (agent === undefined) {
    return caller === 'extension' ? t('Other extensions') : t('This editor');
  }
  const name = nameInList(agent, limit);
  const others = [t('Other extensions'), t('This editor'), otherCallers()];
  const isTaken = others.some((other) => other.toLowerCase() === name.toLowerCase());
  return isTaken ? t('{0} (an agent)', name) : name;
}
