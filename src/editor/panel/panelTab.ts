import * as vscode from 'vscode';
import { viewTypes } from '#editor/tabs/ownTabs.ts';
import { panelBundle } from '#editor/webviews/webviewBundles.ts';
import { loadWebviewHtml } from '#editor/webviews/webviewHtml.ts';

const content: vscode.WebviewOptions = {
  enableScripts: true,
  // Its document holds all that it is made of.
  localResourceRoots: [],
};

/** A new tab for the panel, in `column` if it is given, without its document: see `fillPanel`. */
export function createPanelTab(takeFocus: boolean, column: vscode.ViewColumn | undefined): vscode.WebviewPanel {
  const viewColumn = column ?? (takeFocus ? vscode.ViewColumn.Active : placeBeside());
  return vscode.window.createWebviewPanel(
    viewTypes.panel,
    defaultTitle(),
    { viewColumn, preserveFocus: !takeFocus },
    {
      ...content,
      // A half-typed answer, its cursor and an open list must be as they were when the user comes back.
      retainContextWhenHidden: true,
    },
  );
}

/** The panel's document. Throws where its files cannot be read. */
export function panelHtml(extensionUri: vscode.Uri): string {
  return loadWebviewHtml(extensionUri, panelBundle);
}

/** Puts the document into a tab. */
export function fillPanel(panel: vscode.WebviewPanel, extensionUri: vscode.Uri, html: string): void {
  panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.svg');
  panel.webview.options = content;
  panel.webview.html = html;
}

export function defaultTitle(): string {
  return vscode.l10n.t('MCP Elicitation Host');
}

/** Where the panel may appear without covering what the user is working in. */
export function placeBeside(): vscode.ViewColumn {
  return vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
}
