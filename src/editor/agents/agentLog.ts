import * as vscode from 'vscode';

/** The log about agents and other programs that ask. Its channel is created for its first line. */
export class AgentLog implements vscode.Disposable {
  #channel: vscode.LogOutputChannel | undefined;
  #isDisposed = false;

  warn(line: string): void {
    if (!this.#isDisposed) {
      this.#channel ??= vscode.window.createOutputChannel('MCP: Agents', { log: true });
      this.#channel.warn(line);
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#channel?.dispose();
  }
}
