import * as vscode from 'vscode';
import type { ImportCandidate, ImportedEntry } from '#core/configuration/importFile.ts';
import { readServers } from '#core/configuration/serverEntries.ts';
import { variablesUsedBy } from '#core/configuration/variables.ts';
import { type ImportPlan, planImport } from '#editor/adding/importPlan.ts';
import { findImportSources, type ImportSource } from '#editor/adding/importSources.ts';
import { agreementText } from '#editor/agreement/agreementText.ts';
import { plainName } from '#editor/common/plainText.ts';
import { foldersOnDisk } from '#editor/trust/workspaceTrust.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import { escapeInvisible } from '#form/text.ts';
import type { CommandContext } from './commandContext.ts';

/** The longest text of an entry in one row of the list, in characters. */
const detailLimit = 10_000;

interface Chosen {
  readonly candidate: ImportCandidate;
  /** True if the entry comes from a file of an open folder. */
  readonly isInWorkspace: boolean;
}

/** Imports servers from the files of other applications into the user's settings, and their secrets into SecretStorage. */
export async function importServers(context: CommandContext): Promise<void> {
  const sources = await plainWindow.withProgress({ location: vscode.ProgressLocation.Window }, findImportSources);
  const remarks = sources.flatMap(({ location, remarks }) => remarks.map((text) => `${location.label}: ${text}`));
  const chosen = await choose(sources, remarks);
  if (!chosen || chosen.length === 0) {
    return;
  }
  const allowed = await allowedOf(context, chosen);
  if (allowed.length === 0) {
    return;
  }
  const { settings, configured, inputValues, serverNotifications } = context;
  const user = { kind: 'user' as const };
  const plan = planImport(allowed, settings.entries('user'), configured.settings.inputsOf(user).keys());
  const secrets = plan.secrets.map(({ inputId: id, value }) => ({
    address: { scope: user, id, password: true },
    value,
  }));
  try {
    // Secrets first: an entry in the settings must find its secrets.
    for (const { address, value } of secrets) {
      await inputValues.set(address, value);
    }
    await settings.add('user', plan.entries, plan.inputs);
  } catch (error) {
    await Promise.allSettled(secrets.map(({ address }) => inputValues.forget(address)));
    serverNotifications.showFailure(error);
    return;
  }
  configured.refresh();
  await showImported(plan, remarks);
}

async function choose(
  sources: readonly ImportSource[],
  remarks: readonly string[],
): Promise<readonly Chosen[] | undefined> {
  const items = sources.flatMap(({ location, candidates }) =>
    candidates.map((candidate) => ({
      label: plainName(candidate.name),
      description: plainName([location.label, candidate.project].filter(Boolean).join(', ')),
      detail: aboutEntry(candidate.entry),
      chosen: { candidate, isInWorkspace: location.isInWorkspace },
    })),
  );
  if (items.length === 0) {
    const nothing = vscode.l10n.t(
      'No servers were found in the files of VS Code, Cursor, Claude Desktop or Claude Code.',
    );
    await showWithRemarks(nothing, remarks);
    return undefined;
  }
  const picked = await plainWindow.showQuickPick(items, {
    title: vscode.l10n.t('Import MCP Servers'),
    placeHolder: vscode.l10n.t('Pick the servers to write into your user settings'),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ...keepOpen,
  });
  return picked?.map(({ chosen }) => chosen);
}

async function showImported(plan: ImportPlan, remarks: readonly string[]): Promise<void> {
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
  await showWithRemarks(lines.join(' '), remarks);
}

async function showWithRemarks(message: string, remarks: readonly string[]): Promise<void> {
  const show = vscode.l10n.t('Show Remarks');
  const buttons = remarks.length > 0 ? [show] : [];
  if ((await plainWindow.showInformationMessage(message, ...buttons)) === show) {
    const document = await vscode.workspace.openTextDocument({ content: `${remarks.join('\n')}\n` });
    await vscode.window.showTextDocument(document);
  }
}

/** The command line or URL of an entry, and its settings. Without the values of variables: some are secrets. */
function aboutEntry(entry: ImportedEntry): string {
  if (entry.type !== 'stdio') {
    return escapeInvisible(entry.url, detailLimit);
  }
  const { command, args = [], env = {}, envFile, cwd } = entry;
  const line = [command, ...args]
    .map((word) => (word === '' || /\s/.test(word) ? JSON.stringify(word) : word))
    .join(' ');
  const more = [
    Object.keys(env).length > 0 ? `env: ${Object.keys(env).join(', ')}` : '',
    envFile === undefined ? '' : `envFile: ${envFile}`,
    cwd === undefined ? '' : `cwd: ${cwd}`,
  ];
  return escapeInvisible([line, ...more.filter((part) => part !== '')].join(' · '), detailLimit);
}

/**
 * The chosen servers that the user allows. An entry from a file of an open folder is shown in full first, because as an
 * entry of the user it starts without asking. Entries from the user's own files need no agreement.
 */
async function allowedOf(
  { panel, launchResolver }: CommandContext,
  chosen: readonly Chosen[],
): Promise<ImportCandidate[]> {
  const allowed: ImportCandidate[] = [];
  for (const { candidate, isInWorkspace } of chosen) {
    if (!isInWorkspace || (await isAllowed(candidate, { panel, launchResolver }))) {
      allowed.push(candidate);
    }
  }
  return allowed;
}

async function isAllowed(
  { name, entry, inputs }: ImportCandidate,
  { panel, launchResolver }: Pick<CommandContext, 'panel' | 'launchResolver'>,
): Promise<boolean> {
  const [definition] = readServers({ [name]: entry }, { kind: 'user' }).definitions;
  if (!definition) {
    return false;
  }
  const definitions = new Map(inputs.map((input) => [input.id, input]));
  const { environment } = variablesUsedBy(definition.entry);
  // If something cannot be resolved, such as a missing environment file, the entry is shown as written.
  const facts = await launchResolver
    .launchFacts(definition, definitions)
    .catch(() => ({ inputs: definitions, environment }));
  return panel.askAgreement({
    definition: { id: `import:${name}`, name, scope: { kind: 'workspace' } },
    purpose: 'import',
    changed: false,
    askedFor: true,
    ...agreementText(definition.entry, facts, foldersOnDisk()),
  });
}
