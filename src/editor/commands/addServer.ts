import * as vscode from 'vscode';
import { serverId } from '#core/model/definition.ts';
import {
  type AddServerStep,
  entryOf,
  kindStep,
  type NewServer,
  nameStep,
  targetStep,
  whereStep,
} from '#editor/adding/addServerSteps.ts';
import { plainName } from '#editor/common/plainText.ts';
import type { WritableScope } from '#editor/settings/serverSettings.ts';
import type { StepResult } from '#editor/window/inputSteps.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';
import { startForUser } from './serverCommands.ts';

/** Asks for a new server in a few steps, adds it to the settings, and offers to start it. */
export async function addServer(context: CommandContext): Promise<void> {
  const taken = new Set([...context.settings.entries('user').keys(), ...context.settings.entries('workspace').keys()]);
  const steps: AddServerStep[] = [kindStep, targetStep, nameStep(taken)];
  if (vscode.workspace.workspaceFolders?.length && vscode.workspace.isTrusted) {
    steps.push(whereStep);
  }
  const draft = await runSteps(steps);
  if (draft) {
    await save(context, draft.name, draft.where, entryOf(draft));
  }
}

/** Runs the steps, forward and back; `undefined` if dismissed. */
async function runSteps(steps: readonly AddServerStep[]): Promise<NewServer | undefined> {
  let draft: NewServer = { kind: 'stdio', target: '', name: '', where: 'user' };
  let at = 0;
  for (let step = steps[0]; step; step = steps[at]) {
    const place = { title: vscode.l10n.t('Add MCP Server'), step: at + 1, totalSteps: steps.length };
    const result: StepResult<NewServer> = await step(draft, place);
    if (result.kind === 'dismissed') {
      return undefined;
    }
    if (result.kind === 'next') {
      draft = result.value;
    }
    at += result.kind === 'next' ? 1 : -1;
  }
  return draft;
}

async function save(context: CommandContext, name: string, where: WritableScope, entry: unknown): Promise<void> {
  try {
    await context.settings.add(where, { [name]: entry });
  } catch (error) {
    context.serverNotifications.showFailure(error);
    return;
  }
  context.configured.refresh();
  const start = vscode.l10n.t('Start');
  const added = vscode.l10n.t('{0} was added to the settings.', plainName(name));
  if ((await plainWindow.showInformationMessage(added, start)) !== start) {
    return;
  }
  const server = context.servers.get(serverId({ kind: where }, name));
  if (server) {
    await context.view.show();
    await startForUser(context, server);
  }
}
