/**
 * As much of `vscode` as settings, servers, logs and the servers' view need, in plain Node: what they say is kept in memory
 * and what they hold is counted. `settings.ts` puts it in the place of the module.
 */

/** Listeners and output channels that were not disposed. */
export const held = { listeners: 0, channels: 0 };

type Listener<T> = (value: T) => void;

export class EventEmitter<T> {
  readonly #listeners = new Set<Listener<T>>();

  readonly event = (listener: Listener<T>) => {
    const entry = (value: T) => listener(value);
    this.#listeners.add(entry);
    held.listeners += 1;
    return {
      dispose: () => {
        held.listeners -= this.#listeners.delete(entry) ? 1 : 0;
      },
    };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      listener(value);
    }
  }

  dispose(): void {
    held.listeners -= this.#listeners.size;
    this.#listeners.clear();
  }
}

const none = new EventEmitter<never>();
const configurationChanged = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();
let servers: unknown;

/** Writes the user's setting `mcpElicitation.servers`. */
export function write(value: unknown): void {
  servers = value;
  configurationChanged.fire({ affectsConfiguration: (section) => 'mcpElicitation.servers'.startsWith(section) });
}

export const workspace = {
  isTrusted: true,
  workspaceFolders: undefined,
  workspaceFile: undefined,
  onDidChangeConfiguration: configurationChanged.event,
  onDidGrantWorkspaceTrust: none.event,
  onDidChangeWorkspaceFolders: none.event,
  getConfiguration: () => ({ inspect: (key: string) => (key === 'servers' ? { globalValue: servers } : undefined) }),
};

export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3 };

/** Takes every line and keeps none. */
class Channel {
  readonly logLevel = LogLevel.Info;
  constructor() {
    held.channels += 1;
  }
  trace(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
  dispose(): void {
    held.channels -= 1;
  }
}

interface TreeData {
  onDidChangeTreeData(listener: () => void): { dispose(): void };
  getTreeItem(node: unknown): unknown;
  getChildren(node?: unknown): readonly unknown[];
}

export const window = {
  createOutputChannel: () => new Channel(),
  showErrorMessage: async () => undefined,
  /** Asks for everything whenever something has changed, as a view in which all is open. */
  createTreeView: (_id: string, { treeDataProvider }: { treeDataProvider: TreeData }) => {
    const draw = (node?: unknown) => {
      for (const child of treeDataProvider.getChildren(node)) {
        treeDataProvider.getTreeItem(child);
        draw(child);
      }
    };
    const subscription = treeDataProvider.onDidChangeTreeData(() => draw());
    return { onDidExpandElement: () => ({ dispose: () => undefined }), dispose: () => subscription.dispose() };
  },
};

export const commands = { executeCommand: async () => undefined };
export const l10n = { t: (text: string) => text };
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  readonly id: string;
  readonly color: ThemeColor | undefined;
  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}
