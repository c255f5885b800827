import * as vscode from 'vscode';
import { forwardedAddress, forwardedOrigin } from './portForwarding.ts';

/**
 * Opens exactly this URL in the user's browser. No character of it changes, except for the host and the port of a page that
 * the editor forwards. Resolves with true once it is open; with false if the user refused in the editor's own dialog, if the
 * editor failed, or if it is not a web page.
 */
export async function openUrl(url: string): Promise<boolean> {
  if (!isWebPage(url)) {
    return false;
  }
  try {
    const address = isRemote() ? await reachable(url) : url;
    // The editor encodes a Uri again when it opens it: `?a=b%2Bc&d=[1]` becomes another URL, to which the user did not
    // agree. The editor also accepts a string, although its types do not allow it, and passes it to the browser unchanged.
    return address !== undefined && (await vscode.env.openExternal(address as unknown as vscode.Uri));
  } catch {
    // No second attempt with a Uri, which might open another page than was shown. The user can still copy the URL.
    return false;
  }
}

/** True if the browser may run on another computer than the servers. */
export function isRemote(): boolean {
  return vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
}

/**
 * The URL at which the browser reaches a page. The editor passes a string on unchanged only if it does not forward it; a
 * forwarded URL it encodes again. So the forwarded URL is composed here. `undefined` if that is not possible, and the editor
 * would change the URL.
 */
async function reachable(url: string): Promise<string | undefined> {
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
    return forwardedAddress(url, origin, external);
  }
  // A port of the user's own computer, which the editor would forward once more if the URL were opened as a string.
  const written = encodeURI(vscode.Uri.parse(url, true).toString(true));
  return written === url ? url : undefined;
}

function isWebPage(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
