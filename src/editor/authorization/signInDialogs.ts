import * as vscode from 'vscode';
import type { SignInPrompts, SignInRequest } from '#core/authorization/authorizationServices.ts';
import type { Disposable } from '#core/common/events.ts';
import { plainName } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { escapeInvisible, inOneLine } from '#form/text.ts';

/** Asks the user to confirm a sign-in, with the site that the browser would open, and shows that the host waits for it. */
export class SignInDialogs implements SignInPrompts {
  readonly #isAwaitedByUser: (serverId: string) => boolean;

  /** @param isAwaitedByUser True while the user waits for that server: the dialog may be modal then. */
  constructor(isAwaitedByUser: (serverId: string) => boolean) {
    this.#isAwaitedByUser = isAwaitedByUser;
  }

  async confirmSignIn({
    server,
    serverId,
    resource,
    host,
    recipients,
    issuer,
    scopes,
  }: SignInRequest): Promise<boolean> {
    const open = vscode.l10n.t('Open Browser');
    const page = escapeInvisible(host, 200);
    const others = recipients.map((other) => escapeInvisible(other, 200)).join(', ');
    const question =
      others === ''
        ? vscode.l10n.t('{0} asks you to sign in at {1}.', plainName(server), page)
        : vscode.l10n.t('{0} asks you to sign in at {1} for {2}.', plainName(server), page, others);
    if (others === '' && !this.#isAwaitedByUser(serverId)) {
      const picked = await plainWindow.showInformationMessage(question, open, notNow());
      return picked === open;
    }
    const lines = [
      others === ''
        ? ''
        : vscode.l10n.t(
            'The access that you give at {0} goes to {1}, which is another site. Continue only if you expect this.',
            page,
            others,
          ),
      vscode.l10n.t('Server: {0}', escapeInvisible(resource, 500)),
      vscode.l10n.t('Authorization server: {0}', escapeInvisible(issuer, 500)),
      scopes.length > 0 ? vscode.l10n.t('Permissions it asks for: {0}', scopeList(scopes)) : '',
    ];
    const detail = lines.filter((line) => line !== '').join('\n');
    const show = others === '' ? plainWindow.showInformationMessage : plainWindow.showWarningMessage;
    return (await show(question, { modal: true, detail }, open)) === open;
  }

  async confirmUnencrypted({
    server,
    serverId,
    resource,
  }: Pick<SignInRequest, 'server' | 'serverId' | 'resource'>): Promise<boolean> {
    const send = vscode.l10n.t('Send Unencrypted');
    const question = vscode.l10n.t(
      'The connection to {0} is not encrypted. Others can read your access token or password and use it.',
      plainName(server),
    );
    if (!this.#isAwaitedByUser(serverId)) {
      return (await plainWindow.showWarningMessage(question, send, notNow())) === send;
    }
    const detail = vscode.l10n.t('Server: {0}', escapeInvisible(resource, 500));
    return (await plainWindow.showWarningMessage(question, { modal: true, detail }, send)) === send;
  }

  showWaiting({ server }: SignInRequest, cancel: () => void): Disposable {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const title = vscode.l10n.t('Signing in to {0}. Continue in the browser.', plainName(server));
    const location = vscode.ProgressLocation.Notification;
    void plainWindow.withProgress({ location, title, cancellable: true }, (_progress, token) => {
      const cancelled = token.onCancellationRequested(cancel);
      return ended.finally(() => cancelled.dispose());
    });
    return { dispose: end };
  }
}

/** The first scopes that fit into a dialog, and the number of the others. */
function scopeList(scopes: readonly string[]): string {
  let length = 0;
  const shown = scopes.filter((scope) => {
    length += scope.length + 2;
    return length <= 1000;
  });
  const list = inOneLine(shown.join(', '), 1000);
  return shown.length === scopes.length
    ? list
    : vscode.l10n.t('{0} and {1} more', list, String(scopes.length - shown.length));
}

function notNow(): string {
  return vscode.l10n.t('Not Now');
}
