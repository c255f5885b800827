import * as vscode from 'vscode';
import type { AuthorizationServices } from '#core/authorization/authorizationServices.ts';
import { folderTurns } from '#core/authorization/folderTurns.ts';
import { HostError } from '#core/common/errors.ts';
import { openUrl } from '#editor/window/openUrl.ts';
import { EditorRedirects } from './editorRedirects.ts';
import { EditorSecretStore } from './secretStore.ts';
import { SignInDialogs } from './signInDialogs.ts';

/** The services of the editor that a sign-in needs. `isAwaitedByUser`: see `SignInDialogs`. */
export function signInServices(
  { extension, secrets: storage, globalStorageUri, subscriptions }: vscode.ExtensionContext,
  isAwaitedByUser: (serverId: string) => boolean,
): AuthorizationServices {
  const secrets = new EditorSecretStore(storage);
  const redirects = new EditorRedirects(secrets, extension.id);
  subscriptions.push(redirects);
  return {
    secrets,
    redirects: redirects.receiver,
    prompts: new SignInDialogs(isAwaitedByUser),
    // The profiles of one machine share the secrets, and this folder.
    turns: folderTurns(vscode.Uri.joinPath(globalStorageUri, 'refreshing').fsPath),
    browser: {
      open: async (url) => {
        if (!(await openUrl(url.href))) {
          throw new HostError({
            name: 'AuthorizationFailed',
            summary: vscode.l10n.t('The page for signing in at {0} was not opened.', url.host),
            remedy: vscode.l10n.t('Try again, and let the editor open it.'),
          });
        }
      },
    },
  };
}
