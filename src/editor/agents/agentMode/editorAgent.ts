import * as vscode from 'vscode';
import type { StartedProgram } from './startedProgram.ts';

/** How extensions register servers with the agent of Cursor. Source: <https://cursor.com/docs/extension-api>, read on 2026-11-26. */
export interface CursorRegistry {
  registerServer(config: { readonly name: string; readonly server: StartedProgram }): void;
  unregisterServer(name: string): void;
}

/** How the editor's own agent learns of servers. `client`: its id at the endpoint. */
type EditorAgentWay =
  | { readonly client: 'cursor'; readonly registry: CursorRegistry }
  | { readonly client: 'vscode'; readonly register: typeof vscode.lm.registerMcpServerDefinitionProvider };

/**
 * The way to the editor's own agent; `undefined` if there is none. Cursor's own way comes first: forks can have VS Code's function, and
 * an agent that does not use it.
 */
export function findEditorAgentWay(): EditorAgentWay | undefined {
  const { cursor, lm } = vscode as unknown as {
    readonly cursor?: { readonly mcp?: Partial<CursorRegistry> };
    readonly lm?: Partial<typeof vscode.lm>;
  };
  const registry = cursor?.mcp;
  if (typeof registry?.registerServer === 'function' && typeof registry.unregisterServer === 'function') {
    return { client: 'cursor', registry: registry as CursorRegistry };
  }
  const register = lm?.registerMcpServerDefinitionProvider;
  return typeof register === 'function' ? { client: 'vscode', register } : undefined;
}

/** True if the user has switched off the agent of VS Code, with all that it has of AI. */
export function editorAgentIsOff({ client }: Pick<EditorAgentWay, 'client'>): boolean {
  return client === 'vscode' && vscode.workspace.getConfiguration().get('chat.disableAIFeatures') === true;
}

/** The editor's name for the user. */
export function editorName(): string {
  return vscode.env.appName.replace(/^Visual Studio Code( - )?/, (_, more) => (more ? 'VS Code ' : 'VS Code'));
}
