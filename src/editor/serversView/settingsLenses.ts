import * as vscode from 'vscode';
import type { Disposable } from '#core/common/events.ts';
import { entryPositions } from '#core/configuration/entryPositions.ts';
import { serverId } from '#core/model/definition.ts';
import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import { type CommandName, commandIds } from '#editor/common/contributions.ts';
import { serversInDocument, settingsDocuments } from '#editor/settings/settingsDocuments.ts';
import { serverStateText } from './treeItems.ts';
import { ServerNode } from './treeNodes.ts';

/** The time between two updates, in milliseconds: a busy server changes many times a second. */
const updateTimeMs = 100;

/** The maximum length of a settings file with actions, in characters: each pause in typing reads all of it. */
const maxTextLength = 2_000_000;

/**
 * Shows the state of each server above its entry in the settings, with actions, as the editor does in `mcp.json`. An entry that is
 * not in force has none: an unsaved one, or one of a workspace that is not trusted.
 */
export class SettingsLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #servers: Servers;
  readonly #storage: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #shown = '';

  readonly onDidChangeCodeLenses = this.#changed.event;

  /** `storage`: see `serversInDocument`. */
  constructor(servers: Servers, storage: vscode.Uri) {
    this.#servers = servers;
    this.#storage = storage;
    this.#subscriptions = [
      servers.onDidChange(() => this.#update()),
      vscode.languages.registerCodeLensProvider(settingsDocuments, this),
    ];
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const setting = serversInDocument(document, this.#storage);
    const text = document.getText();
    if (!setting || text.length > maxTextLength) {
      return [];
    }
    return entryPositions(text, setting.path).flatMap(({ name, offset }) => {
      const server = this.#servers.get(serverId(setting.scope, name));
      const position = document.positionAt(offset);
      return server
        ? commandsOf(server).map((command) => new vscode.CodeLens(new vscode.Range(position, position), command))
        : [];
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
    this.#changed.dispose();
  }

  #update(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const shown = JSON.stringify(this.#servers.all.map((server) => [server.definition.id, commandTexts(server)]));
      if (shown !== this.#shown) {
        this.#shown = shown;
        this.#changed.fire();
      }
    }, updateTimeMs);
  }
}

function commandTexts(server: Server): string[] {
  return commandsOf(server).map(({ title }) => title);
}

/** The state of a server, which is no command, and the actions that it allows. */
function commandsOf(server: Server): vscode.Command[] {
  const { definition, hasPendingChange, state } = server;
  const stateText = (icon: string) => ({ command: '', title: `$(${icon}) ${serverStateText(server)}` });
  const command = (name: CommandName, title: string) => ({
    command: commandIds[name],
    title,
    arguments: [new ServerNode(server)],
  });
  const stop = command('stopServer', vscode.l10n.t('Stop'));
  const restart = command('restartServer', vscode.l10n.t('Restart'));
  const log = command('showServerLog', vscode.l10n.t('Show Log'));
  if (!definition.entry.enabled) {
    return [stateText('circle-slash')];
  }
  switch (state.kind) {
    case 'stopped':
      return [command('startServer', vscode.l10n.t('Start')), log];
    case 'starting':
      return [stateText('loading~spin'), stop, log];
    case 'running':
      return [stateText(hasPendingChange ? 'warning' : 'check'), stop, restart, log];
    case 'failed':
      return state.restarts ? [stateText('loading~spin'), stop, restart, log] : [stateText('error'), restart, log];
  }
}
