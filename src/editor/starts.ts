import * as vscode from 'vscode';
import type { CallOrigin } from '../core/servers/call.ts';
import type { Server } from '../core/servers/server.ts';
import { plainName, withoutIcons, withoutLinks } from './plainText.ts';

/** Starts servers on somebody's behalf, with progress, and knows which of these starts the person asked for. */
export class Starts {
  readonly #askedFor = new Map<string, number>();

  /** True while a server starts because the person asked for it: what it needs to know may take the keyboard. */
  isAskedFor(serverId: string): boolean {
    return this.#askedFor.has(serverId);
  }

  /** Starts a server and shows it. Rejects as `Server.start` does. The person may cancel, which stops the server. */
  async start(server: Server, origin: CallOrigin): Promise<void> {
    if (server.state.kind !== 'running') {
      await this.#run(server, () => server.start(origin));
    }
  }

  /** Restarts a server and shows it. Rejects as `Server.restart` does. */
  async restart(server: Server, origin: CallOrigin): Promise<void> {
    await this.#run(server, () => server.restart(origin));
  }

  async #run(server: Server, action: () => Promise<void>): Promise<void> {
    const { id, name } = server.definition;
    this.#askedFor.set(id, (this.#askedFor.get(id) ?? 0) + 1);
    try {
      await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: withoutLinks(withoutIcons(vscode.l10n.t('Starting {0}', plainName(name)))),
          cancellable: true,
        },
        (_progress, token) => {
          const cancelled = token.onCancellationRequested(() => void server.stop());
          return action().finally(() => cancelled.dispose());
        },
      );
    } finally {
      const left = (this.#askedFor.get(id) ?? 1) - 1;
      if (left > 0) {
        this.#askedFor.set(id, left);
      } else {
        this.#askedFor.delete(id);
      }
    }
  }
}
