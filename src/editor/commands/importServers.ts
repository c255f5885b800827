import * as vscode from 'vscode';
import type { ImportCandidate, ImportedEntry } from '#core/configuration/importFile.ts';
import { readServers } from '#core/configuration/serverEntries.ts';
import { variablesUsedBy } from '#core/configuration/variables.ts';
import { type ImportPlan, planImport } from '#editor/adding/importPlan.ts';
import { findImportSources, type ImportSource } from '#editor/adding/importSources.ts';
import { agreementText } from '#editor/agreement/agreementText.ts';
import { plainName } from '#editor/common/plainText.ts';
import { UserServers } from '#editor/settings/userServers.ts';
import { foldersOnDisk } from '#editor/trust/workspaceTrust.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import { paragraph } from '#form/language.ts';
import { escapeInvisible } from '#form/text.ts';
import type { CommandContext } from './commandContext.ts';

/** The maximum length of an entry's text in one row of the list, in characters. */
const maxDetailLength = 10_000;

interface ChosenCandidate {
  readonly candidate: ImportCandidate;
  /** True if the entry comes from a file of an open folder. */
  readonly isInWorkspace: boolean;
}

/** Imports servers from the files of other applications into the user's settings, and their secrets into SecretStorage. */
export async function importServers(context: CommandContext): Promise<void> {
  const sources = await plainWindow.withProgress({ location: vscode.ProgressLocation.Window }, findImportSources);
  const remarks = sources.flatMap(({ location, remarks }) => remarks.map((text) => `${location.label}: ${text}`));
  const chosen = await chooseCandidates(sources, remarks);
  if (!chosen || chosen.length === 0) {
    return;
  }
  const allowed = await filterAllowed(context, chosen);
  if (allowed.length === 0) {
    return;
  }
  const userServers = new UserServers(context);
  let plan: ImportPlan;
  try {
    plan = await planImport(allowed, userServers.entries, userServers);
    await userServers.add(plan);
  } catch (error) {
    context.serverNotifications.showFailure(error);
    return;
  }
  await showImportResult(plan, remarks);
}

async function chooseCandidates(
  sources: readonly ImportSource[],
  remarks: readonly string[],
): Promise<readonly ChosenCandidate[] | undefined> {
  const items = sources.flatMap(({ location, candidates }) =>
    candidates.map((candidate) => ({
      label: plainName(candidate.name),
      description: plainName([location.label, candidate.project].filter(Boolean).join(', ')),
      detail: entrySummary(candidate.entry),
      choice: { candidate, isInWorkspace: location.isInWorkspace },
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
    placeHolder: vscode.l10n.t('Choose the servers to add to your user settings'),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ...keepOpen,
  });
  return picked?.map(({ choice }) => choice);
}

async function showImportResult(plan: ImportPlan, remarks: readonly string[]): Promise<void> {
  const lines = [
    ...(plan.added.length > 0 ? [vscode.l10n.t('Imported: {0}.', plan.added.map(plainName).join(', '))] : []),
    ...plan.renamed.map(({ from, to }) =>
      vscode.l10n.t('{0} is called {1} here, because the name was taken.', plainName(from), plainName(to)),
    ),
    ...plan.skipped.map((name) => vscode.l10n.t('{0} already exists.', plainName(name))),
    ...(plan.secrets.length > 0
      ? [vscode.l10n.t('Secrets were put into the secret storage, not into the settings: {0}.', plan.secrets.length)]
      : []),
  ];
  await showWithRemarks(paragraph(lines), remarks);
}

async function showWithRemarks(message: string, remarks: readonly string[]): Promise<void> {
  const show = vscode.l10n.t('Show Remarks');
  const buttons = remarks.length > 0 ? [show] : [];
  if ((await plainWindow.showInformationMessage(message, ...buttons)) === show) {
    const document = await vscode.workspace.openTextDocument({ content: `${remarks.join('\n')}\n` });
    await vscode.window.showTextDocument(document);
  }
}

/** The command line or URL of an entry, and its settings. Omits the values of variables, because some are secrets. */
function entrySummary(entry: ImportedEntry): string {
  if (entry.type !== 'stdio') {
    return escapeInvisible(entry.url, maxDetailLength);
  }
  const { command, args = [], env = {}, envFile, cwd } = entry;
  const line = [command, ...args]
    .map((word) => (word === '' || /\s/.test(word) ? JSON.stringify(word) : word))
    .join(' ');
  const settings = [
    Object.keys(env).length > 0 ? `env: ${Object.keys(env).join(', ')}` : '',
    envFile === undefined ? '' : `envFile: ${envFile}`,
    cwd === undefined ? '' : `cwd: ${cwd}`,
  ];
  return escapeInvisible([line, ...settings.filter((part) => part !== '')].join(' · '), maxDetailLength);
}

/**
 * The chosen servers that the user allows. An entry from a file of an open folder is shown in full before it is imported, because
 * as an entry of the user settings it starts without asking the user. Entries from the user's home folder need no agreement.
 */
async function filterAllowed(
  { panel, launchResolver }: CommandContext,
  chosen: readonly ChosenCandidate[],
): Promise<ImportCandidate[]> {
  const allowed: ImportCandidate[] = [];
  for (const { candidate, isInWorkspace } of chosen) {
    if (!isInWorkspace || (await askForAgreement(candidate, { panel, launchResolver }))) {
      allowed.push(candidate);
    }
  }
  return allowed;
}

async function askForAgreement(
  { name, entry, inputs }: ImportCandidate,
  { panel, launchResolver }: Pick<CommandContext, 'panel' | 'launchResolver'>,
): Promise<boolean> {
  const [definition] = readServers({ [name]: entry }, { kind: 'user' }).definitions;
  if (!definition) {
    return false;
  }
  const definitions = new Map(inputs.map((input) => [input.id, input]));
  const { environment } = variablesUsedBy(definition.entry);
  // If a part cannot be resolved, such as a missing environment file, the entry is shown as written.
  const facts = await launchResolver
    .launchFacts(definition, definitions)
    .catch(() => ({ inputs: definitions, environment }));
  return panel.askAgreement({
    definition: { id: `import:${name}`, name, scope: { kind: 'workspace' } },
    purpose: 'import',
    changed: false,
    isRequestedByUser: true,
    ...agreementText(definition.entry, facts, foldersOnDisk()),
  });
}
