import * as vscode from 'vscode';
import { executeOwnCommand } from '#editor/common/contributions.ts';
import type { PanelActions } from '#editor/panel/panelContext.ts';
import { isRemote, openUrl } from '#editor/window/openUrl.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';
import { changeArguments, runRequest } from './repeatedCalls.ts';

/** The actions of the panel's buttons. `context` is called only when a button is pressed, because the panel is created before it. */
export function createPanelActions(context: () => CommandContext): PanelActions {
  return {
    copy: (text) => void copy(text, vscode.l10n.t('The result was copied.')),
    openText: (title, text, language) => context().textDocuments.show(title, text, language),
    isRemote: isRemote(),
    open: async (url) => {
      const isOpened = await openUrl(url);
      context().panel.regainKeyboard();
      return isOpened;
    },
    copyUrl: (url) => copy(url, vscode.l10n.t('The URL was copied.')),
    run: (command) => void executeOwnCommand(vscode.commands, command),
    readResource: (serverId, uri) => runRequest(context(), serverId, { kind: 'resource', uri }),
    cancelCall: (id) => {
      const { servers, agents } = context();
      const server = servers.all.find(({ calls }) => calls.some((call) => call.id === id));
      if (server) {
        server.cancelCall(id);
      } else {
        agents.sessions.stopCall(id);
      }
    },
    answerInAgent: (requestId) => void context().agents.sessions.answerElsewhere(requestId),
    changeArguments: (serverId, target, args) => changeArguments(context(), serverId, target, args),
    runCall: (serverId, request, secrets) => runRequest(context(), serverId, request, secrets),
    showLog: (serverId) => {
      const { logs, servers } = context();
      const server = servers.get(serverId);
      if (server) {
        logs.show(server.definition);
      }
    },
  };
}

async function copy(text: string, message: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  plainWindow.setStatusBarMessage(message, 3000);
}
