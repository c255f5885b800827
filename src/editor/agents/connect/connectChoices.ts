import * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';
import { entryText, type LendableServer } from '#editor/agents/agentMode/lendableServers.ts';
import type { FoundAgent } from '#editor/agents/connections/foundAgents.ts';
import { plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import type { ConnectWay } from './connectDialogs.ts';
import { type Choice, pickChoice } from './pickChoice.ts';

/** See `ConnectDialogs.chooseWay`. */
export async function chooseWay(
  { format: { label } }: FoundAgent,
  ways: readonly ConnectWay[],
): Promise<ConnectWay | undefined> {
  const items: Choice<ConnectWay>[] = [
    {
      label: vscode.l10n.t('All servers, by its hook'),
      detail: vscode.l10n.t('One entry in its settings. No server is changed, and running sessions use it at once.'),
      choice: 'hook',
    },
    {
      label: vscode.l10n.t('Chosen servers, by the proxy'),
      detail: vscode.l10n.t('Shows the tool that asks, checks patterns, and keeps a call while you think.'),
      choice: 'servers',
    },
    {
      label: vscode.l10n.t('Servers of this editor, lent to {0}', label),
      detail: vscode.l10n.t(
        'It uses them with the sign-ins, inputs and secrets of this editor, which it does not see.',
      ),
      choice: 'lent',
    },
  ];
  const offered = items.filter(({ choice }) => ways.includes(choice));
  return pickChoice(
    offered,
    vscode.l10n.t('Connect {0}', label),
    vscode.l10n.t('Which servers of {0} should ask here?', label),
  );
}

/** See `ConnectDialogs.chooseLent`. */
export async function chooseLent(
  { format: { label } }: FoundAgent,
  servers: readonly LendableServer[],
): Promise<readonly LendableServer[] | undefined> {
  const items = servers.map((server) => ({
    label: plainName(server.definition.name),
    description: [scopeName(server.definition.scope), ...stateTexts(server)].join(' · '),
    detail: entryText(server.definition.entry),
    choice: server,
  }));
  const picked = await plainWindow.showQuickPick(items, {
    title: vscode.l10n.t('Connect {0}', label),
    placeHolder: vscode.l10n.t('Choose the servers of this editor that {0} may use', label),
    canPickMany: true,
    ...keepOpen,
  });
  return picked?.map(({ choice }) => choice);
}

function stateTexts({ state }: LendableServer): readonly string[] {
  switch (state) {
    case 'lent':
      return [vscode.l10n.t('lent')];
    case 'changed':
      return [vscode.l10n.t('changed since it was lent')];
    case 'notLent':
      return [];
  }
}

function scopeName(scope: Scope): string {
  switch (scope.kind) {
    case 'folder':
      return vscode.l10n.t('folder {0}', plainName(scope.name));
    case 'workspace':
      return vscode.l10n.t('workspace');
    default:
      return vscode.l10n.t('user settings');
  }
}
