import * as vscode from 'vscode';
import { nameFault } from '#core/configuration/nameFaults.ts';
import type { WritableScope } from '#editor/settings/serverSettings.ts';
import { pickStep, type StepHeading, type StepResult, textStep } from '#editor/window/inputSteps.ts';
import { splitCommandLine } from './commandLine.ts';
import { nameFromCommand, nameFromUrl } from './entryNames.ts';

/** The answers so far. They are kept when the user goes back. */
export interface NewServer {
  readonly kind: 'stdio' | 'http';
  /** The command line or the URL, as typed. */
  readonly target: string;
  readonly name: string;
  readonly where: WritableScope;
}

/** One step: asks for a part of the server, and returns the draft with the answer. */
export type AddServerStep = (draft: NewServer, place: StepHeading) => Promise<StepResult<NewServer>>;

/** The entry for `settings.json`, in the shape of VS Code's `mcp.json`. */
export function entryOf({ kind, target }: NewServer): unknown {
  if (kind === 'http') {
    return { type: 'http', url: target };
  }
  const line = splitCommandLine(target);
  return line.ok ? { type: 'stdio', command: line.command, args: line.args } : { type: 'stdio', command: target };
}

export const kindStep: AddServerStep = async (draft, place) => {
  const items = [
    { label: vscode.l10n.t('Command'), description: vscode.l10n.t('A program, over stdio'), over: 'stdio' as const },
    { label: vscode.l10n.t('HTTP'), description: vscode.l10n.t('A server at a URL'), over: 'http' as const },
  ];
  const picked = await pickStep(place, items, vscode.l10n.t('How is the server reached?'));
  // A target of the other kind is not valid for this one.
  return answered(picked, ({ over }) => (over === draft.kind ? draft : { ...draft, kind: over, target: '', name: '' }));
};

export const targetStep: AddServerStep = async (draft, place) => {
  const isUrl = draft.kind === 'http';
  const typed = await textStep(place, {
    prompt: isUrl
      ? vscode.l10n.t('The URL of the server')
      : vscode.l10n.t('The command line that starts the server. Put quotes around arguments with spaces.'),
    placeholder: isUrl ? 'https://example.com/mcp' : 'npx -y @modelcontextprotocol/server-everything',
    value: draft.target,
    problem: isUrl ? urlProblem : commandProblem,
  });
  return answered(typed, (target) => ({ ...draft, target: target.trim() }));
};

export function nameStep(taken: ReadonlySet<string>): AddServerStep {
  return async (draft, place) => {
    const typed = await textStep(place, {
      prompt: vscode.l10n.t('A name for the server. Every question it asks is shown under this name.'),
      value: draft.name || suggestion(draft, taken),
      problem: (name) =>
        taken.has(name.trim())
          ? vscode.l10n.t('There is a server of this name already.')
          : nameFault(name.trim())?.message,
    });
    return answered(typed, (name) => ({ ...draft, name: name.trim() }));
  };
}

export const whereStep: AddServerStep = async (draft, place) => {
  const items = [
    {
      label: vscode.l10n.t('User settings'),
      // In a remote window, the user's servers are written to the settings of the remote machine, which runs them.
      description: vscode.env.remoteName ? vscode.l10n.t('On this machine') : vscode.l10n.t('In every window'),
      where: 'user' as const,
    },
    {
      label: vscode.l10n.t('Workspace settings'),
      description: vscode.l10n.t('Here only, shared with the files'),
      where: 'workspace' as const,
    },
  ];
  const picked = await pickStep(place, items, vscode.l10n.t('Where is it written?'));
  return answered(picked, ({ where }) => ({ ...draft, where }));
};

function suggestion({ kind, target }: NewServer, taken: ReadonlySet<string>): string {
  if (kind === 'http') {
    return nameFromUrl(target, taken);
  }
  const line = splitCommandLine(target);
  return line.ok ? nameFromCommand(line.command, line.args, taken) : '';
}

function urlProblem(text: string): string | undefined {
  const url = text.trim();
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isWeb ? undefined : vscode.l10n.t('Type a whole URL, such as https://example.com/mcp');
}

function commandProblem(text: string): string | undefined {
  const line = splitCommandLine(text);
  if (line.ok) {
    return undefined;
  }
  return line.problem === 'empty' ? vscode.l10n.t('Type a command.') : vscode.l10n.t('A quote is not closed.');
}

function answered<A>(result: StepResult<A>, merge: (answer: A) => NewServer): StepResult<NewServer> {
  return result.kind === 'next' ? { kind: 'next', value: merge(result.value) } : result;
}
