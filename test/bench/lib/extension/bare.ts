import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as vscode from 'vscode';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** The floor: a tree view with labels only, and the SDK's client. */
export class BareView implements vscode.TreeDataProvider<string> {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  #servers: string[] = [];
  #tools: string[] = [];
  #client: Client | undefined;

  show(): vscode.Disposable {
    return vscode.window.createTreeView('bare.servers', { treeDataProvider: this });
  }

  getTreeItem(name: string): vscode.TreeItem {
    return new vscode.TreeItem(name, name === 'Tools' ? Expanded : this.#tools.length > 0 ? None : Collapsed);
  }

  getChildren(name?: string): string[] {
    if (name === undefined) {
      return this.#tools.length > 0 ? ['Tools'] : this.#servers;
    }
    return name === 'Tools' ? this.#tools : [];
  }

  /** Shows `count` servers. */
  list(count: number): void {
    this.#servers = Array.from({ length: count }, (_, index) => `server ${index}`);
    this.#changed.fire(undefined);
  }

  /** Starts a server and shows its tools. @returns the time at which it began, in milliseconds since the epoch */
  async start(command: string, args: string[]): Promise<number> {
    const at = Date.now();
    this.#client = new Client({ name: 'bare', version: '1.0.0' });
    await this.#client.connect(new StdioClientTransport({ command, args }));
    const { tools } = await this.#client.listTools();
    this.#tools = tools.map(({ name }) => name);
    this.#changed.fire(undefined);
    return at;
  }

  async stop(): Promise<void> {
    this.#tools = [];
    this.#changed.fire(undefined);
    await this.#client?.close();
  }
}
