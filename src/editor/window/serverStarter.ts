import * as vscode from 'vscode';
import type { CallOrigin } from '#core/model/call.ts';
import type { Server } from '#core/servers/server.ts';
import { plainName } from '#editor/common/plainText.ts';
import * as plainWindow from './plainWindow.ts';

/** Starts servers for the user or a program, and shows the progress. */
export class ServerStarter {
  readonly #running = new Map<string, Set<StartProgress>>();
  readonly #isPanelInSight: () => boolean;

  /** @param isPanelInSight True while the user can see the panel: the progress is in the status bar, because a notification would cover the panel's buttons. */
  constructor(isPanelInSight: () => boolean) {
    this.#isPanelInSight = isPanelInSight;
  }

  /** True while a server starts because the user asked for it: a prompt of the start may take the keyboard focus. */
  isStartedByUser(serverId: string): boolean {
    return this.#running.has(serverId);
  }

  /** Starts a server and shows the progress. Rejects as `Server.start`. If the user cancels, the server is stopped. */
  async start(server: Server, origin: CallOrigin): Promise<void> {
    if (server.state.kind !== 'running') {
      await this.#run(server, () => server.start(origin));
    }
  }

  /** Restarts a server and shows the progress. Rejects as `Server.restart`. */
  async restart(server: Server, origin: CallOrigin): Promise<void> {
    await this.#run(server, () => server.restart(origin));
  }

  /** Asks the user something that a start waits for. Hides the progress meanwhile: it could cover the buttons. */
  async whileAsking<T>(serverId: string, ask: () => Promise<T>): Promise<T> {
    const all = [...(this.#running.get(serverId) ?? [])];
    for (const progress of all) {
      progress.hide();
    }
    try {
      return await ask();
    } finally {
      for (const progress of all) {
        progress.show(this.#isPanelInSight());
      }
    }
  }

  async #run(server: Server, action: () => Promise<void>): Promise<void> {
    const { id, name } = server.definition;
    const progress = new StartProgress(name, () => void server.stop());
    const running = this.#running.get(id) ?? new Set();
    this.#running.set(id, running.add(progress));
    progress.show(this.#isPanelInSight());
    try {
      await action();
    } finally {
      progress.end();
      running.delete(progress);
      if (running.size === 0) {
        this.#running.delete(id);
      }
    }
  }
}

/** What the editor shows of one start. In the status bar it cannot be cancelled; the view has Stop. */
class StartProgress {
  readonly #name: string;
  readonly #cancel: () => void;
  #hide: (() => void) | undefined;
  #ended = false;

  constructor(name: string, cancel: () => void) {
    this.#name = name;
    this.#cancel = cancel;
  }

  show(isPanelInSight: boolean): void {
    if (this.#ended || this.#hide) {
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
    this.#ended = true;
    this.hide();
  }
}
