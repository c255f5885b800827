import * as vscode from 'vscode';
import { agentName, connectableClients } from '#core/agents/sessions/agentNames.ts';
import type { Disposable } from '#core/common/events.ts';
import { executeOwnCommand } from '#editor/common/contributions.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { WindowAgents } from './windowAgents.ts';

/**
 * Offers to disconnect when the user has switched agents off. Only on Windows: elsewhere an entry that stays connected starts its
 * server also after this extension was uninstalled.
 */
export function offerDisconnectWhenOff(
  agents: Pick<WindowAgents, 'isEnabled' | 'onDidChange' | 'connections'>,
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

async function offerDisconnect({ connections }: Pick<WindowAgents, 'connections'>): Promise<void> {
  const lists = await Promise.all(
    connectableClients.map(async (client) => ({ client, list: await connections.list(client) })),
  );
  const names = lists.filter(({ list }) => list.length > 0).map(({ client }) => agentName(client));
  if (names.length === 0) {
    return;
  }
  const disconnect = vscode.l10n.t('Disconnect Agent');
  const text = vscode.l10n.t(
    'Still connected: {0}. Their servers work without this window, but not after this extension is uninstalled.',
    names.join(', '),
  );
  if ((await plainWindow.showInformationMessage(text, disconnect)) === disconnect) {
    await executeOwnCommand(vscode.commands, 'disconnectAgent');
  }
}
