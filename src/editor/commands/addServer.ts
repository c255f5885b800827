import * as vscode from 'vscode';
import { serverId } from '#core/model/definition.ts';
import {
  type AddServerStep,
  entryOf,
  kindStep,
  type NewServer,
  nameStep,
  scopeStep,
  targetStep,
} from '#editor/adding/addServerSteps.ts';
import { plainName } from '#editor/common/plainText.ts';
import type { WritableScope } from '#editor/settings/serverSettings.ts';
import type { StepResult } from '#editor/window/inputSteps.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';
import { startForUser } from './serverCommands.ts';

/** Asks the user for a new server in a few steps, adds it to the settings, and offers to start it. */
export async function addServer(context: CommandContext): Promise<void> {
  const usedNames = new Set([
    ...context.settings.entries('user').keys(),
    ...context.settings.entries('workspace').keys(),
  ]);
  const steps: AddServerStep[] = [kindStep, targetStep, nameStep(usedNames)];
  if (vscode.workspace.workspaceFolders?.length && vscode.workspace.isTrusted) {
    steps.push(scopeStep);
  }
  const server = await runSteps(steps);
  if (server) {
    await addToSettings(context, server.name, server.scope, entryOf(server));
  }
}

/** Runs the steps, forward and back. `undefined` if the user dismissed one. */
async function runSteps(steps: readonly AddServerStep[]): Promise<NewServer | undefined> {
  let server: NewServer = { kind: 'stdio', target: '', name: '', scope: 'user' };
  let index = 0;
  for (let step = steps[0]; step; step = steps[index]) {
    const heading = { title: vscode.l10n.t('Add MCP Server'), step: index + 1, totalSteps: steps.length };
    const result: StepResult<NewServer> = await step(server, heading);
    if (result.kind === 'dismissed') {
      return undefined;
    }
    if (result.kind === 'next') {
      server = result.value;
    }
    index += result.kind === 'next' ? 1 : -1;
  }
  return server;
}

async function addToSettings(
  context: CommandContext,
  name: string,
  scope: WritableScope,
  entry: unknown,
): Promise<void> {
  try {
    await context.settings.add(scope, { [name]: entry });
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
  const server = context.servers.get(serverId({ kind: scope }, name));
  if (server) {
    await context.view.show();
    await startForUser(context, server);
  }
}
