import * as vscode from 'vscode';
import type { AskingProgram } from '#editor/agents/askers.ts';
import { brieflyMs } from '#editor/panel/notices/rateLimitCards.ts';
import { AgentNode, ExtensionsNode } from '#editor/serversView/agentNodes.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';
import { pickOne } from './quickPicks.ts';

/** Withholds the requests of an agent, or of all other extensions, until it is unmuted. */
export function muteAgent(context: CommandContext, argument: unknown): Promise<void> {
  return applyToAsker(context, argument, vscode.l10n.t('Mute Agent'), isAudible, ({ control }) => control.mute());
}

/** Withholds them for ten minutes. */
export function muteAgentBriefly(context: CommandContext, argument: unknown): Promise<void> {
  const title = vscode.l10n.t('Mute Agent for 10 Minutes');
  return applyToAsker(context, argument, title, isAudible, ({ control }) => control.mute(brieflyMs));
}

/** Ends the mute of an agent and of its servers. */
export function unmuteAgent(context: CommandContext, argument: unknown): Promise<void> {
  const isListed = ({ control }: AskingProgram) => control.hasMuted;
  return applyToAsker(context, argument, vscode.l10n.t('Unmute Agent'), isListed, ({ control }) => control.unmute());
}

/** Ends the calls of an agent that ask, for the agent too, and cancels its requests that wait. */
export function stopAgent(context: CommandContext, argument: unknown): Promise<void> {
  return applyToAsker(context, argument, vscode.l10n.t('Stop Calls of Agent'), undefined, ({ control }) =>
    control.stop('user'),
  );
}

/** The argument is an item of the view, which no other extension can create. For anything else the user picks an agent. */
async function applyToAsker(
  { askers }: CommandContext,
  argument: unknown,
  title: string,
  isListed: (asker: AskingProgram) => boolean = () => true,
  action: (asker: AskingProgram) => void,
): Promise<void> {
  const asker = askerOf(argument) ?? (await pickAsker(askers.all.filter(isListed), title));
  if (asker) {
    action(asker);
  }
}

function askerOf(argument: unknown): AskingProgram | undefined {
  if (argument instanceof AgentNode) {
    return argument.row.asker;
  }
  return argument instanceof ExtensionsNode ? argument.asker : undefined;
}

async function pickAsker(askers: readonly AskingProgram[], title: string): Promise<AskingProgram | undefined> {
  if (askers.length === 0) {
    void plainWindow.showInformationMessage(vscode.l10n.t('There is no agent for this in this window.'));
    return undefined;
  }
  const items = askers.map((asker) => ({ label: asker.name, asker }));
  return (await pickOne(items, title, vscode.l10n.t('Choose an agent')))?.asker;
}

function isAudible({ control }: AskingProgram): boolean {
  return control.mutedUntil === undefined;
}
