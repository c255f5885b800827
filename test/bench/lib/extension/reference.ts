import * as vscode from 'vscode';

/** The floor of a form: a panel with one input, and nothing else. */
export class Reference {
  #panel: vscode.WebviewPanel | undefined;

  /** Opens the panel with its input. @returns when it began: milliseconds since the epoch */
  open(): number {
    const at = Date.now();
    created().webview.html = '<!DOCTYPE html><html><body><input></body></html>';
    return at;
  }

  /** Opens an empty panel; resolves once it waits for `show`. */
  async openEmpty(): Promise<void> {
    const panel = created();
    const ready = new Promise((resolve) => panel.webview.onDidReceiveMessage(resolve));
    panel.webview.html = `<!DOCTYPE html><html><body><script>
      addEventListener('message', () => document.body.append(document.createElement('input')), { once: true });
      acquireVsCodeApi().postMessage('ready');
    </script></body></html>`;
    await ready;
    this.#panel = panel;
  }

  /** Has the empty panel show its input. @returns when it began */
  show(): number {
    const at = Date.now();
    void this.#panel?.webview.postMessage('show');
    return at;
  }
}

function created(): vscode.WebviewPanel {
  const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus: true };
  return vscode.window.createWebviewPanel('reference', 'Reference', column, { enableScripts: true });
}
