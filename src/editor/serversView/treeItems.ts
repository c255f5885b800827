import * as vscode from 'vscode';
import type { KnownServerNames } from '#core/guard/knownServerNames.ts';
import type { Server } from '#core/servers/server.ts';
import { commandIds, type ItemWord } from '#editor/common/contributions.ts';
import { plainLines, plainName } from '#editor/common/plainText.ts';
import { scopeLabel } from '#editor/settings/scopeLabels.ts';
import { manageTrustCommand } from '#editor/trust/heldBackServers.ts';
import { joinSentences } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import { heldBackText, mutedText } from './rateLimitTexts.ts';
import { annotationsText } from './toolAnnotations.ts';
import type {
  FailureNode,
  GroupKind,
  GroupNode,
  HintNode,
  InvalidNode,
  Offering,
  OfferingNode,
  ServerNode,
  StartNode,
} from './treeNodes.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** The maximum length of the cause of a failure beside a server's name, in characters. */
const maxCauseLength = 100;

/** The item of a server. `expandsRunning`: the item is expanded if the server runs. */
export function serverItem({ server }: ServerNode, expandsRunning: boolean, known: KnownServerNames): vscode.TreeItem {
  const { id, name, scope } = server.definition;
  const label = plainName(name);
  const state = stateWithCause(server);
  const item = new vscode.TreeItem(label, expandsRunning && server.state.kind === 'running' ? Expanded : Collapsed);
  // The id contains the state, so that the editor expands a server that begins to run.
  item.id = `${server.state.kind === 'running' ? 'running' : 'idle'}:${id}`;
  const similarName = known.lookAlikeName(name);
  const similarityText =
    similarName === undefined ? undefined : vscode.l10n.t('looks like {0}', plainName(similarName));
  const parts = [scopeLabel(scope), state, rateLimitText(server), similarityText].filter((part) => part !== undefined);
  item.description = parts.join(' · ');
  item.tooltip = serverTooltip(server, label, serverStateText(server), known);
  item.iconPath = stateIcon(server);
  item.contextValue = serverContextWords(server).join(' ');
  item.accessibilityInformation = { label: [label, ...parts].join(', ') };
  return item;
}

export function invalidItem({ faulty }: InvalidNode): vscode.TreeItem {
  const label = plainName(faulty.name);
  const item = new vscode.TreeItem(label, None);
  const state = vscode.l10n.t('not valid');
  item.description = [scopeLabel(faulty.scope), state].filter((part) => part !== undefined).join(' · ');
  item.tooltip = plainLines(faulty.lines.join('\n'));
  item.iconPath = new vscode.ThemeIcon('error', new vscode.ThemeColor('problemsErrorIcon.foreground'));
  item.contextValue = contextValue('invalid', 'configured');
  item.accessibilityInformation = { label: joinSentences([`${label}, ${state}`, item.tooltip]) };
  return item;
}

export function startItem({ command }: StartNode): vscode.TreeItem {
  const { label, icon } = {
    addServer: { label: vscode.l10n.t('Add Server...'), icon: 'add' },
    tryDemo: { label: vscode.l10n.t('Try the Demo'), icon: 'beaker' },
    openWalkthrough: { label: vscode.l10n.t('Get Started'), icon: 'question' },
  }[command];
  const item = new vscode.TreeItem(label, None);
  item.id = `start:${command}`;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { command: commandIds[command], title: label };
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
  if (server.state.kind === 'failed' && server.state.failure.name === 'WorkspaceNotTrusted') {
    item.command = { command: manageTrustCommand, title: vscode.l10n.t('Manage Workspace Trust') };
  }
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
  const count = parent.server.offerings.incomplete.includes(kind)
    ? vscode.l10n.t('{0}, incomplete: see the log', size)
    : String(size);
  item.description = count;
  item.accessibilityInformation = { label: `${groupLabel(kind)}, ${count}` };
  return item;
}

export function offeringItem({ offering }: OfferingNode): vscode.TreeItem {
  const { kind, offered } = offering;
  const label = plainName(offered.title ?? offered.name);
  const item = new vscode.TreeItem(label, None);
  // The item has no id: a server may offer the same name twice, and two equal ids break the whole view.
  const secondary = plainName(protocolName(offering));
  item.description = secondary === label ? undefined : secondary;
  item.iconPath = new vscode.ThemeIcon(offeringIcons[kind]);
  // A template is read with the same command as a resource.
  item.contextValue = contextValue(kind === 'template' ? 'resource' : kind);
  item.accessibilityInformation = { label };
  return item;
}

export function offeringTooltip({ offering }: OfferingNode): string {
  const { kind, offered } = offering;
  const claims = kind === 'tool' ? annotationsText(offered.annotations) : undefined;
  const description = offered.description && plainLines(offered.description);
  return [plainName(protocolName(offering)), description, claims].filter(Boolean).join('\n\n');
}

const offeringIcons = { tool: 'tools', prompt: 'comment', resource: 'file', template: 'file-symlink-file' };

