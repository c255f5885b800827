import * as vscode from 'vscode';

/**
 * Opens exactly this web page in the person's browser: not one character of it is written differently. True once it is
 * open; false when the person said no in the editor's own dialog, when the editor could not, or when it is no web page.
 */
export async function openUrl(url: string): Promise<boolean> {
  if (!isWebPage(url)) {
    return false;
  }
  try {
    // A Uri is encoded anew when it is opened: `?a=b%2Bc&d=[1]` becomes another address, which nobody agreed to. The
    // editor takes texts as well, though its types do not say so, and hands them to the browser as they are.
    return await vscode.env.openExternal(url as unknown as vscode.Uri);
  } catch {
    // Not with a Uri instead, which might open another page than was shown: the person can still copy the address.
    return false;
  }
}

function isWebPage(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
