import { t } from '@vscode/l10n';
import { readAgentConfiguration } from '#core/agents/connect/agentConfiguration.ts';
import type { AgentFormat } from '#core/agents/connect/agentFormat.ts';
import { type ConfigFile, replaceConfigFile } from '#core/agents/connect/configFiles.ts';
import { type LentEntry, readLentEntry } from '#core/agents/connect/lentEntry.ts';
import { removeLentEntry } from '#core/agents/connect/lentRemoval.ts';
import { connectableClients } from '#core/agents/home/agentNames.ts';
import type { LendingGrant } from '#core/agents/lending/grants.ts';
import { ConfigError } from '#core/agents/syntax/configText.ts';
import { errorText } from '#core/common/errors.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import { plainName } from '#editor/common/plainText.ts';
import { documentText } from './changeTexts.ts';
import type { ConnectContext } from './connectContext.ts';

type LentContext = Pick<ConnectContext, 'agents' | 'dialogs' | 'userServers'>;

/** What became of a server that was lent. The agent can use it no longer in any case. */
interface LentEnd {
  /** What became of its entry in the agent's file. */
  readonly outcome: 'restored' | 'missing' | 'kept';
  /** What became of the server in the user settings, as a sentence for the user. */
  readonly note?: string | undefined;
}

/**
 * Takes a server back from an agent: ends the lending, and undoes the change of the agent's file. What the file does not allow is shown, to
 * be changed by hand; the entry that was replaced stays remembered until it is back, or the user has copied it. A server that Connect has
 * added to the user settings is removed from them if it is unchanged and no other agent may use it. The copy of the file is left to the caller.
 */
export async function disconnectLent(context: LentContext, format: AgentFormat, grant: LendingGrant): Promise<LentEnd> {
  const { agents } = context;
  // First: whatever becomes of the file, the agent reaches the server no more.
  const ended = (await agents.grants.stop(format.id, grant)) ?? grant;
  agents.connectionsChanged();
  const entry = readLentEntry(ended.undo);
  if (!entry) {
    await agents.grants.revoke(format.id, ended);
    return { outcome: 'missing' };
  }
  const { outcome, isForgotten } = await undoEntry(context, format, entry, grant.server);
  if (!isForgotten) {
    return { outcome };
  }
  await agents.grants.revoke(format.id, ended);
  return { outcome, note: entry.setting && (await removeSetting(context, grant.server, entry.setting)) };
}

/** `isForgotten`: nothing is left to be undone, or the user does it. */
async function undoEntry({ dialogs }: LentContext, format: AgentFormat, entry: LentEntry, server: string) {
  const { path } = entry;
  const { file, refusal } = await readAgentConfiguration({ agent: format.id, path, holds: 'servers' });
  try {
    if (!file && refusal !== undefined) {
      throw new ConfigError(refusal);
    }
    const isUndone = file !== undefined && (await undoIn(format, file, entry, server));
    if (!isUndone && entry.original !== undefined && !file?.text.includes(entry.original)) {
      throw new ConfigError(t('The file has no server {0} any more.', entry.name));
    }
    return { outcome: isUndone ? ('restored' as const) : ('missing' as const), isForgotten: true };
  } catch (error) {
    const { name, written, original } = entry;
    const remark =
      original === undefined
        ? t('Remove the entry of {0} yourself.', name)
        : t('Put the earlier entry of {0} back yourself: the copy has it.', name);
    const shown = {
      title: t('Disconnect {0}', format.label),
      path,
      remarks: [remark],
      before: documentText([written]),
      after: '',
    };
    const isCopied = await dialogs.offerCopy(shown, errorText(error, 500), original ?? name);
    return { outcome: 'kept' as const, isForgotten: original === undefined || isCopied };
  }
}

/** False if the file does not have the entry any more. */
async function undoIn(format: AgentFormat, file: ConfigFile, entry: LentEntry, server: string): Promise<boolean> {
  const text = removeLentEntry(format, file.text, entry, server);
  if (text === file.text) {
    return false;
  }
  await replaceConfigFile(file, text);
  return true;
}

/** Removes a server that Connect has added, unless the user has made it their own. Never rejects: nothing else remembers the server now. */
async function removeSetting(
  { agents, userServers }: LentContext,
  name: string,
  { fingerprint, inputs }: NonNullable<LentEntry['setting']>,
): Promise<string | undefined> {
  const entry = userServers.entry(name);
  if (!entry) {
    return undefined;
  }
  try {
    const lists = await Promise.all(connectableClients.map((client) => agents.grants.listForChange(client)));
    const isUsed = lists
      .flat()
      .some(({ scope, server, isStopped }) => scope === 'user' && server === name && !isStopped);
    if (isUsed || fingerprintOf(entry) !== fingerprint) {
      return t('{0} stays in the user settings of this editor.', plainName(name));
    }
    await userServers.remove(name, inputs);
    return t('{0} was removed from the user settings of this editor, to which Connect had added it.', plainName(name));
  } catch (error) {
    return t('{0} stays in the user settings of this editor. {1}', plainName(name), errorText(error, 300));
  }
}
