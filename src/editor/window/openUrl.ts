import * as vscode from 'vscode';
import { forwardedAddress, forwardedOrigin } from './portForwarding.ts';

/**
 * Opens exactly this web page in the person's browser: not one character of it is written differently, but for the host and
 * the port of a page that the editor forwards. True once it is open; false when the person said no in the editor's own
 * dialog, when the editor could not, or when it is no web page.
 */
export async function openUrl(url: string): Promise<boolean> {
  if (!isWebPage(url)) {
    return false;
  }
  try {
    const address = isRemote() ? await reachable(url) : url;
    // A Uri is encoded anew when it is opened: `?a=b%2Bc&d=[1]` becomes another address, which nobody agreed to. The
    // editor takes texts as well, though its types do not say so, and hands them to the browser as they are.
    return address !== undefined && (await vscode.env.openExternal(address as unknown as vscode.Uri));
  } catch {
    // Not with a Uri instead, which might open another page than was shown: the person can still copy the address.
    return false;
  }
}

/** Whether the browser may run on another computer than the servers. */
export function isRemote(): boolean {
  return vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
}

/**
 * Where the browser reaches a page. The editor takes a text as it is only where it leads to the very address: one that it
 * forwards itself is encoded anew. So the forwarded address is put together here. `undefined` where that is not possible,
 * and the editor would write the address differently.
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
  // Another port of the person's own computer, which would be forwarded once more if it were opened by its address.
  const written = encodeURI(vscode.Uri.parse(url, true).toString(true));
  return written === url ? url : undefined;
}

function isWebPage(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
