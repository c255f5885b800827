import * as vscode from 'vscode';
import type { ServerLog } from '#core/common/serverLog.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { plainName } from '#editor/common/plainText.ts';
import { scopeLabel } from '#editor/settings/scopeLabels.ts';

/** One output channel per server, created for its first line or when it is opened. */
export class ServerLogs implements vscode.Disposable {
  readonly #channels = new Map<string, vscode.LogOutputChannel>();
  /** The ids of the servers whose lines are logged. A server that was removed from the settings may still log while it ends. */
  readonly #loggedIds = new Set<string>();
  #isDisposed = false;

  /** The log of one server. Writes to the channel `MCP: <name>` until `keepOnly` omits the server. */
  logFor(definition: ServerDefinition): ServerLog {
    this.#loggedIds.add(definition.id);
    const channel = () => (this.#loggedIds.has(definition.id) ? this.#channel(definition) : undefined);
    return {
      trace: (line) => channel()?.trace(line),
      info: (line) => channel()?.info(line),
      warn: (line) => channel()?.warn(line),
      error: (line) => channel()?.error(line),
      get traceEnabled() {
        return channel()?.logLevel === vscode.LogLevel.Trace;
      },
    };
  }

  show(definition: ServerDefinition): void {
    this.#channel(definition)?.show();
  }

  /** Closes the logs of all other servers. `ids`: the ids of the servers to keep. */
  keepOnly(ids: readonly string[]): void {
    for (const id of this.#loggedIds) {
      if (!ids.includes(id)) {
        this.#loggedIds.delete(id);
        this.#channels.get(id)?.dispose();
        this.#channels.delete(id);
      }
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const channel of this.#channels.values()) {
      channel.dispose();
    }
    this.#channels.clear();
  }

  #channel(definition: ServerDefinition): vscode.LogOutputChannel | undefined {
    let channel = this.#channels.get(definition.id);
    if (!channel && !this.#isDisposed) {
      const scope = scopeLabel(definition.scope);
      const name = `MCP: ${plainName(definition.name)}${scope ? ` (${scope})` : ''}`;
      channel = vscode.window.createOutputChannel(name, { log: true });
      this.#channels.set(definition.id, channel);
    }
    return channel;
  }
}
