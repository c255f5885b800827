import * as vscode from 'vscode';

/** The floor of a form: a panel with one input only. */
export class ReferencePanel {
  #panel: vscode.WebviewPanel | undefined;

  /** Opens the panel with its input. @returns the time at which it began, in milliseconds since the epoch */
  open(): number {
    const at = Date.now();
    createPanel().webview.html = '<!DOCTYPE html><html><body><input></body></html>';
    return at;
  }

  /** Opens an empty panel; resolves when the panel is ready for `show`. */
  async openEmpty(): Promise<void> {
    const panel = createPanel();
    const ready = new Promise((resolve) => panel.webview.onDidReceiveMessage(resolve));
    panel.webview.html = `<!DOCTYPE html><html><body><script>
      addEventListener('message', () => document.body.append(document.createElement('input')), { once: true });
      acquireVsCodeApi().postMessage('ready');
    </script></body></html>`;
    await ready;
    this.#panel = panel;
  }

  /** Shows the input in the empty panel. @returns the time at which it began, in milliseconds since the epoch */
  show(): number {
    const at = Date.now();
    void this.#panel?.webview.postMessage('show');
    return at;
  }
}

function createPanel(): vscode.WebviewPanel {
  const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus: true };
  return vscode.window.createWebviewPanel('reference', 'Reference', column, { enableScripts: true });
}
