import * as vscode from 'vscode';
import { nameFault } from '#core/configuration/nameFaults.ts';
import type { WritableScope } from '#editor/settings/serverSettings.ts';
import { pickStep, type StepHeading, type StepResult, textStep } from '#editor/window/inputSteps.ts';
import { splitCommandLine } from './commandLine.ts';
import { nameFromCommand, nameFromUrl } from './entryNames.ts';

/** The answers that the user has given up to now. Going back to an earlier step does not clear them. */
export interface NewServer {
  readonly kind: 'stdio' | 'http';
  /** The command line or the URL, as typed. */
  readonly target: string;
  readonly name: string;
  readonly scope: WritableScope;
}

/** One step: asks the user for a part of the server, and returns the server with the answer. */
export type AddServerStep = (server: NewServer, heading: StepHeading) => Promise<StepResult<NewServer>>;

/** The entry for `settings.json`, in the shape of VS Code's `mcp.json`. */
export function entryOf({ kind, target }: NewServer): unknown {
  if (kind === 'http') {
    return { type: 'http', url: target };
  }
  const line = splitCommandLine(target);
  return line.ok ? { type: 'stdio', command: line.command, args: line.args } : { type: 'stdio', command: target };
}

export const kindStep: AddServerStep = async (server, heading) => {
  const items = [
    {
      label: vscode.l10n.t('Command'),
      description: vscode.l10n.t('A program, over stdio'),
      transport: 'stdio' as const,
    },
    { label: vscode.l10n.t('HTTP'), description: vscode.l10n.t('A server at a URL'), transport: 'http' as const },
  ];
  const picked = await pickStep(heading, items, vscode.l10n.t('How is the server reached?'));
  // A command line is not valid as a URL, and a URL is not valid as a command line.
  return mapAnswer(picked, ({ transport }) =>
    transport === server.kind ? server : { ...server, kind: transport, target: '', name: '' },
  );
};

export const targetStep: AddServerStep = async (server, heading) => {
  const isUrl = server.kind === 'http';
  const typed = await textStep(heading, {
    prompt: isUrl
      ? vscode.l10n.t('The URL of the server')
      : vscode.l10n.t('The command line that starts the server. Put quotes around arguments with spaces.'),
    placeholder: isUrl ? 'https://example.com/mcp' : 'npx -y @modelcontextprotocol/server-everything',
    value: server.target,
    problem: isUrl ? urlProblem : commandProblem,
  });
  return mapAnswer(typed, (target) => ({ ...server, target: target.trim() }));
};

export function nameStep(usedNames: ReadonlySet<string>): AddServerStep {
  return async (server, heading) => {
    const typed = await textStep(heading, {
      prompt: vscode.l10n.t('A name for the server. Every question it asks is shown under this name.'),
      value: server.name || suggestName(server, usedNames),
      problem: (name) =>
        usedNames.has(name.trim())
          ? vscode.l10n.t('A server with this name already exists.')
          : nameFault(name.trim())?.message,
    });
    return mapAnswer(typed, (name) => ({ ...server, name: name.trim() }));
  };
}

/** Asks in which settings the server is written. */
export const scopeStep: AddServerStep = async (server, heading) => {
  const items = [
    {
      label: vscode.l10n.t('User settings'),
      // In a remote window, the user's servers are written to the settings of the remote machine, which runs them.
      description: vscode.env.remoteName ? vscode.l10n.t('On this machine') : vscode.l10n.t('In every window'),
      scope: 'user' as const,
    },
    {
      label: vscode.l10n.t('Workspace settings'),
      description: vscode.l10n.t('This workspace; shared in {0}', workspaceSettingsFile()),
      scope: 'workspace' as const,
    },
  ];
  const picked = await pickStep(heading, items, vscode.l10n.t('Where should it be saved?'));
  return mapAnswer(picked, ({ scope }) => ({ ...server, scope }));
};

/** The file with the settings of the open workspace, as the user knows it. */
function workspaceSettingsFile(): string {
  const path = vscode.workspace.workspaceFile?.path;
  return path === undefined ? '.vscode/settings.json' : (path.split('/').at(-1) ?? path);
}

function suggestName({ kind, target }: NewServer, usedNames: ReadonlySet<string>): string {
  if (kind === 'http') {
    return nameFromUrl(target, usedNames);
  }
  const line = splitCommandLine(target);
  return line.ok ? nameFromCommand(line.command, line.args, usedNames) : '';
}

function urlProblem(text: string): string | undefined {
  const url = text.trim();
  const isValid = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isValid ? undefined : vscode.l10n.t('Type a whole URL, such as https://example.com/mcp');
}

function commandProblem(text: string): string | undefined {
  const line = splitCommandLine(text);
  if (line.ok) {
    return undefined;
  }
  return line.problem === 'empty' ? vscode.l10n.t('Type a command.') : vscode.l10n.t('A quote is not closed.');
}

function mapAnswer<A>(result: StepResult<A>, merge: (answer: A) => NewServer): StepResult<NewServer> {
  return result.kind === 'next' ? { kind: 'next', value: merge(result.value) } : result;
}
