import * as vscode from 'vscode';
import type { ImportCandidate, ImportedEntry } from '../../core/servers/settings/imports.ts';
import { type ImportPlan, planImport } from '../importPlan.ts';
import { findImportSources, type ImportSource } from '../importSources.ts';
import { staysOpen } from '../lists.ts';
import { plainName, withoutIcons, withoutLinks } from '../plainText.ts';
import type { CommandParts } from './parts.ts';

/** Takes over servers from other applications' files into the user's settings, their secrets into safe keeping. */
export async function importServers(parts: CommandParts): Promise<void> {
  const sources = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window }, findImportSources);
  const remarks = sources.flatMap(({ location, remarks }) => remarks.map((text) => `${location.label}: ${text}`));
  const chosen = await choose(sources, remarks);
  if (!chosen || chosen.length === 0) {
    return;
  }
  const { settings, configured, inputValues, notices } = parts;
  const user = { kind: 'user' as const };
  const plan = planImport(chosen, settings.entries('user'), configured.reading.inputsOf(user).keys());
  const secrets = plan.secrets.map(({ inputId: id, value }) => ({
    address: { scope: user, id, password: true },
    value,
  }));
  try {
    // Secrets first: an entry must not be there without what it needs.
    for (const { address, value } of secrets) {
      await inputValues.set(address, value);
    }
    await settings.add('user', plan.entries, plan.inputs);
  } catch (error) {
    await Promise.allSettled(secrets.map(({ address }) => inputValues.forget(address)));
    notices.say(error);
    return;
  }
  configured.refresh();
  await tell(plan, remarks);
}

async function choose(
  sources: readonly ImportSource[],
  remarks: readonly string[],
): Promise<readonly ImportCandidate[] | undefined> {
  const items = sources.flatMap(({ location, candidates }) =>
    candidates.map((candidate) => ({
      label: withoutIcons(plainName(candidate.name)),
      description: withoutIcons(plainName([location.label, candidate.project].filter(Boolean).join(', '))),
      detail: withoutIcons(plainName(runs(candidate.entry))),
      candidate,
    })),
  );
  if (items.length === 0) {
    const nothing = vscode.l10n.t(
      'No servers were found in the files of VS Code, Cursor, Claude Desktop or Claude Code.',
    );
    await say(nothing, remarks);
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Import MCP Servers'),
    placeHolder: vscode.l10n.t('Pick the servers to write into your user settings'),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ...staysOpen,
  });
  return picked?.map(({ candidate }) => candidate);
}

async function tell(plan: ImportPlan, remarks: readonly string[]): Promise<void> {
  const lines = [
    ...(plan.added.length > 0 ? [vscode.l10n.t('Imported: {0}.', plan.added.map(plainName).join(', '))] : []),
    ...plan.renamed.map(({ from, to }) =>
      vscode.l10n.t('{0} is called {1} here, because the name was taken.', plainName(from), plainName(to)),
    ),
    ...plan.skipped.map((name) => vscode.l10n.t('{0} was there already.', plainName(name))),
    ...(plan.secrets.length > 0
      ? [vscode.l10n.t('Secrets kept safe instead of written into the settings: {0}.', plan.secrets.length)]
      : []),
  ];
  await say(lines.join(' '), remarks);
}

async function say(message: string, remarks: readonly string[]): Promise<void> {
  const show = vscode.l10n.t('Show Remarks');
  const buttons = remarks.length > 0 ? [show] : [];
  if ((await vscode.window.showInformationMessage(withoutLinks(message), ...buttons)) === show) {
    const document = await vscode.workspace.openTextDocument({ content: `${remarks.join('\n')}\n` });
    await vscode.window.showTextDocument(document);
  }
}

function runs(entry: ImportedEntry): string {
  return entry.type === 'stdio' ? [entry.command, ...(entry.args ?? [])].join(' ') : entry.url;
}
