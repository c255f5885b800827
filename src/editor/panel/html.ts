import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { webviewDocument } from '../webviewDocument.ts';

const STYLES = [
  'panel',
  'panel-fields',
  'panel-suggestions',
  'panel-cards',
  'panel-actions',
  'panel-contents',
  'panel-conditions',
];

/** The panel's document. Images and sounds that came with a result may be shown in it. */
export function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  return webviewHtml(webview, extensionUri, {
    script: 'webview',
    styles: STYLES,
    title: 'MCP Elicitation Host',
    also: ['img-src data:', 'media-src data:'],
  });
}

export interface WebviewDocument {
  /** The name of the bundle in `dist`. */
  readonly script: string;
  /** The names of style sheets in `media`, in their order. */
  readonly styles: readonly string[];
  readonly title: string;
  /** What the policy allows beside the script and the styles. */
  readonly also?: readonly string[];
}

/** The document of a webview of ours, with a policy of its own: see `webviewDocument`. */
export function webviewHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { script, styles, title, also }: WebviewDocument,
): string {
  const address = (...path: string[]) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  return webviewDocument({
    nonce: randomBytes(16).toString('base64'),
    source: webview.cspSource,
    script: address('dist', `${script}.js`),
    styles: styles.map((name) => address('media', `${name}.css`)),
    title,
    ...(also && { also }),
  });
}
