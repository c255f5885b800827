import { t } from '@vscode/l10n';
import { errorText } from '#core/common/errors.ts';
import { plainName } from '#editor/common/plainText.ts';
import type { ConnectContext } from './connectContext.ts';
import { type ConnectedItem, connectedItems } from './connectedItems.ts';
import { hookName } from './connectionMemory.ts';
import { disconnectItems } from './disconnectItems.ts';
import { type FoundAgent, findAgents } from './foundAgents.ts';

/** What is to be disconnected, if the user has chosen it before: all of an agent, or one of its servers. */
export interface DisconnectChoice {
  readonly client: string;
  readonly server?: string;
}

/** Lets the user disconnect an agent, or some of its servers. Never rejects. */
export async function disconnectByDialogs(context: ConnectContext, choice?: DisconnectChoice): Promise<void> {
  const { dialogs } = context;
  try {
    const connected = await findConnected(context);
    if (connected.length === 0) {
      dialogs.showMessage(t('No agent is connected.'));
      return;
    }
    const agent = choice
      ? connected.find(({ format }) => format.id === choice.client)
      : await dialogs.chooseConnected(connected);
    const all = agent && connectedItems(agent);
    const ofChoice = all?.filter(({ server }) => choice?.server === undefined || server === choice.server);
    const items = agent && ofChoice && (await dialogs.chooseItems(agent, ofChoice));
    if (!agent || !items || items.length === 0) {
      return;
    }
    const { restored, missing, kept } = await disconnectItems(context, agent, items);
    const text = outcomeText(agent, restored, missing, kept);
    if ((await findConnected(context)).length === 0 && context.agents.isEnabled) {
      if (await dialogs.confirmDisabling(text)) {
        await context.disable();
      }
    } else if (text !== '') {
      dialogs.showMessage(text);
    }
  } catch (error) {
    dialogs.showProblem(t('Not everything could be disconnected. {0}', errorText(error, 500)));
  }
}

async function findConnected({ environment, agents }: ConnectContext): Promise<FoundAgent[]> {
  return (await findAgents(environment, agents.connections)).filter((agent) => connectedItems(agent).length > 0);
}

function outcomeText(
  { format: { label } }: FoundAgent,
  restored: readonly ConnectedItem[],
  missing: readonly ConnectedItem[],
  kept: readonly ConnectedItem[],
): string {
  return [
    ...(restored.length > 0 ? [t('{0} is as it was: {1}.', label, itemNames(restored))] : []),
    ...(missing.length > 0 ? [t('No longer in the file of {0}: {1}.', label, itemNames(missing))] : []),
    ...(kept.length > 0 ? [t('To be changed by hand: {0}.', itemNames(kept))] : []),
  ].join(' ');
}

/** The names of items, for the user. */
function itemNames(items: readonly ConnectedItem[]): string {
  return items.map(itemName).join(', ');
}

/** The name of an item: that of its entry, or the hook. */
export function itemName({ server, place }: ConnectedItem): string {
  return server === hookName ? t('the hook for all servers') : plainName(place?.name ?? server);
}
