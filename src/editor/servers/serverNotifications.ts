import * as vscode from 'vscode';
import { type Failure, type FailureName, failureOf } from '#core/common/errors.ts';
import type { Disposable } from '#core/common/events.ts';
import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import { plainLines, plainName } from '#editor/common/plainText.ts';
import { BackgroundMessages } from '#editor/window/backgroundMessages.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { ServerStarter } from '#editor/window/serverStarter.ts';
import { paragraph } from '#form/language.ts';
import { inOneLine } from '#form/text.ts';
import type { ServerLogs } from './serverLogs.ts';

/** Failures that are not shown, because the user has just caused them. */
const causedByUser: ReadonlySet<FailureName> = new Set([
  'ServerNotAllowed',
  'ServerStopped',
  'CallCancelled',
  'AuthorizationDeclined',
]);

/** Creates the background messages of this window. `isPanelInSight`: see `BackgroundMessages`. */
export function createBackgroundMessages(isPanelInSight: () => boolean): BackgroundMessages {
  return new BackgroundMessages({
    isPanelInSight,
    notify: ({ severity, text, buttons }) => plainWindow.showMessage(severity, text, buttons),
    showInStatusBar: (text, ended) => plainWindow.setStatusBarMessageUntil(inOneLine(text, 200), ended),
  });
}

/** Shows notifications about failed servers and changed entries. */
export class ServerNotifications implements vscode.Disposable {
  readonly #servers: Servers;
  readonly #logs: ServerLogs;
  readonly #serverStarter: ServerStarter;
  readonly #messages: BackgroundMessages;
  readonly #subscriptions: Disposable[];

  constructor(servers: Servers, logs: ServerLogs, serverStarter: ServerStarter, messages: BackgroundMessages) {
    this.#servers = servers;
    this.#logs = logs;
    this.#serverStarter = serverStarter;
    this.#messages = messages;
    this.#subscriptions = [
      servers.onDidFail(({ server, failure }) => void this.#show(failure, server)),
      servers.onDidWithholdRestart((server) => void this.#offerRestart(server)),
    ];
  }

  /** Shows the failure of an action of the user. The failure of a server is not shown again: it was shown when the server failed. */
  showFailure(error: unknown): void {
    const failure = failureOf(error);
    const isShown = this.#servers.all.some(
      ({ state }) =>
        state.kind === 'failed' && state.failure.name === failure.name && state.failure.summary === failure.summary,
    );
    if (!isShown) {
      void this.#show(failure);
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  async #show(failure: Failure, server?: Server): Promise<void> {
    // `HeldBackServers` shows one notification for all servers of an untrusted workspace.
    if (causedByUser.has(failure.name) || failure.name === 'WorkspaceNotTrusted') {
      return;
    }
    const failureText = paragraph([failure.summary, failure.remedy]);
    const isNamed = !server || failureText.includes(server.definition.name);
    const message = isNamed ? failureText : `${plainName(server.definition.name)}: ${failureText}`;
    const showLog = vscode.l10n.t('Show Log');
    const buttons = server ? [showLog] : [];
    // The response to an action of the user is a notification even while the panel is in sight.
    const isCausedByUser = !server || this.#serverStarter.isStartRequested(server.definition.id);
    const text = plainLines(message);
    const picked = isCausedByUser
      ? await plainWindow.showErrorMessage(text, ...buttons)
      : await this.#messages.show({ severity: 'error', text, buttons });
    if (server && picked === showLog) {
      this.#logs.show(server.definition);
    }
  }

  async #offerRestart(server: Server): Promise<void> {
    const restart = vscode.l10n.t('Restart Now');
    const message = vscode.l10n.t(
      'The entry of {0} changed while it is busy. The change takes effect when it is restarted.',
      plainName(server.definition.name),
    );
    const pressed = this.#messages.show({ severity: 'information', text: message, buttons: [restart] });
    if ((await pressed) !== restart) {
      return;
    }
    // While the notification was open, the server may have been restarted, or the change undone.
    if (server.hasPendingChange) {
      await this.#serverStarter.restart(server, 'user').catch((error: unknown) => this.showFailure(error));
    }
  }
}
