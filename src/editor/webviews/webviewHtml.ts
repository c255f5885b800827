import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { WebviewBundle } from './webviewBundles.ts';
import { webviewDocument } from './webviewDocument.ts';

/** Loads the files of a webview into one document: see `webviewDocument`. */
export function loadWebviewHtml(extensionUri: vscode.Uri, { script, styles, title, also }: WebviewBundle): string {
  const readText = (...path: string[]) => readFileSync(vscode.Uri.joinPath(extensionUri, ...path).fsPath, 'utf8');
  return webviewDocument({
    nonce: randomBytes(16).toString('base64'),
    script: readText('dist', `${script}.js`),
    style: styles.map((name) => readText('media', `${name}.css`)).join(''),
    title,
    language: vscode.env.language,
    ...(also && { also }),
    ...(vscode.l10n.bundle && { messages: vscode.l10n.bundle }),
  });
}
