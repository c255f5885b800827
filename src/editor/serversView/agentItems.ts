import * as vscode from 'vscode';
import { targetOf } from '#core/model/call.ts';
import type { AgentRow, AgentServerRow, AgentsOverview } from '#editor/agents/agentsOverview.ts';
import { commandIds } from '#editor/common/contributions.ts';
import { plainName } from '#editor/common/plainText.ts';

/** The items of the group of agents in the servers view. A command that gets one as its argument was run from the view. */
export type AgentsViewNode = AgentsGroupNode | AgentNode | AgentServerNode | NoAgentNode;

/** The group of all agents. There is one in a view. */
export class AgentsGroupNode {
  readonly overview: AgentsOverview;
  constructor(overview: AgentsOverview) {
    this.overview = overview;
  }
}

export class AgentNode {
  readonly parent: AgentsGroupNode;
  readonly row: AgentRow;
  constructor(parent: AgentsGroupNode, row: AgentRow) {
    this.parent = parent;
    this.row = row;
  }
}

export class AgentServerNode {
  readonly parent: AgentNode;
  readonly row: AgentServerRow;
  constructor(parent: AgentNode, row: AgentServerRow) {
    this.parent = parent;
    this.row = row;
  }
}

/** The child of the group while nothing is connected. */
class NoAgentNode {
  readonly parent: AgentsGroupNode;
  constructor(parent: AgentsGroupNode) {
    this.parent = parent;
  }
}

const { None, Expanded } = vscode.TreeItemCollapsibleState;

export function isAgentsViewNode(node: unknown): node is AgentsViewNode {
  return (
    node instanceof AgentsGroupNode ||
    node instanceof AgentNode ||
    node instanceof AgentServerNode ||
    node instanceof NoAgentNode
  );
}

export function agentsChildrenOf(node: AgentsViewNode): AgentsViewNode[] {
  if (node instanceof AgentsGroupNode) {
    const rows = node.overview.rows.map((row) => new AgentNode(node, row));
    return rows.length > 0 ? rows : [new NoAgentNode(node)];
  }
  return node instanceof AgentNode ? node.row.servers.map((row) => new AgentServerNode(node, row)) : [];
}

export function agentsViewItem(node: AgentsViewNode): vscode.TreeItem {
  if (node instanceof AgentsGroupNode) {
    return groupItem();
  }
  if (node instanceof AgentNode) {
    return agentItem(node);
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
  const item = new vscode.TreeItem(vscode.l10n.t('No agent is connected. Connect one.'), None);
  item.command = { command: commandIds.connectAgent, title: vscode.l10n.t('Connect an Agent') };
  return item;
}

function agentItem({ row: { client, name, servers } }: AgentNode): vscode.TreeItem {
  const item = new vscode.TreeItem(name, Expanded);
  item.id = `agents:${client}`;
  item.contextValue = 'agent';
  item.iconPath = new vscode.ThemeIcon('robot');
  const count = servers.flatMap(({ calls }) => calls).length;
  const state = callsText(count);
  if (state !== undefined) {
    item.description = state;
  }
  item.accessibilityInformation = { label: [name, vscode.l10n.t('agent'), state].filter(Boolean).join(', ') };
  return item;
}

function callsText(count: number): string | undefined {
  if (count === 0) {
    return undefined;
  }
  return count === 1 ? vscode.l10n.t('1 call waits for you') : vscode.l10n.t('{0} calls wait for you', count);
}

function agentServerItem({ parent, row }: AgentServerNode): vscode.TreeItem {
  const { client, name: agent } = parent.row;
  const label = row.server === '' ? vscode.l10n.t('All servers, by the hook') : plainName(row.server);
  const state = stateText(row);
  const item = new vscode.TreeItem(label, None);
  item.id = `agents:${client}:${row.server}`;
  item.contextValue = 'agentServer';
  item.description = state;
  item.iconPath = row.isRunning
    ? new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('testing.iconPassed'))
    : new vscode.ThemeIcon('circle-outline');
  item.tooltip = vscode.l10n.t('{0} of {1}: {2}', label, agent, state);
  item.accessibilityInformation = { label: [label, agent, state].join(', ') };
  return item;
}

/** What runs or waits, and otherwise the last call. */
function stateText({ server, isRunning, calls, lastCall }: AgentServerRow): string {
  const states = calls.map((call) => {
    const target = plainName(targetOf(call.request));
    return call.agent?.state === 'parked'
      ? vscode.l10n.t('{0} waits for you; the agent has stopped waiting', target)
      : vscode.l10n.t('{0} waits for you', target);
  });
  if (states.length > 0) {
    return states.join(' · ');
  }
  const now = server === '' ? vscode.l10n.t('asks now') : vscode.l10n.t('running');
  const last =
    lastCall &&
    vscode.l10n.t(
      'last asked {0}: {1}',
      new Date(lastCall.at).toLocaleTimeString([], { timeStyle: 'short' }),
      plainName(lastCall.target),
    );
  return [isRunning ? now : vscode.l10n.t('connected'), last].filter((part) => part !== undefined).join(' · ');
}
