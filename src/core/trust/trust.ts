import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { escapeInvisible, inOneLine } from '#form/text.ts';

/** The trust in the open folders, at the time of one start. */
export type Trust = { readonly trusted: true } | Untrusted;

/** An untrusted workspace: no file in it may run, be read, or be passed to a server. */
export interface Untrusted {
  readonly trusted: false;
  /** The working directory of servers: a folder of the extension that contains only an empty `package.json`. */
  readonly emptyFolder: string;
  /** The open folders. */
  readonly folders: UntrustedFolders;
}

/** The open folders, none of which is trusted. */
export interface UntrustedFolders {
  /** True if an absolute path, which need not exist, is in one of the folders after its links are resolved. */
  contains(path: string): Promise<boolean>;
  /**
   * The path of a folder that `text` contains literally. Finds only paths with characters such as spaces, which
   * `absolutePathsIn` cannot separate from the text around them.
   */
  mentionedIn(text: string): string | undefined;
}

/** Why a server does not start in an untrusted workspace. `key`: a path in the entry, such as `args[1]` or `env.PATH`. */
export type HeldBack =
  | { readonly kind: 'workspaceServer' }
  | { readonly kind: 'variable'; readonly key: string; readonly variable: string }
  | { readonly kind: 'relative'; readonly key: string; readonly text: string }
  | { readonly kind: 'inFolder'; readonly key: string; readonly text: string }
  | { readonly kind: 'tooMuch'; readonly key: string };

/** The error of a held back start, with one sentence for the user. */
export function heldBackError(server: string, reason: HeldBack): HostError {
  return new HostError({ name: 'WorkspaceNotTrusted', summary: heldBackSentence(inOneLine(server, 100), reason) });
}

function heldBackSentence(server: string, reason: HeldBack): string {
  if (reason.kind === 'workspaceServer') {
    return t('{0} was not started: it is defined by this workspace, which is not trusted.', server);
  }
  const key = escapeInvisible(reason.key, 100);
  switch (reason.kind) {
    case 'variable': {
      const variable = escapeInvisible(reason.variable, 100);
      return t('{0} was not started: {1} uses {2}, and this workspace is not trusted.', server, key, variable);
    }
    case 'tooMuch':
      return t(
        '{0} was not started: {1} names too many paths to check them all, and this workspace is not trusted.',
        server,
        key,
      );
    case 'relative':
    case 'inFolder': {
      const text = escapeInvisible(reason.text, 200);
      return reason.kind === 'relative'
        ? t(
            '{0} was not started: {1} has the relative path "{2}", and this workspace is not trusted.',
            server,
            key,
            text,
          )
        : t('{0} was not started: {1} leads into a folder that is not trusted ("{2}").', server, key, text);
    }
  }
}
