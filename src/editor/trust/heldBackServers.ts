import * as vscode from 'vscode';
import type { Failure } from '#core/common/errors.ts';
import type { Disposable } from '#core/common/events.ts';
import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import { plainLines, plainName } from '#editor/common/plainText.ts';
import { showErrorMessage, showInformationMessage } from '#editor/window/plainWindow.ts';
import type { ServerStarter } from '#editor/window/serverStarter.ts';

/** The editor's command that opens the page for managing workspace trust. */
export const manageTrustCommand = 'workbench.trust.manage';
/** Servers that are held back within this time share one notification, because a new window may start many. In milliseconds. */
const groupingMs = 500;

/**
 * Notifies of servers that are held back because the workspace is not trusted, with a button that opens the trust page. Once
 * the workspace is trusted, offers to start all of them with one button.
 */
export class HeldBackServers implements vscode.Disposable {
  readonly #servers: Pick<Servers, 'all' | 'get' | 'onDidFail'>;
  readonly #serverStarter: Pick<ServerStarter, 'isStartRequested'>;
  readonly #unreported = new Map<string, string>();
  readonly #subscriptions: Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #isShown = false;

  constructor(
    servers: Pick<Servers, 'all' | 'get' | 'onDidFail'>,
    serverStarter: Pick<ServerStarter, 'isStartRequested'>,
  ) {
    this.#servers = servers;
    this.#serverStarter = serverStarter;
    this.#subscriptions = [
      servers.onDidFail(({ server, failure }) => this.#handleFailure(server, failure)),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#offer()),
    ];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  #handleFailure({ definition }: Server, { name, summary }: Failure): void {
    if (name !== 'WorkspaceNotTrusted') {
      return;
    }
    if (vscode.workspace.isTrusted) {
      // The start began before the workspace was trusted.
      void this.#offer();
    } else if (this.#serverStarter.isStartRequested(definition.id)) {
      void this.#notify(summary);
    } else {
      this.#unreported.set(definition.name, summary);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#notifyGroup(), groupingMs);
    }
  }

  async #notifyGroup(): Promise<void> {
    const heldBack = [...this.#unreported];
    this.#unreported.clear();
    const [first] = heldBack;
    if (!first || this.#isShown) {
      return;
    }
    this.#isShown = true;
    await this.#notify(
      heldBack.length === 1
        ? first[1]
        : vscode.l10n.t(
            'This workspace is not trusted, so these servers were not started: {0}.',
            heldBack.map(([name]) => plainName(name)).join(', '),
          ),
    );
    this.#isShown = false;
  }

  async #notify(text: string): Promise<void> {
    const manage = vscode.l10n.t('Manage Workspace Trust');
    if ((await showErrorMessage(plainLines(text), manage)) === manage) {
      await vscode.commands.executeCommand(manageTrustCommand);
    }
  }

  async #offer(): Promise<void> {
    this.#unreported.clear();
    const waiting = this.#servers.all.filter(waitsForTrust);
    if (waiting.length === 0) {
      return;
    }
    const start = waiting.length === 1 ? vscode.l10n.t('Start') : vscode.l10n.t('Start All');
    const names = waiting.map(({ definition }) => plainName(definition.name)).join(', ');
    const text = vscode.l10n.t('This workspace is trusted now. Servers that waited for it: {0}.', names);
    if ((await showInformationMessage(plainLines(text), start)) !== start) {
      return;
    }
    // The settings may have changed while the notification was open. `ServerNotifications` shows failures.
    const currentServers = waiting
      .map(({ definition }) => this.#servers.get(definition.id))
      .filter((server) => server !== undefined);
    await Promise.allSettled(currentServers.filter(waitsForTrust).map((server) => server.start('user')));
  }
}

/** True for a server that was held back, or that failed in the empty folder in which servers start in an untrusted workspace. */
function waitsForTrust({ state, definition }: Server): boolean {
  if (state.kind !== 'failed' || !definition.entry.enabled) {
    return false;
  }
  return state.failure.name === 'WorkspaceNotTrusted' || definition.entry.type === 'stdio';
}
