import type * as vscode from 'vscode';
import { type ServerDefinition, serverId } from '#core/model/definition.ts';

const triedKey = 'demo.tried';

/** The bundled demo servers, one for each era. They need no settings, and are in the view once the user has tried the demo. */
export class DemoServers {
  /** The server that is tried first. It sends pushed requests, as most servers do. */
  readonly legacy: ServerDefinition;
  /** The same tools from a server of revision 2026-07-28. */
  readonly modern: ServerDefinition;
  readonly #state: vscode.Memento;

  /** `scripts`: the files of the bundled servers. The editor's own Node.js runs them: the user need not install anything. */
  constructor(state: vscode.Memento, scripts: { legacy: string; modern: string }) {
    this.#state = state;
    this.legacy = bundled('Demo', scripts.legacy);
    this.modern = bundled('Demo (2026-07-28)', scripts.modern);
  }

  get isAdded(): boolean {
    return this.#state.get(triedKey) === true;
  }

  async setAdded(tried: boolean): Promise<void> {
    await this.#state.update(triedKey, tried);
  }
}

function bundled(name: string, script: string): ServerDefinition {
  const scope = { kind: 'builtIn' as const };
  return {
    id: serverId(scope, name),
    name,
    scope,
    entry: {
      type: 'stdio',
      enabled: true,
      elicitation: { form: true, url: true },
      command: process.execPath,
      args: [script],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    },
  };
}
