import * as vscode from 'vscode';
import { type Call, targetOf } from '#core/model/call.ts';
import type { AgentServerRow } from '#editor/agents/agentsOverview.ts';
import type { AskingProgram } from '#editor/agents/askers.ts';
import { commandIds, type ItemWord } from '#editor/common/contributions.ts';
import { plainName } from '#editor/common/plainText.ts';
import { withoutQuotationMarks } from '#form/text.ts';
import {
  AgentNode,
  AgentServerNode,
  AgentsGroupNode,
  type AgentsViewNode,
  agentsChildrenOf,
  ExtensionsNode,
} from './agentNodes.ts';
import { mutedText } from './rateLimitTexts.ts';

const { None, Expanded } = vscode.TreeItemCollapsibleState;

/** The item of a node, as it is drawn now. */
export function agentsViewItem(node: AgentsViewNode): vscode.TreeItem {
  const item = itemOf(node);
  node.drawn = JSON.stringify(item);
  return item;
}

/**
 * The nodes that have to be drawn anew because they, or the list of their children, have changed; not all, because the editor passes no
 * item to a command that the user chooses from the menu of an item while its parent is drawn.
 */
export function changedAgentNodes(node: AgentsViewNode): AgentsViewNode[] {
  const drawnChildren = [...node.drawnChildren];
  const children = agentsChildrenOf(node);
  const hasSameChildren =
    children.length === drawnChildren.length && children.every((child, index) => child === drawnChildren[index]);
  return hasSameChildren && JSON.stringify(itemOf(node)) === node.drawn
    ? children.flatMap((child) => changedAgentNodes(child))
    : [node];
}

function itemOf(node: AgentsViewNode): vscode.TreeItem {
  if (node instanceof AgentsGroupNode) {
    return groupItem();
  }
  if (node instanceof AgentNode) {
    return agentItem(node);
  }
  if (node instanceof ExtensionsNode) {
    return extensionsItem(node);
  }
  return node instanceof AgentServerNode ? agentServerItem(node) : noAgentItem();
}

function groupItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Agents'), Expanded);
  item.id = 'agents';
  item.contextValue = 'agents';
  item.iconPath = new vscode.ThemeIcon('plug');
  item.tooltip = vscode.l10n.t('Agents whose servers ask you in this panel');
  item.accessibilityInformation = { label: item.tooltip };
  return item;
}

function noAgentItem(): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t('Connect an Agent...'), None);
  item.iconPath = new vscode.ThemeIcon('add');
  item.tooltip = vscode.l10n.t('No agent is connected. Connect one.');
  item.command = { command: commandIds.connectAgent, title: vscode.l10n.t('Connect an Agent') };
  return item;
}

function agentItem({ row: { client, asker, servers } }: AgentNode): vscode.TreeItem {
  const item = new vscode.TreeItem(asker.name, Expanded);
  item.id = `agents:${client}`;
  item.contextValue = words('agent', ...askerWords(asker));
  item.iconPath = new vscode.ThemeIcon(asker.control.mutedUntil === undefined ? 'robot' : 'bell-slash');
  const states = [callsText(servers.flatMap(({ calls }) => calls).length), muteText(asker)].filter(Boolean);
  if (states.length > 0) {
    item.description = states.join(' · ');
  }
  item.accessibilityInformation = { label: [asker.name, vscode.l10n.t('agent'), ...states].join(', ') };
  return item;
}

function extensionsItem({ asker }: ExtensionsNode): vscode.TreeItem {
  const item = new vscode.TreeItem(asker.name, None);
  const state = muteText(asker);
  item.id = 'agents:extensions';
  item.contextValue = words('extensions', ...askerWords(asker));
  item.iconPath = new vscode.ThemeIcon(state === undefined ? 'extensions' : 'bell-slash');
  item.tooltip = vscode.l10n.t('Other extensions that ask you in this panel');
  if (state !== undefined) {
    item.description = state;
  }
  item.accessibilityInformation = { label: [item.tooltip, state].filter(Boolean).join(', ') };
  return item;
}

function askerWords({ control: { mutedUntil, hasMuted } }: AskingProgram): ItemWord[] {
  return [...(mutedUntil === undefined ? (['audible'] as const) : []), ...(hasMuted ? (['muted'] as const) : [])];
}

function muteText({ control: { mutedUntil, hasMuted } }: AskingProgram): string | undefined {
  if (mutedUntil !== undefined) {
    return mutedText(mutedUntil);
  }
  return hasMuted ? vscode.l10n.t('partly muted') : undefined;
}

function words(...list: ItemWord[]): string {
  return list.join(' ');
}

function callsText(count: number): string | undefined {
  if (count === 0) {
    return undefined;
  }
  return count === 1 ? vscode.l10n.t('1 call waits for you') : vscode.l10n.t('{0} calls wait for you', count);
}

function agentServerItem({ parent, row }: AgentServerNode): vscode.TreeItem {
  const { client, asker } = parent.row;
  const agent = asker.name;
  const label = serverLabel(row);
  const { short, full } = stateTexts(row);
  const item = new vscode.TreeItem(label, None);
  item.id = `agents:${client}:${row.isLent ? 'lent' : 'own'}:${row.server}`;
  item.contextValue = words('agentServer', ...(row.isLent && !row.isStopped ? (['lent'] as const) : []));
  item.description = short;
  item.iconPath = row.isRunning
    ? new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('testing.iconPassed'))
    : new vscode.ThemeIcon('circle-outline');
  item.tooltip = vscode.l10n.t('{0} of {1}: {2}', label, agent, full);
  item.accessibilityInformation = { label: [label, agent, full].join(', ') };
  return item;
}

function serverLabel({ server, isLent }: AgentServerRow): string {
  if (isLent) {
    return vscode.l10n.t('{0}, lent by this editor', plainName(server));
  }
  return server === '' ? vscode.l10n.t('All servers, by the hook') : plainName(server);
}

/** A state in a few words for the narrow view, and as it is read out and shown in the tooltip. */
interface StateTexts {
  readonly short: string;
  readonly full: string;
}

/** What runs or waits, and otherwise the last call. */
function stateTexts({ server, isRunning, isStopped, calls, lastCall }: AgentServerRow): StateTexts {
  if (calls.length > 0) {
    const targets = calls.map((call) => plainName(targetOf(call.request)));
    return { short: vscode.l10n.t('waits for you: {0}', targets.join(', ')), full: calls.map(waitingText).join(' · ') };
  }
  const now = server === '' ? vscode.l10n.t('asks now') : vscode.l10n.t('running');
  const idle = isStopped ? vscode.l10n.t('no longer lent') : vscode.l10n.t('connected');
  const state = isRunning ? now : idle;
  if (!lastCall) {
    return { short: state, full: state };
  }
  const time = new Date(lastCall.at).toLocaleTimeString([], { timeStyle: 'short' });
  const last = vscode.l10n.t('last asked {0}: {1}', time, plainName(lastCall.target));
  return {
    // The icon shows whether it runs.
    short: vscode.l10n.t('asked {0}', time),
    full: [state, last].join(' · '),
  };
}

function waitingText({ request, agent }: Call): string {
  const target = plainName(withoutQuotationMarks(targetOf(request)));
  return agent?.state === 'parked'
    ? vscode.l10n.t('“{0}” waits for you; the agent has stopped waiting', target)
    : vscode.l10n.t('“{0}” waits for you', target);
}
