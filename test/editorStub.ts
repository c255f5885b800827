/**
 * A stub of the module `vscode` for Node: the part that activation, settings, servers, logs and the servers' view use.
 * Registrations succeed, but no events occur. The user's settings are those of STUB_SETTINGS (JSON, by full name) and of
 * `writeServersSetting`.
 */
import { posix } from 'node:path';

const settings: Record<string, unknown> = JSON.parse(process.env['STUB_SETTINGS'] ?? '{}');
/** Event listeners and output channels that were not disposed. */
export const openResources = { listeners: 0, channels: 0 };
/** The handlers of registered commands, by id. */
export const handlers = new Map<string, (...args: unknown[]) => unknown>();

export class Disposable {
  readonly #onDispose: () => void;
  constructor(end: () => void) {
    this.#onDispose = end;
  }
  static from(...all: { dispose(): void }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }
  dispose(): void {
    this.#onDispose();
  }
}

const nothing = () => undefined;
const register = () => new Disposable(nothing);

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void): Disposable => {
    const entry = (value: T) => listener(value);
    this.#listeners.add(entry);
    openResources.listeners += 1;
    return new Disposable(() => {
      openResources.listeners -= this.#listeners.delete(entry) ? 1 : 0;
    });
  };
  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    openResources.listeners -= this.#listeners.size;
    this.#listeners.clear();
  }
}

export class CancellationTokenSource {
  readonly #cancelled = new EventEmitter<void>();
  readonly token = { onCancellationRequested: this.#cancelled.event };
  cancel(): void {
    this.#cancelled.fire();
  }
  dispose(): void {
    this.#cancelled.dispose();
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

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;
  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class Range {
  readonly start: unknown;
  readonly end: unknown;
  constructor(start: unknown, end: unknown) {
    this.start = start;
    this.end = end;
  }
}

export class CodeLens {
  readonly range: Range;
  readonly command: object;
  constructor(range: Range, command: object) {
    this.range = range;
    this.command = command;
  }
}

export class TabInputText {}
export class TabInputWebview {}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const UIKind = { Desktop: 1, Web: 2 };
export const ViewColumn = { Active: -1, Beside: -2 };
export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };
export const ProgressLocation = { Window: 10, Notification: 15 };
export const LogLevel = { Off: 0, Trace: 1, Debug: 2, Info: 3 };
export const QuickPickItemKind = { Separator: -1 };
export const QuickInputButtons = { Back: {} };

export const Uri = {
  from: (parts: object) => ({ ...parts, toString: () => JSON.stringify(parts) }),
  joinPath: ({ scheme, fsPath }: { scheme?: string; fsPath: string }, ...more: string[]) =>
    uriOf(scheme, posix.join(fsPath, ...more)),
  file: (path: string) => uriOf('file', path),
};
function uriOf(scheme: string | undefined, fsPath: string) {
  return { scheme, fsPath, path: fsPath, toString: () => `${scheme}://${fsPath}` };
}
export const l10n = { bundle: undefined, t: (message: string) => message };
export const env = {
  appName: 'Visual Studio Code',
  language: 'en',
  uiKind: UIKind.Desktop,
  uriScheme: 'vscode',
  remoteName: undefined,
};
export const commands = {
  executeCommand: async () => undefined,
  registerCommand: (id: string, handler: (...args: unknown[]) => unknown) => {
    handlers.set(id, handler);
    return register();
  },
};
/** Empty: an editor without language models. */
export const lm: { registerMcpServerDefinitionProvider?: (id: string, provider: unknown) => Disposable } = {};
/** What Cursor adds to the module; `mcp` is absent in other editors. */
export const cursor: { mcp?: object } = {};

export class McpStdioServerDefinition {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: object;
  readonly version: string | undefined;
  constructor(label: string, command: string, args: readonly string[], environment: object, version?: string) {
    this.label = label;
    this.command = command;
    this.args = args;
    this.env = environment;
    this.version = version;
  }
}

export const languages = { registerCodeLensProvider: register };
const configurationChanged = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();

/** Writes the user's setting `mcpElicitation.servers`, and fires `onDidChangeConfiguration`. */
export function writeServersSetting(value: unknown): void {
  settings['mcpElicitation.servers'] = value;
  configurationChanged.fire({ affectsConfiguration: (section) => 'mcpElicitation.servers'.startsWith(section) });
}

export const workspace = {
  isTrusted: true,
  workspaceFile: undefined,
  workspaceFolders: undefined,
  getConfiguration: (section?: string) => {
    const inspect = (key: string) => ({ globalValue: settings[section ? `${section}.${key}` : key] });
    return { inspect, get: (key: string) => inspect(key).globalValue };
  },
  onDidChangeConfiguration: configurationChanged.event,
  onDidChangeWorkspaceFolders: register,
  onDidGrantWorkspaceTrust: register,
  registerTextDocumentContentProvider: register,
};
export const window = {
  state: { focused: true },
  tabGroups: { all: [], onDidChangeTabs: register, onDidChangeTabGroups: register },
  createStatusBarItem: () => ({ show: nothing, hide: nothing, dispose: nothing }),
  createTreeView: () => ({ onDidExpandElement: register, onDidChangeVisibility: register, dispose: nothing }),
  onDidChangeActiveNotebookEditor: register,
  onDidChangeActiveTerminal: register,
  onDidChangeActiveTextEditor: register,
  onDidChangeTextEditorSelection: register,
  onDidChangeWindowState: register,
  registerUriHandler: register,
  registerWebviewPanelSerializer: register,
  showErrorMessage: async () => undefined,
  showInformationMessage: async () => undefined,
  showQuickPick: async () => undefined,
  showWarningMessage: async (message: string) => {
    throw new Error(message);
  },
};

/** Discards every line. */
class OutputChannel {
  readonly logLevel = LogLevel.Info;
  constructor() {
    openResources.channels += 1;
  }
  trace(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
  dispose(): void {
    openResources.channels -= 1;
  }
}

interface TreeData {
  onDidChangeTreeData(listener: () => void): { dispose(): void };
  getTreeItem(node: unknown): unknown;
  getChildren(node?: unknown): readonly unknown[];
}

/** Adds output channels, and tree views that read all their items at every change, like a view in which all items are expanded. */
export function enableOutputAndTrees(): void {
  Object.assign(window, {
    createOutputChannel: () => new OutputChannel(),
    createTreeView: (_id: string, { treeDataProvider }: { treeDataProvider: TreeData }) => {
      const draw = (node?: unknown) => {
        for (const child of treeDataProvider.getChildren(node)) {
          treeDataProvider.getTreeItem(child);
          draw(child);
        }
      };
      const subscription = treeDataProvider.onDidChangeTreeData(() => draw());
      return {
        onDidExpandElement: register,
        onDidChangeVisibility: register,
        dispose: () => subscription.dispose(),
      };
    },
  });
}
