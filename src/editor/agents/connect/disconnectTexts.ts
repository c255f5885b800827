import { t } from '@vscode/l10n';
import { readLentEntry } from '#core/agents/connect/lentEntry.ts';
import type { ConnectedItem } from '#editor/agents/connections/connectedItems.ts';
import { hookName } from '#editor/agents/connections/connectionMemory.ts';
import type { FoundAgent } from '#editor/agents/connections/foundAgents.ts';
import { plainName } from '#editor/common/plainText.ts';
import { paragraph } from '#form/language.ts';

/** What became of items that were disconnected. */
export interface DisconnectOutcome {
  readonly restored: readonly ConnectedItem[];
  /** Items that their file did not have any more. */
  readonly missing: readonly ConnectedItem[];
  /** Items that are in their file as before. */
  readonly kept: readonly ConnectedItem[];
  /** What else the user should know, as sentences. */
  readonly notes: readonly string[];
}

/** What was removed from which file, and what was not. */
export function disconnectedText(
  { format: { label } }: Pick<FoundAgent, 'format'>,
  { restored, missing, kept, notes }: DisconnectOutcome,
): string {
  const isHook = ({ server }: ConnectedItem) => server === hookName;
  const servers = restored.filter((item) => !isHook(item) && !item.lent);
  const replaced = restored.filter(({ lent }) => lent && readLentEntry(lent.undo)?.original !== undefined);
  const lent = restored.filter((item) => item.lent && !replaced.includes(item));
  return paragraph([
    ...restored.filter(isHook).map(({ file }) => t('The hook of {0} was removed from {1}.', label, file?.path ?? '')),
    ...(servers.length > 0
      ? [t('{0} starts these servers without the proxy again: {1}.', label, itemNames(servers))]
      : []),
    ...(lent.length > 0
      ? [
          t(
            '{0} can no longer use these servers of this editor: {1}.',
            label,
            lent.map(({ server }) => plainName(server)).join(', '),
          ),
        ]
      : []),
    ...(replaced.length > 0
      ? [
          t(
            '{0} reaches these servers without this editor again: {1}.',
            label,
            replaced.map(({ lent }) => plainName(readLentEntry(lent?.undo)?.name ?? '')).join(', '),
          ),
        ]
      : []),
    ...(missing.length > 0 ? [t('No longer in the file of {0}: {1}.', label, itemNames(missing))] : []),
    ...(kept.length > 0 ? [t('To be changed by hand: {0}.', itemNames(kept))] : []),
    ...notes,
  ]);
}

/** The names of items, for the user. */
function itemNames(items: readonly ConnectedItem[]): string {
  return items.map(itemName).join(', ');
}

/** The name of an item: that of its entry, or the hook. */
export function itemName({ server, place, lent }: ConnectedItem): string {
  if (lent) {
    return t('{0}, lent by this editor', plainName(server));
  }
  return server === hookName ? t('the hook for all servers') : plainName(place?.name ?? server);
}

/** The project or the file in which an item stands. Absent for a server that is lent without a change of a file. */
export function itemPlace({ place, file, lent }: ConnectedItem): string | undefined {
  const lentEntry = readLentEntry(lent?.undo);
  const path = place?.project ?? file?.path ?? lentEntry?.project ?? lentEntry?.path;
  return path === undefined ? undefined : plainName(path);
}
