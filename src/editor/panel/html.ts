import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/**
 * The panel's document. Nothing in it comes from a server: everything shown arrives by message and is set as text.
 * The policy allows one script by nonce, the extension's own style sheet, and images and sounds that came with a result.
 */
export function panelHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const script = webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview.js'));
  const style = webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'media', 'panel.css'));
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // The nonce is for the one style element with which the toolkit asks the browser about :focus-visible.
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    'img-src data:',
    'media-src data:',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta property="csp-nonce" content="${nonce}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${style}">
  <title>MCP Elicitation Host</title>
</head>
<body>
  <div id="root"></div>
  <script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
