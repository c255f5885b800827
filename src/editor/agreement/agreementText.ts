import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { expandInputs } from '#core/configuration/inputDefinitions.ts';
import type { WorkspaceFolder } from '#core/configuration/variables.ts';
import type { ServerDefinition, ServerEntry } from '#core/model/definition.ts';
import { type Danger, findDangers } from '#core/trust/dangers.ts';
import { escapeInvisible } from '#form/text.ts';
import { type AgreementRowKind, agreementRows, type LaunchFacts } from './agreementRows.ts';

/** The texts of an entry on the screen of an agreement. */
interface AgreementText {
  /** True for a program, which gets the rights of the user; false for a server at a URL. */
  readonly runsProgram: boolean;
  /** Sentences about the dangers of the entry. */
  readonly warnings: readonly string[];
  /** The whole entry: command, arguments, folder, environment, secrets it would receive. */
  readonly rows: readonly { readonly label: string; readonly values: readonly string[] }[];
}

/** Asks the user to agree to an entry. */
export interface AgreementRequest extends AgreementText {
  readonly definition: Pick<ServerDefinition, 'id' | 'name' | 'scope'>;
  /** The user agrees to start a server of a workspace, or to import an entry of a folder into the user settings. */
  readonly purpose: 'start' | 'import';
  /** True if the user has agreed to another version of the entry before. */
  readonly changed: boolean;
  /** True if the user has just requested this start or import: the panel may take the keyboard focus. */
  readonly isRequestedByUser: boolean;
  /** Aborted when the answer is not needed any more. */
  readonly signal?: AbortSignal | undefined;
}

/** The texts of a whole entry in the editor's language. */
export function agreementText(
  entry: ServerEntry,
  facts: LaunchFacts,
  folders: readonly WorkspaceFolder[],
): AgreementText {
  const rows = agreementRows(entry, facts, {
    removed: vscode.l10n.t('(removed)'),
    secret: vscode.l10n.t('(secret)'),
    notDefined: vscode.l10n.t('(not defined)'),
  });
  return {
    runsProgram: entry.type === 'stdio',
    warnings: warningsOf(entry, facts, folders),
    rows: rows.map(({ kind, values }) => ({ label: labelOf(kind), values })),
  };
}

function warningsOf(entry: ServerEntry, facts: LaunchFacts, folders: readonly WorkspaceFolder[]): string[] {
  if (entry.type !== 'stdio') {
    return [];
  }
  const variables = Object.entries(entry.env).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, String(value)]],
  );
  const variablesFromInputs = variables.flatMap(([name, text]) =>
    expandInputs([text], facts.inputs).map((value): [string, string] => [name, value]),
  );
  const dangers = findDangers({
    command: entry.command,
    args: [...entry.args, ...expandInputs([entry.command, ...entry.args], facts.inputs)],
    cwd: facts.cwd ?? entry.cwd,
    envFile: facts.envFile?.path ?? entry.envFile,
    variables: [...variables, ...variablesFromInputs, ...(facts.envFile?.variables ?? [])],
    folders: folders.map(({ path }) => path),
    userHome: homedir(),
    platform: process.platform,
  });
  return dangers.map(warningOf);
}

function warningOf(danger: Danger): string {
  switch (danger.kind) {
    case 'shell':
      return vscode.l10n.t('It starts a shell ({0}), which runs what its arguments say.', danger.program);
    case 'inlineCode':
      return vscode.l10n.t('It runs code from its arguments ({0}).', danger.program);
    case 'downloadAndRun':
      return vscode.l10n.t(
        'It downloads something and runs it at once. What is downloaded can be different each time.',
      );
    case 'elevated':
      return vscode.l10n.t('It runs with the rights of another user ({0}), usually an administrator.', danger.program);
    case 'deletes':
      return vscode.l10n.t('It deletes files.');
    case 'outside':
      return vscode.l10n.t(
        'It is given paths outside of the workspace: {0}',
        danger.paths.map((path) => escapeInvisible(path, 500)).join(', '),
      );
    case 'steersCode':
      return vscode.l10n.t(
        'It sets variables that decide which programs and code are run: {0}',
        danger.names.map((name) => escapeInvisible(name, 100)).join(', '),
      );
  }
}

function labelOf(kind: AgreementRowKind): string {
  switch (kind) {
    case 'command':
      return vscode.l10n.t('Runs');
    case 'url':
      return vscode.l10n.t('Connects to');
    case 'headers':
      return vscode.l10n.t('Headers');
    case 'signIn':
      return vscode.l10n.t('Signing in');
    case 'folder':
      return vscode.l10n.t('Folder');
    case 'environment':
      return vscode.l10n.t('Environment');
    case 'environmentFile':
      return vscode.l10n.t('Environment file');
    case 'inputs':
      return vscode.l10n.t('Secrets and inputs it receives');
    case 'reads':
      return vscode.l10n.t('Environment variables it reads');
    case 'rateLimit':
      return vscode.l10n.t('How much it may ask');
  }
}
