import * as vscode from 'vscode';
import { forwardedOrigin, forwardedUrl } from './portForwarding.ts';

/**
 * Opens exactly this URL in the user's browser. No character of the URL changes, except for the host name and the port of a page that
 * the editor forwards. Resolves with true once the URL is open; with false if the user refused it in the editor's dialog, if the
 * editor failed, or if it is not the URL of a web page.
 */
export async function openUrl(url: string): Promise<boolean> {
  if (!isWebPage(url)) {
    return false;
  }
  try {
    const openableUrl = isRemote() ? await reachableUrl(url) : url;
    // The editor encodes a `Uri` again when it opens it: `?a=b%2Bc&d=[1]` would become another URL than the user agreed to. It also
    // accepts a string, although its types do not allow that, and passes a string to the browser unchanged.
    return openableUrl !== undefined && (await vscode.env.openExternal(openableUrl as unknown as vscode.Uri));
  } catch {
    // Makes no second attempt with a `Uri`: it might open another page than the shown one. The user can still copy the URL.
    return false;
  }
}

/** True if the browser may run on another computer than the servers. */
export function isRemote(): boolean {
  return vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
}

/**
 * The URL at which the browser reaches a page. The editor opens a string unchanged only if it does not forward the URL; it encodes a
 * forwarded URL again. Therefore this function composes the forwarded URL. `undefined` if the editor would change the URL.
 */
async function reachableUrl(url: string): Promise<string | undefined> {
  const origin = forwardedOrigin(url);
  if (origin === undefined) {
    return url;
  }
  const root = vscode.Uri.parse(`${origin}/`, true);
  const external = await vscode.env.asExternalUri(root).then(
    (uri) => uri.toString(),
    () => root.toString(),
  );
  if (external === root.toString()) {
    return url;
  }
  if (vscode.env.uiKind === vscode.UIKind.Web) {
    return forwardedUrl(url, origin, external);
  }
  // In a desktop editor, `external` has a port of the user's computer, and the editor would forward that port once more. Therefore the
  // original URL is opened, and the editor forwards it. Not if the editor's encoding would change the URL.
  const encodedUrl = encodeURI(vscode.Uri.parse(url, true).toString(true));
  return encodedUrl === url ? url : undefined;
}

function isWebPage(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
