import type * as vscode from 'vscode';
import { type ServerDefinition, serverId } from '../core/servers/definition.ts';

const TRIED = 'demo.tried';

/** The bundled demo server. It needs no settings, and stands in the view once somebody tried it. */
export class Demo {
  readonly definition: ServerDefinition;
  readonly #state: vscode.Memento;

  /** `script`: the bundled server's file. It runs on the editor's own runtime, so that nothing has to be installed. */
  constructor(state: vscode.Memento, script: string) {
    this.#state = state;
    const scope = { kind: 'builtIn' as const };
    this.definition = {
      id: serverId(scope, 'Demo'),
      name: 'Demo',
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

  get tried(): boolean {
    return this.#state.get(TRIED) === true;
  }

  async setTried(tried: boolean): Promise<void> {
    await this.#state.update(TRIED, tried);
  }
}
