import * as vscode from 'vscode';
import { HostError } from '#core/common/errors.ts';
import { serverId } from '#core/model/definition.ts';
import type { Server } from '#core/servers/server.ts';
import { executeOwnCommand } from '#editor/common/contributions.ts';
import { plainName } from '#editor/common/plainText.ts';
import { findServer } from '#editor/serversView/findServer.ts';
import { serverStateText } from '#editor/serversView/treeItems.ts';
import { ServerNode } from '#editor/serversView/treeNodes.ts';
import { faultyEntries } from '#editor/settings/faultyEntries.ts';
import { scopeLabel } from '#editor/settings/scopeLabels.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import { paragraph } from '#form/language.ts';
import type { CommandContext } from './commandContext.ts';

type ServerSources = Pick<CommandContext, 'servers' | 'configured'>;

/** The server with a name or id. Throws `ServerNotFound`, `ServerAmbiguous`, or `EntryInvalid` if its entry is invalid. */
export function requireServer({ servers, configured }: ServerSources, nameOrId: string): Server {
  const result = findServer(servers.all, nameOrId);
  switch (result.kind) {
    case 'one':
      return result.server;
    case 'none':
      throw entryInvalid(configured, nameOrId) ?? serverNotFound(nameOrId);
    case 'several':
      throw new HostError({
        name: 'ServerAmbiguous',
        summary: vscode.l10n.t('Several servers are named {0}.', plainName(nameOrId)),
        remedy: vscode.l10n.t('Use one of these ids instead: {0}', result.ids.join(', ')),
      });
  }
}

export function serverNotFound(name: string): HostError {
  return new HostError({
    name: 'ServerNotFound',
    summary: vscode.l10n.t('There is no server named {0}.', plainName(name)),
    remedy: vscode.workspace.isTrusted
      ? vscode.l10n.t('Check the setting mcpElicitation.servers, or add the server.')
      : vscode.l10n.t(
          'Check the setting mcpElicitation.servers. The workspace is not trusted, so its own are not read.',
        ),
  });
}

function entryInvalid({ settings }: ServerSources['configured'], nameOrId: string): HostError | undefined {
  const faulty = faultyEntries(settings.problems).find(
    ({ setting, scope, name }) => setting === 'servers' && (name === nameOrId || serverId(scope, name) === nameOrId),
  );
  return (
    faulty &&
    new HostError({
      name: 'EntryInvalid',
      summary: vscode.l10n.t('The entry of {0} cannot be used.', plainName(faulty.name)),
      remedy: paragraph(faulty.lines),
    })
  );
}

/**
 * The server of a command: from an item of the view or above an entry, by a name, or, without an argument, picked by the user;
 * `undefined` if the list is dismissed. Throws as `requireServer` does, and `ArgumentsInvalid` for any other argument. The entry of
 * an item may have left the settings after the item was shown.
 */
export async function findOrPickServer(
  sources: ServerSources,
  argument: unknown,
  title: string,
  isListed: (server: Server) => boolean = () => true,
): Promise<Server | undefined> {
  if (argument instanceof ServerNode) {
    const { id, name } = argument.server.definition;
    const server = sources.servers.get(id);
    if (!server) {
      throw serverNotFound(name);
    }
    return server;
  }
  if (typeof argument === 'string') {
    return requireServer(sources, argument);
  }
  if (argument !== undefined && argument !== null) {
    throw new HostError({
      name: 'ArgumentsInvalid',
      summary: vscode.l10n.t('The command takes the name of a server as text.'),
      remedy: vscode.l10n.t('Correct the argument of the command.'),
    });
  }
  return pickServer(sources.servers.all.filter(isListed), title);
}

/**
 * Lets the user pick a server; `undefined` if the list is dismissed. If `openLists` is given, the list is added to it and stays
 * open and busy until the next list replaces it or the caller disposes of it: closing the list in between would return the keyboard
 * focus to the earlier view, and that would close the next list.
 */
export async function pickServer(
  servers: readonly Server[],
  title: string,
  openLists?: vscode.Disposable[],
): Promise<Server | undefined> {
  if (servers.length === 0) {
    void offerToAdd();
    return undefined;
  }
  const items = servers.map((server) => ({ ...serverLine(server), server }));
  const picked = await pickOne(items, title, vscode.l10n.t('Choose a server'), openLists);
  return picked?.server;
}

/** A server as a row of a list. */
export function serverLine(server: Server): { readonly label: string; readonly description: string } {
  return {
    label: plainName(server.definition.name),
    description: [scopeLabel(server.definition.scope), serverStateText(server)].filter(Boolean).join(' · '),
  };
}

async function offerToAdd(): Promise<void> {
  const add = vscode.l10n.t('Add Server');
  const nothing = vscode.l10n.t('There is no server for this. Add one first.');
  if ((await plainWindow.showInformationMessage(nothing, add)) === add) {
    await executeOwnCommand(vscode.commands, 'addServer');
  }
}

/** A row of a list of tools, prompts or resources. All text comes from the server. */
export interface OfferedLine {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

/** Lets the user pick a tool, prompt or resource of a server; `undefined` if the list is dismissed. */
export async function pickOffered<T extends OfferedLine>(
  offerings: readonly T[],
  texts: { readonly title: string; readonly placeholder: string; readonly nothing: string },
): Promise<T | undefined> {
  if (offerings.length === 0) {
    void plainWindow.showInformationMessage(texts.nothing);
    return undefined;
  }
  const items = offerings.map((line) => ({
    label: plainName(line.title ?? line.name),
    description: line.title === undefined ? undefined : plainName(line.name),
    detail: line.description ? plainName(line.description) : undefined,
    line,
  }));
  const picked = await pickOne(items, texts.title, texts.placeholder);
  return picked?.line;
}

/** Lets the user pick one row. `undefined` if the list is dismissed. `openLists`: see `pickServer`. */
export function pickOne<T extends vscode.QuickPickItem>(
  items: readonly T[],
  title: string,
  placeholder: string,
  openLists?: vscode.Disposable[],
): Promise<T | undefined> {
  const list = plainWindow.createQuickPick(items, { title, placeholder });
  Object.assign(list, { matchOnDescription: true, matchOnDetail: true, ...keepOpen });
  openLists?.push(list);
  return new Promise((resolve) => {
    list.onDidAccept(() => {
      const [item] = list.selectedItems;
      if (!item) {
        return;
      }
      resolve(item);
      if (openLists) {
        Object.assign(list, { busy: true, enabled: false });
      } else {
        list.dispose();
      }
    });
    list.onDidHide(() => {
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}
