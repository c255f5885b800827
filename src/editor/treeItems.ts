import * as vscode from 'vscode';
import type { Server } from '../core/servers/server.ts';
import { inOneLine } from '../form/text.ts';
import { commandIds, type ItemWord } from './contributions.ts';
import type { FailureNode, GroupKind, GroupNode, HintNode, InvalidNode, OfferingNode, ServerNode } from './nodes.ts';
import { plainLines, plainName } from './plainText.ts';
import { scopeLabel } from './scopes.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** As much of a failure as stands beside a server's name. In characters. */
const CAUSE_LIMIT = 100;

/** How an item looks and what is read out for it. `open`: a server that runs shows at once what it offers. */
export function serverItem({ server }: ServerNode, open: boolean): vscode.TreeItem {
  const { id, name, scope } = server.definition;
  const label = plainName(name);
  const state = stateWithCause(server);
  const item = new vscode.TreeItem(label, open && server.state.kind === 'running' ? Expanded : Collapsed);
  // With the state in the id, a server that comes up opens and shows what it offers.
  item.id = `${server.state.kind === 'running' ? 'running' : 'idle'}:${id}`;
  item.description = [scopeLabel(scope), state].filter((part) => part !== undefined).join(' · ');
  item.tooltip = serverTooltip(server, label, stateText(server));
  item.iconPath = stateIcon(server);
  item.contextValue = serverWords(server).join(' ');
  item.accessibilityInformation = { label: [label, scopeLabel(scope), state].filter(Boolean).join(', ') };
  return item;
}

export function invalidItem({ faulty }: InvalidNode): vscode.TreeItem {
  const label = plainName(faulty.name);
  const item = new vscode.TreeItem(label, None);
  const state = vscode.l10n.t('not valid');
  item.description = [scopeLabel(faulty.scope), state].filter((part) => part !== undefined).join(' · ');
  item.tooltip = plainLines(faulty.lines.join('\n'));
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('problemsErrorIcon.foreground'));
  item.contextValue = words('invalid', 'configured');
  item.accessibilityInformation = { label: `${label}, ${state}. ${item.tooltip}` };
  return item;
}

export function failureItem({ parent, part }: FailureNode): vscode.TreeItem {
  const { server } = parent;
  if (part === 'log') {
    const item = new vscode.TreeItem(vscode.l10n.t('Show Log'), None);
    item.iconPath = new vscode.ThemeIcon('output');
    item.command = { command: commandIds.showServerLog, title: vscode.l10n.t('Show Log'), arguments: [parent] };
    return item;
  }
  const text = (server.state.kind === 'failed' && server.state.failure[part]) || '';
  const item = new vscode.TreeItem(inOneLine(text, 300), None);
  item.iconPath = new vscode.ThemeIcon({ summary: 'error', remedy: 'lightbulb' }[part]);
  item.tooltip = plainLines(text);
  return item;
}

export function hintItem(node: HintNode): vscode.TreeItem {
  const { server } = node.parent;
  const item = new vscode.TreeItem(hintText(server), None);
  if (server.definition.entry.enabled && (server.state.kind === 'stopped' || server.state.kind === 'failed')) {
    item.command = {
      command: commandIds.startServer,
      title: vscode.l10n.t('Start Server'),
      arguments: [node.parent],
    };
  }
  return item;
}

export function groupItem({ parent, kind, size }: GroupNode): vscode.TreeItem {
  const item = new vscode.TreeItem(groupLabel(kind), kind === 'tools' ? Expanded : Collapsed);
  item.id = `${kind}:${parent.server.definition.id}`;
  item.description = String(size);
  item.accessibilityInformation = { label: `${groupLabel(kind)}, ${size}` };
  return item;
}

export function offeringItem({ offering }: OfferingNode): vscode.TreeItem {
  const { kind, offered } = offering;
  const own = kind === 'resource' ? offered.uri : offered.name;
  const label = plainName(offered.title ?? offered.name);
  const item = new vscode.TreeItem(label, None);
  // No id: nothing keeps a server from offering the same name twice, and two equal ids break the whole view.
  const secondary = plainName(own);
  item.description = secondary === label ? undefined : secondary;
  item.tooltip = [secondary, offered.description && plainLines(offered.description)].filter(Boolean).join('\n\n');
  item.iconPath = new vscode.ThemeIcon({ tool: 'tools', prompt: 'comment', resource: 'file' }[kind]);
  item.contextValue = words(kind);
  item.accessibilityInformation = { label };
  return item;
}

/** A server's state in a few words. */
export function stateText(server: Server): string {
  if (!server.definition.entry.enabled) {
    return vscode.l10n.t('disabled');
  }
  if (server.pendingChange) {
    return vscode.l10n.t('changed: restart to apply');
  }
  switch (server.state.kind) {
    case 'stopped':
      return vscode.l10n.t('stopped');
    case 'starting':
      return vscode.l10n.t('starting');
    case 'running':
      return vscode.l10n.t('running');
    case 'failed':
      return vscode.l10n.t('failed');
  }
}

function stateWithCause(server: Server): string {
  const text = stateText(server);
  return server.state.kind === 'failed' && server.definition.entry.enabled && !server.pendingChange
    ? `${text}: ${inOneLine(server.state.failure.summary, CAUSE_LIMIT)}`
    : text;
}

function hintText({ definition, state }: Server): string {
  if (!definition.entry.enabled) {
    return vscode.l10n.t('Disabled in the settings');
  }
  switch (state.kind) {
    case 'starting':
      return vscode.l10n.t('Starting');
    case 'running':
      return vscode.l10n.t('Offers no tools, prompts or resources');
    default:
      return vscode.l10n.t('Start to see what it offers');
  }
}

function serverTooltip({ state }: Server, label: string, text: string): string {
  const lines = [`${label}: ${text}`];
  if (state.kind === 'failed') {
    lines.push(
      ...[state.failure.summary, state.failure.remedy, state.failure.detail].filter((line) => line !== undefined),
    );
  }
  if (state.kind === 'running') {
    const self = [state.self.name, state.self.version]
      .filter((part) => part !== undefined)
      .map(plainName)
      .join(' ');
    if (self) {
      lines.push(vscode.l10n.t('Calls itself {0}', self));
    }
    lines.push(vscode.l10n.t('Protocol {0}', plainName(state.self.protocolVersion)));
  }
  return plainLines(lines.join('\n'));
}

function stateIcon({ definition, state }: Server): vscode.ThemeIcon {
  if (!definition.entry.enabled) {
    return new vscode.ThemeIcon('circle-slash');
  }
  switch (state.kind) {
    case 'stopped':
      return new vscode.ThemeIcon('circle-outline');
    case 'starting':
      return new vscode.ThemeIcon('loading~spin');
    case 'running':
      return new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('testing.iconPassed'));
    case 'failed':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('problemsErrorIcon.foreground'));
  }
}

function serverWords({ definition, state, pendingChange }: Server): ItemWord[] {
  return [
    'server',
    definition.entry.enabled ? state.kind : 'disabled',
    definition.scope.kind === 'builtIn' ? 'demo' : 'configured',
    ...(pendingChange ? (['changed'] as const) : []),
  ];
}

function words(...list: ItemWord[]): string {
  return list.join(' ');
}

function groupLabel(kind: GroupKind): string {
  switch (kind) {
    case 'tools':
      return vscode.l10n.t('Tools');
    case 'prompts':
      return vscode.l10n.t('Prompts');
    case 'resources':
      return vscode.l10n.t('Resources');
  }
}
