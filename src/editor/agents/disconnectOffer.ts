import * as vscode from 'vscode';
import { agentName, connectableClients } from '#core/agents/home/agentNames.ts';
import type { Disposable } from '#core/common/events.ts';
import { executeOwnCommand } from '#editor/common/contributions.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { paragraph } from '#form/language.ts';
import type { WindowAgents } from './windowAgents.ts';

/**
 * Offers to disconnect when the user has switched agents off. Only on Windows: elsewhere an entry that stays connected starts its
 * server also after this extension was uninstalled.
 */
export function offerDisconnectWhenOff(
  agents: Pick<WindowAgents, 'isEnabled' | 'onDidChange' | 'connections' | 'grants'>,
  platform: NodeJS.Platform,
): Disposable {
  let wasEnabled = agents.isEnabled;
  return agents.onDidChange(() => {
    const isSwitchedOff = wasEnabled && !agents.isEnabled;
    wasEnabled = agents.isEnabled;
    // All windows learn of the setting. The one in which the user has changed it asks.
    if (isSwitchedOff && platform === 'win32' && vscode.window.state.focused) {
      void offerDisconnect(agents);
    }
  });
}

async function offerDisconnect({ connections, grants }: Pick<WindowAgents, 'connections' | 'grants'>): Promise<void> {
  const connected = await namesOf(async (client) => (await connections.list(client)).length > 0);
  // Of a grant without an entry in a file nothing is left that would not work.
  const namesWith = (stopped: boolean) =>
    namesOf(async (client) =>
      (await grants.list(client)).some(({ undo, isStopped = false }) => undo !== undefined && isStopped === stopped),
    );
  const [lent, stopped] = [await namesWith(false), await namesWith(true)];
  const texts = [
    ...(connected.length > 0
      ? [
          vscode.l10n.t(
            'Still connected: {0}. Their servers work without this window, but not after this extension is uninstalled.',
            connected.join(', '),
          ),
        ]
      : []),
    ...(lent.length > 0
      ? [vscode.l10n.t('Servers of this editor are still lent to {0}. They do not work now.', lent.join(', '))]
      : []),
    ...(stopped.length > 0
      ? [vscode.l10n.t('Entries of servers that are no longer lent are still in the file of {0}.', stopped.join(', '))]
      : []),
  ];
  if (texts.length === 0) {
    return;
  }
  const disconnect = vscode.l10n.t('Disconnect Agent');
  if ((await plainWindow.showInformationMessage(paragraph(texts), disconnect)) === disconnect) {
    await executeOwnCommand(vscode.commands, 'disconnectAgent');
  }
}

/** The names of the agents of which something is true. */
async function namesOf(isTrue: (client: string) => Promise<boolean>): Promise<readonly string[]> {
  const found = await Promise.all(connectableClients.map(async (client) => ((await isTrue(client)) ? [client] : [])));
  return found.flat().map(agentName);
}
