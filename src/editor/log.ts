import * as vscode from 'vscode';
import type { ServerLog } from '../core/ports.ts';
import type { ServerDefinition } from '../core/servers/definition.ts';
import { plainName } from './plainText.ts';
import { scopeLabel } from './scopes.ts';

/** One output channel a server, made when its first line is written or somebody wants to read it. */
export class ServerLogs implements vscode.Disposable {
  readonly #channels = new Map<string, vscode.LogOutputChannel>();

  /** The log of one server, for the core. Lines land in `MCP: <name>`. */
  logFor(definition: ServerDefinition): ServerLog {
    const channel = () => this.#channel(definition);
    return {
      trace: (line) => channel().trace(line),
      info: (line) => channel().info(line),
      warn: (line) => channel().warn(line),
      error: (line) => channel().error(line),
      get traceEnabled() {
        return channel().logLevel === vscode.LogLevel.Trace;
      },
    };
  }

  show(definition: ServerDefinition): void {
    this.#channel(definition).show();
  }

  dispose(): void {
    for (const channel of this.#channels.values()) {
      channel.dispose();
    }
    this.#channels.clear();
  }

  #channel(definition: ServerDefinition): vscode.LogOutputChannel {
    let channel = this.#channels.get(definition.id);
    if (!channel) {
      const scope = scopeLabel(definition.scope);
      const name = `MCP: ${plainName(definition.name)}${scope ? ` (${scope})` : ''}`;
      channel = vscode.window.createOutputChannel(name, { log: true });
      this.#channels.set(definition.id, channel);
    }
    return channel;
  }
}
