import * as vscode from 'vscode';
import type { CallOrigin } from '#core/model/call.ts';
import type { Server } from '#core/servers/server.ts';
import { plainName } from '#editor/common/plainText.ts';
import * as plainWindow from './plainWindow.ts';

/** Starts servers for the user or a program, and shows the progress. */
export class ServerStarter {
  readonly #progressOfStarts = new Map<string, Set<StartProgress>>();
  readonly #isPanelInSight: () => boolean;

  /**
   * @param isPanelInSight True while the user can see the panel. The progress is in the status bar then, because a notification would
   * cover the panel's buttons.
   */
  constructor(isPanelInSight: () => boolean) {
    this.#isPanelInSight = isPanelInSight;
  }

  /** True while a server starts for the user or a program: a prompt of the start may take the keyboard focus. */
  isStartRequested(serverId: string): boolean {
    return this.#progressOfStarts.has(serverId);
  }

  /** Starts a server and shows the progress. Rejects as `Server.start` does. Stops the server if the user cancels. */
  async start(server: Server, origin: CallOrigin): Promise<void> {
    if (server.state.kind !== 'running') {
      await this.#run(server, () => server.start(origin));
    }
  }

  /** Restarts a server and shows the progress. Rejects as `Server.restart` does. */
  async restart(server: Server, origin: CallOrigin): Promise<void> {
    await this.#run(server, () => server.restart(origin));
  }

  /** Calls `ask`, which asks the user during a start. Hides the progress meanwhile, because it could cover the buttons. */
  async whileAsking<T>(serverId: string, ask: () => Promise<T>): Promise<T> {
    const shown = [...(this.#progressOfStarts.get(serverId) ?? [])];
    for (const progress of shown) {
      progress.hide();
    }
    try {
      return await ask();
    } finally {
      for (const progress of shown) {
        progress.show(this.#isPanelInSight());
      }
    }
  }

  async #run(server: Server, action: () => Promise<void>): Promise<void> {
    const { id, name } = server.definition;
    const progress = new StartProgress(name, () => void server.stop());
    const progressOfServer = this.#progressOfStarts.get(id) ?? new Set();
    this.#progressOfStarts.set(id, progressOfServer.add(progress));
    progress.show(this.#isPanelInSight());
    try {
      await action();
    } finally {
      progress.end();
      progressOfServer.delete(progress);
      if (progressOfServer.size === 0) {
        this.#progressOfStarts.delete(id);
      }
    }
  }
}

/** The progress of one start. In the status bar it has no Cancel button; the servers view has a Stop button. */
class StartProgress {
  readonly #name: string;
  readonly #cancel: () => void;
  #hide: (() => void) | undefined;
  #hasEnded = false;

  constructor(name: string, cancel: () => void) {
    this.#name = name;
    this.#cancel = cancel;
  }

  show(isPanelInSight: boolean): void {
    if (this.#hasEnded || this.#hide) {
      return;
    }
    const title = vscode.l10n.t('Starting {0}', plainName(this.#name));
    const hidden = new Promise<void>((resolve) => {
      this.#hide = resolve;
    });
    const location = isPanelInSight ? vscode.ProgressLocation.Window : vscode.ProgressLocation.Notification;
    void plainWindow.withProgress({ location, title, cancellable: true }, (_progress, token) => {
      token.onCancellationRequested(this.#cancel);
      return hidden;
    });
  }

  hide(): void {
    this.#hide?.();
    this.#hide = undefined;
  }

  end(): void {
    this.#hasEnded = true;
    this.hide();
  }
}
