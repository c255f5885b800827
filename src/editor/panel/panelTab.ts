import * as vscode from 'vscode';
import { viewTypes } from '#editor/tabs/ownTabs.ts';
import { panelBundle } from '#editor/webviews/webviewBundles.ts';
import { loadWebviewHtml } from '#editor/webviews/webviewHtml.ts';

const webviewOptions: vscode.WebviewOptions = {
  enableScripts: true,
  // The document contains its script and styles, and loads no files.
  localResourceRoots: [],
};

/** Opens a tab for the panel, in `column` if it is given. `fillPanel` sets its document. */
export function createPanelTab(takeFocus: boolean, column: vscode.ViewColumn | undefined): vscode.WebviewPanel {
  const viewColumn = column ?? (takeFocus ? vscode.ViewColumn.Active : columnBeside());
  return vscode.window.createWebviewPanel(
    viewTypes.panel,
    defaultTitle(),
    { viewColumn, preserveFocus: !takeFocus },
    {
      ...webviewOptions,
      // A half-typed answer, its cursor and an open list stay while another tab is shown.
      retainContextWhenHidden: true,
    },
  );
}

/** The panel's document. Throws if its files cannot be read. */
export function panelHtml(extensionUri: vscode.Uri): string {
  return loadWebviewHtml(extensionUri, panelBundle);
}

/** Puts the document into a tab. */
export function fillPanel(panel: vscode.WebviewPanel, extensionUri: vscode.Uri, html: string): void {
  panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.svg');
  panel.webview.options = webviewOptions;
  panel.webview.html = html;
}

export function defaultTitle(): string {
  return vscode.l10n.t('MCP Elicitation Host');
}

/** The column in which the panel does not cover the active text editor. */
export function columnBeside(): vscode.ViewColumn {
  return vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
}