/** The name of an offering in the protocol: the URI or URI template of a resource. */
function protocolName({ kind, offered }: Offering): string {
  switch (kind) {
    case 'resource':
      return offered.uri;
    case 'template':
      return offered.uriTemplate;
    default:
      return offered.name;
  }
}

/** The state of a server in a few words. */
export function serverStateText(server: Server): string {
  if (!server.definition.entry.enabled) {
    return vscode.l10n.t('disabled');
  }
  if (server.hasPendingChange) {
    return vscode.l10n.t('changed: restart to apply');
  }
  if (server.isSigningIn) {
    return vscode.l10n.t('signing in');
  }
  switch (server.state.kind) {
    case 'stopped':
      return vscode.l10n.t('stopped');
    case 'starting':
      return vscode.l10n.t('starting');
    case 'running':
      return vscode.l10n.t('running');
    case 'failed':
      return server.state.restarts ? vscode.l10n.t('restarting automatically') : vscode.l10n.t('failed');
  }
}

/** The state of the limit on a server's requests; `undefined` if it is not limited. */
function rateLimitText({ rateControl }: Server): string | undefined {
  const { mutedUntil, notice } = rateControl.report;
  if (mutedUntil !== undefined) {
    return mutedText(mutedUntil);
  }
  return notice && heldBackText(notice);
}

function stateWithCause(server: Server): string {
  const text = serverStateText(server);
  return server.state.kind === 'failed' && server.definition.entry.enabled && !server.hasPendingChange
    ? `${text}: ${inOneLine(server.state.failure.summary, maxCauseLength)}`
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
      return vscode.l10n.t('Not running. Start it to list its tools.');
  }
}

function serverTooltip(
  { definition, state, isSignedIn }: Server,
  label: string,
  text: string,
  known: KnownServerNames,
): string {
  const lines = [`${label}: ${text}`];
  if (isSignedIn) {
    lines.push(vscode.l10n.t('You are signed in.'));
  }
  if (state.kind === 'failed') {
    lines.push(
      ...[state.failure.summary, state.failure.remedy, state.failure.detail].filter((line) => line !== undefined),
    );
  }
  if (state.kind === 'running') {
    const reportedName = [state.serverInfo.name, state.serverInfo.version]
      .filter((part) => part !== undefined)
      .map(plainName)
      .join(' ');
    if (reportedName) {
      lines.push(vscode.l10n.t('Calls itself {0}', reportedName));
    }
    const imitatedName = known.impersonatedName(state.serverInfo.name ?? '', definition.name);
    if (imitatedName !== undefined) {
      lines.push(vscode.l10n.t('It is not {0}, which is another of your servers.', plainName(imitatedName)));
    }
    const revision = plainName(state.serverInfo.protocolVersion);
    lines.push(
      state.serverInfo.era === 'modern'
        ? vscode.l10n.t('Protocol {0}, modern era', revision)
        : vscode.l10n.t('Protocol {0}, legacy era', revision),
    );
  }
  return plainLines(lines.join('\n'));
}

function stateIcon({ rateControl, definition, state }: Server): vscode.ThemeIcon {
  if (!definition.entry.enabled) {
    return new vscode.ThemeIcon('circle-slash');
  }
  if (rateControl.report.mutedUntil !== undefined && state.kind === 'running') {
    return new vscode.ThemeIcon('bell-slash');
  }
  switch (state.kind) {
    case 'stopped':
      return new vscode.ThemeIcon('circle-outline');
    case 'starting':
      return new vscode.ThemeIcon('loading~spin');
    case 'running':
      return new vscode.ThemeIcon('circle-filled', new vscode.ThemeColor('testing.iconPassed'));
    case 'failed':
      return state.restarts
        ? new vscode.ThemeIcon('loading~spin')
        : new vscode.ThemeIcon('error', new vscode.ThemeColor('problemsErrorIcon.foreground'));
  }
}

function serverContextWords({ rateControl, definition, state, hasPendingChange, isSignedIn }: Server): ItemWord[] {
  const { mutedUntil, notice } = rateControl.report;
  return [
    'server',
    definition.entry.enabled ? state.kind : 'disabled',
    definition.scope.kind === 'builtIn' ? 'demo' : 'configured',
    ...(state.kind === 'failed' && state.restarts ? (['restarting'] as const) : []),
    ...(hasPendingChange ? (['changed'] as const) : []),
    ...(definition.entry.enabled ? ([mutedUntil === undefined ? 'audible' : 'muted'] as const) : []),
    ...(notice ? (['limited'] as const) : []),
    ...(isSignedIn ? (['signedIn'] as const) : []),
    ...(state.kind === 'running' && state.serverInfo.declares.logging ? (['logging'] as const) : []),
  ];
}

function contextValue(...list: ItemWord[]): string {
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
    case 'resourceTemplates':
      return vscode.l10n.t('Resource Templates');
  }
}
