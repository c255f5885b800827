import type * as vscode from 'vscode';
import { type ServerDefinition, serverId } from '#core/model/definition.ts';

const triedKey = 'demo.tried';

/** The bundled demo servers, one for each era. They need no settings, and are in the view after the user has tried the demo. */
export class DemoServers {
  /** The server that the command `tryDemo` starts. It sends pushed requests, as most servers do. */
  readonly legacy: ServerDefinition;
  /** A server of revision 2026-07-28 with the same tools. */
  readonly modern: ServerDefinition;
  readonly #state: vscode.Memento;

  /** `scripts`: the files of the bundled servers. They run with the Node.js of the editor, so the user need not install anything. */
  constructor(state: vscode.Memento, scripts: { legacy: string; modern: string }) {
    this.#state = state;
    this.legacy = demoDefinition('Demo', scripts.legacy);
    this.modern = demoDefinition('Demo (2026-07-28)', scripts.modern);
  }

  get isAdded(): boolean {
    return this.#state.get(triedKey) === true;
  }

  async setAdded(isAdded: boolean): Promise<void> {
    await this.#state.update(triedKey, isAdded);
  }
}

function demoDefinition(name: string, script: string): ServerDefinition {
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
