import * as vscode from 'vscode';
import type { RedirectReceiver, SharedSecretStore } from '#core/authorization/authorizationServices.ts';
import { CrossWindowRedirects } from '#core/authorization/crossWindowRedirects.ts';
import { loopbackRedirects } from '#core/authorization/loopbackRedirects.ts';
import { systemClock } from '#core/common/clock.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';

/**
 * Receives the redirect of the browser: on a port of this machine if the user's browser also runs on it, otherwise through a URI
 * handler of the editor, which a browser on any machine can reach. The URI handler is always registered, because the redirect
 * that another window waits for may arrive in this window.
 */
export class EditorRedirects implements vscode.Disposable {
  readonly receiver: RedirectReceiver;
  readonly #relay: CrossWindowRedirects;
  readonly #handler: vscode.Disposable;

  /** @param extensionId The id in the form `publisher.name`. */
  constructor(shared: SharedSecretStore, extensionId: string) {
    const handlerUri = vscode.Uri.from({ scheme: vscode.env.uriScheme, authority: extensionId, path: '/signed-in' });
    this.#relay = new CrossWindowRedirects({
      shared,
      redirectUri: async () => (await vscode.env.asExternalUri(handlerUri)).toString(true),
      clock: systemClock,
    });
    const isDesktop = vscode.env.uiKind === vscode.UIKind.Desktop;
    // If the editor runs in a browser, the query is still percent-encoded.
    const paramsOf = (query: string) => (isDesktop ? parseDecodedQuery(query) : new URLSearchParams(query));
    this.#handler = vscode.window.registerUriHandler({
      handleUri: async ({ path, query }) => {
        if (path === handlerUri.path && !(await this.#relay.receive(paramsOf(query)))) {
          void plainWindow.showWarningMessage(vscode.l10n.t('This sign-in has ended. Start it again.'));
        }
      },
    });
    const isLocal = vscode.env.remoteName === undefined && isDesktop;
    this.receiver = isLocal ? loopbackRedirects : this.#relay;
  }

  dispose(): void {
    this.#handler.dispose();
    this.#relay.dispose();
  }
}

/**
 * Parses the query of a redirect from a desktop editor. The editor has decoded the percent-encoding, so `+` is a plus sign.
 * A value that contains an ampersand cannot be distinguished from two parameters.
 */
export function parseDecodedQuery(query: string): URLSearchParams {
  return new URLSearchParams(
    query
      .split('&')
      .filter((part) => part !== '')
      .map((part): [string, string] => {
        const end = part.indexOf('=');
        return end === -1 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)];
      }),
  );
}
