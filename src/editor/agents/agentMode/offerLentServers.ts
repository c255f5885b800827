import { join } from 'node:path';
import * as vscode from 'vscode';
import { definitionProviderId } from '#editor/common/contributions.ts';
import { registerInCursor } from './cursorServers.ts';
import { findEditorAgentWay } from './editorAgent.ts';
import { type DefinedServers, type LendingAgents, LentServersWatch } from './lentServersWatch.ts';
import { lentServerArguments, lentServerProgram, type ProgramPlaces } from './startedProgram.ts';

/**
 * Offers the lent servers to the editor's own agent, if the editor has a way for it. VS Code stores what a provider returns, and keeps
 * it as long as none is registered. So one is registered while agents are off, too, and returns nothing then.
 * @param warn writes a line to the log about agents
 */
export function offerLentServers(
  agents: LendingAgents & ProgramPlaces,
  defined: DefinedServers,
  warn: (line: string) => void,
): vscode.Disposable {
  const way = findEditorAgentWay();
  if (!way) {
    return new vscode.Disposable(() => undefined);
  }
  const watch = new LentServersWatch(way.client, agents, defined);
  const offered =
    way.client === 'cursor'
      ? registerInCursor(way.registry, watch, agents, warn)
      : way.register(definitionProviderId, definitionProvider(watch, agents));
  return vscode.Disposable.from(offered, watch);
}

/** What VS Code stores has no secret, no key, and nothing that changes with the window: that is added when a server starts. */
function definitionProvider(
  watch: LentServersWatch,
  places: ProgramPlaces,
): vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> {
  const installed = join(places.home.bin, 'proxy');
  return {
    onDidChangeMcpServerDefinitions: (listener) => watch.onDidChange(() => listener()),
    provideMcpServerDefinitions: async () =>
      (await watch.read()).map(
        ({ name, version }) =>
          new vscode.McpStdioServerDefinition(name, installed, lentServerArguments('vscode', name), {}, version),
      ),
    resolveMcpServerDefinition: async (definition) => {
      const window = await places.windowId();
      if (window === undefined) {
        return undefined;
      }
      const { command, args, env } = lentServerProgram('vscode', definition.label, places.program, window);
      const resolved = new vscode.McpStdioServerDefinition(definition.label, command, args, env, definition.version);
      const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
      return Object.assign(resolved, folder && { cwd: folder.uri });
    },
  };
}
