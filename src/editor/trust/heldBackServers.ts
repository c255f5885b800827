import * as vscode from 'vscode';
import type { Failure } from '#core/common/errors.ts';
import type { Disposable } from '#core/common/events.ts';
import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import { plainLines, plainName } from '#editor/common/plainText.ts';
import { showErrorMessage, showInformationMessage } from '#editor/window/plainWindow.ts';
import type { ServerStarter } from '#editor/window/serverStarter.ts';

/** The editor's command that opens the page where a workspace is trusted. */
export const manageTrustCommand = 'workbench.trust.manage';
/** Servers that are held back within this time share one notification: a new window may start many. In milliseconds. */
const togetherMs = 500;

/**
 * Notifies of servers that are held back because the workspace is not trusted, with a button that opens the trust page. Once
 * the workspace is trusted, offers to start all of them with one button.
 */
export class HeldBackServers implements vscode.Disposable {
  readonly #servers: Pick<Servers, 'all' | 'get' | 'onDidFail'>;
  readonly #starts: Pick<ServerStarter, 'isStartedByUser'>;
  readonly #unreported = new Map<string, string>();
  readonly #subscriptions: Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #isShown = false;

  constructor(servers: Pick<Servers, 'all' | 'get' | 'onDidFail'>, starts: Pick<ServerStarter, 'isStartedByUser'>) {
    this.#servers = servers;
    this.#starts = starts;
    this.#subscriptions = [
      servers.onDidFail(({ server, failure }) => this.#hold(server, failure)),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#offer()),
    ];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  #hold({ definition }: Server, { name, summary }: Failure): void {
    if (name !== 'WorkspaceNotTrusted') {
      return;
    }
    if (vscode.workspace.isTrusted) {
      // The start was decided before the workspace was trusted.
      void this.#offer();
    } else if (this.#starts.isStartedByUser(definition.id)) {
      void this.#notify(summary);
    } else {
      this.#unreported.set(definition.name, summary);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#notifyTogether(), togetherMs);
    }
  }

  async #notifyTogether(): Promise<void> {
    const all = [...this.#unreported];
    this.#unreported.clear();
    const [first] = all;
    if (!first || this.#isShown) {
      return;
    }
    this.#isShown = true;
    await this.#notify(
      all.length === 1
        ? first[1]
        : vscode.l10n.t(
            'This workspace is not trusted, so these servers were not started: {0}.',
            all.map(([name]) => plainName(name)).join(', '),
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
    const still = waiting
      .map(({ definition }) => this.#servers.get(definition.id))
      .filter((server) => server !== undefined);
    await Promise.allSettled(still.filter(waitsForTrust).map((server) => server.start('person')));
  }
}

/** True for a server that was held back, or that failed in the empty folder where programs start while there is no trust. */
function waitsForTrust({ state, definition }: Server): boolean {
  if (state.kind !== 'failed' || !definition.entry.enabled) {
    return false;
  }
  return state.failure.name === 'WorkspaceNotTrusted' || definition.entry.type === 'stdio';
}
