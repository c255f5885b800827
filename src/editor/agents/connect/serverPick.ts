import * as vscode from 'vscode';
import type { FoundAgent } from '#editor/agents/connections/foundAgents.ts';
import { plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { escapeInvisible } from '#form/text.ts';
import { secretsInArguments } from './changeTexts.ts';
import type { ServerRow } from './connectDialogs.ts';

/** The maximum length of a command line in one row of the list, in characters. */
const maxDetailLength = 1000;
const mask = '•••';

interface RowItem extends vscode.QuickPickItem {
  readonly row?: ServerRow;
}

/** Lets the user choose servers with check marks. Those that cannot be connected are shown with the reason, and stay unchecked. */
export function pickServers(
  { format }: FoundAgent,
  rows: readonly ServerRow[],
): Promise<readonly ServerRow[] | undefined> {
  const items = serverItems(rows);
  const pick = plainWindow.createQuickPick<RowItem>(items, {
    title: vscode.l10n.t('Connect {0}', format.label),
    placeholder: vscode.l10n.t('Choose the servers whose questions should come here'),
  });
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  const choosable = pick.items.filter(({ row }) => row && row.server.refusal === undefined);
  const wrapped = choosable.filter(({ row }) => row?.server.wrapped);
  pick.selectedItems = choosable.length === 1 ? choosable : wrapped;
  return new Promise((resolve) => {
    pick.onDidChangeSelection((selected) => {
      const allowed = selected.filter(({ row }) => row && row.server.refusal === undefined);
      if (allowed.length < selected.length) {
        pick.selectedItems = allowed;
      }
    });
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems.flatMap(({ row }) => (row && row.server.refusal === undefined ? [row] : []));
      if (chosen.length === 0 && choosable.length > 0) {
        pick.placeholder = vscode.l10n.t('Choose at least one server, or press Escape');
        return;
      }
      resolve(chosen);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** One item for each server, below a line for each file. */
function serverItems(rows: readonly ServerRow[]): RowItem[] {
  return rows.flatMap((row, index): RowItem[] => {
    const { place } = row.configuration;
    const isFirst = rows[index - 1]?.configuration !== row.configuration;
    const heading = { label: place.path, kind: vscode.QuickPickItemKind.Separator };
    return isFirst ? [heading, serverItem(row)] : [serverItem(row)];
  });
}

function serverItem(row: ServerRow): RowItem {
  const { server, configuration } = row;
  const states = [
    ...(server.project === undefined ? [] : [plainName(server.project)]),
    ...(server.wrapped ? [vscode.l10n.t('connected')] : []),
    ...(server.remote && server.refusal === undefined ? [vscode.l10n.t('is added to this editor and lent')] : []),
    ...(server.isDisabled ? [vscode.l10n.t('disabled')] : []),
    ...(configuration.refusal === undefined || server.refusal !== undefined
      ? []
      : [vscode.l10n.t('shown to copy: {0}', configuration.refusal)]),
    ...(server.refusal === undefined ? [] : [vscode.l10n.t('cannot be connected: {0}', server.refusal)]),
  ];
  return {
    label: plainName(server.name),
    description: states.join(' · '),
    detail: commandText(row),
    row,
  };
}

/** The command line or the URL of a server, without secrets. */
function commandText({ server: { commandLine, url } }: ServerRow): string {
  const words = commandLine ? [commandLine.command, ...commandLine.args] : [url ?? ''];
  const secrets = secretsInArguments(commandLine ? commandLine.args : words);
  const line = words
    .map((word) => secrets.reduce((text, secret) => text.replaceAll(secret, mask), word))
    .map((word) => (word === '' || /\s/.test(word) ? JSON.stringify(word) : word))
    .join(' ');
  return escapeInvisible(line, maxDetailLength);
}
