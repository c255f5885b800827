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
/** What is held back within this time is told in one message: a window that opens may start many servers. In milliseconds. */
const togetherMs = 500;

/**
 * Tells of servers that are held back because the workspace is not trusted, with the way to its trust, and once it is
 * trusted offers to start them, all with one button.
 */
export class HeldBackServers implements vscode.Disposable {
  readonly #servers: Pick<Servers, 'all' | 'get' | 'onDidFail'>;
  readonly #starts: Pick<ServerStarter, 'isStartedByUser'>;
  readonly #untold = new Map<string, string>();
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
      // It was decided before the trust came.
      void this.#offer();
    } else if (this.#starts.isStartedByUser(definition.id)) {
      void this.#tell(summary);
    } else {
      this.#untold.set(definition.name, summary);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#tellTogether(), togetherMs);
    }
  }

  async #tellTogether(): Promise<void> {
    const all = [...this.#untold];
    this.#untold.clear();
    const [first] = all;
    if (!first || this.#isShown) {
      return;
    }
    this.#isShown = true;
    await this.#tell(
      all.length === 1
        ? first[1]
        : vscode.l10n.t(
            'This workspace is not trusted, so these servers were not started: {0}.',
            all.map(([name]) => plainName(name)).join(', '),
          ),
    );
    this.#isShown = false;
  }

  async #tell(text: string): Promise<void> {
    const manage = vscode.l10n.t('Manage Workspace Trust');
    if ((await showErrorMessage(plainLines(text), manage)) === manage) {
      await vscode.commands.executeCommand(manageTrustCommand);
    }
  }

  async #offer(): Promise<void> {
    this.#untold.clear();
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
    // The settings may have changed while the message stood there. What fails is told by `Notices`.
    const still = waiting
      .map(({ definition }) => this.#servers.get(definition.id))
      .filter((server) => server !== undefined);
    await Promise.allSettled(still.filter(waitsForTrust).map((server) => server.start('person')));
  }
}

/** Held back, or failed in the empty folder in which programs start before there is trust. */
function waitsForTrust({ state, definition }: Server): boolean {
  if (state.kind !== 'failed' || !definition.entry.enabled) {
    return false;
  }
  return state.failure.name === 'WorkspaceNotTrusted' || definition.entry.type === 'stdio';
}
