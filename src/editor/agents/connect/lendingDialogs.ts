import * as vscode from 'vscode';
import {
  type EditorAgent,
  entryText,
  grantText,
  type LendableServer,
} from '#editor/agents/agentMode/lendableServers.ts';
import { plainName } from '#editor/common/plainText.ts';
import { scopeLabel } from '#editor/settings/scopeLabels.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import type { TextDocuments } from '#editor/window/textDocuments.ts';
import type { ConnectDialogs } from './connectDialogs.ts';
import { besideText, confirm } from './pickChoice.ts';

type LendingDialogs = Pick<ConnectDialogs, 'chooseForEditor' | 'confirmLending' | 'chooseGrants'>;

/** The dialogs about servers that the editor's own agent uses. */
export function lendingDialogs(textDocuments: Pick<TextDocuments, 'showChange'>): LendingDialogs {
  return {
    chooseForEditor,
    confirmLending: (change, agent, lends) =>
      besideText(textDocuments, change, () =>
        lends
          ? confirm(change.title, vscode.l10n.t('May {0} use these servers?', agent), {
              label: vscode.l10n.t('Let It Use These Servers'),
              detail: vscode.l10n.t('With the sign-ins and secrets that they have here, until you disconnect it.'),
            })
          : confirm(change.title, vscode.l10n.t('End the use of these servers?'), {
              label: vscode.l10n.t('End It'),
              detail: vscode.l10n.t('{0} ends its connections to them.', agent),
            }),
      ),
    chooseGrants: async ({ label }, grants) => {
      const choices = grants.map((grant) => ({ label: grantText(grant), picked: true, choice: grant }));
      const picked = await plainWindow.showQuickPick(choices, {
        title: vscode.l10n.t('Disconnect {0}', label),
        placeHolder: vscode.l10n.t('The servers stay in your settings. Only their use by the agent ends.'),
        canPickMany: true,
        ...keepOpen,
      });
      return picked?.map(({ choice }) => choice);
    },
  };
}

async function chooseForEditor({
  label,
  editor,
  servers,
}: EditorAgent): Promise<readonly LendableServer[] | undefined> {
  const choices = servers.map((server) => {
    const { definition, state } = server;
    const states = [scopeLabel(definition.scope), stateText(state)].filter((text) => text !== undefined);
    return {
      label: plainName(definition.name),
      description: states.join(' · '),
      detail: entryText(definition.entry),
      picked: state === 'lent' || (state === 'notLent' && servers.length === 1),
      choice: server,
    };
  });
  const picked = await plainWindow.showQuickPick(choices, {
    title: vscode.l10n.t('Connect {0}', label),
    placeHolder: vscode.l10n.t('Choose the servers that {0} may use', editor),
    canPickMany: true,
    matchOnDescription: true,
    ...keepOpen,
  });
  return picked?.map(({ choice }) => choice);
}

function stateText(state: LendableServer['state']): string | undefined {
  switch (state) {
    case 'lent':
      return vscode.l10n.t('connected');
    case 'changed':
      return vscode.l10n.t('changed since it was connected');
    case 'notLent':
      return undefined;
  }
}
