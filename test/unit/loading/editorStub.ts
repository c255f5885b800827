// What the extension host gives as `vscode`, as far as our activation uses it: everything can be registered, nothing happens.
// The settings of the user come from STUB_SETTINGS, JSON by full name.

const settings: Readonly<Record<string, unknown>> = JSON.parse(process.env['STUB_SETTINGS'] ?? '{}');
/** What was registered as a command, by id. */
export const handlers = new Map<string, (...args: unknown[]) => unknown>();

export class Disposable {
  readonly #end: () => void;
  constructor(end: () => void) {
    this.#end = end;
  }
  static from(...all: { dispose(): void }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }
  dispose(): void {
    this.#end();
  }
}

const nothing = () => undefined;
const registered = () => new Disposable(nothing);

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class ThemeColor {}
export class ThemeIcon {}
export class TreeItem {}
export class TabInputText {}
export class TabInputWebview {}
export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const UIKind = { Desktop: 1, Web: 2 };
export const ViewColumn = { Active: -1, Beside: -2 };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };
export const ProgressLocation = { Window: 10, Notification: 15 };
export const LogLevel = { Trace: 1 };
export const QuickPickItemKind = { Separator: -1 };
export const QuickInputButtons = { Back: {} };

export const Uri = {
  from: (parts: object) => ({ ...parts, toString: () => JSON.stringify(parts) }),
  joinPath: (base: { fsPath: string }, ...more: string[]) => ({ ...base, fsPath: [base.fsPath, ...more].join('/') }),
};
export const l10n = { bundle: undefined, t: (message: string) => message };
export const env = { language: 'en', uiKind: UIKind.Desktop, uriScheme: 'vscode', remoteName: undefined };
export const commands = {
  executeCommand: async () => undefined,
  registerCommand: (id: string, handler: (...args: unknown[]) => unknown) => {
    handlers.set(id, handler);
    return registered();
  },
};
export const workspace = {
  isTrusted: true,
  workspaceFile: undefined,
  workspaceFolders: undefined,
  getConfiguration: (section?: string) => {
    const inspect = (key: string) => ({ globalValue: settings[section ? `${section}.${key}` : key] });
    return { inspect, get: (key: string) => inspect(key).globalValue };
  },
  onDidChangeConfiguration: registered,
  onDidChangeWorkspaceFolders: registered,
  onDidGrantWorkspaceTrust: registered,
  registerTextDocumentContentProvider: registered,
};
export const window = {
  state: { focused: true },
  tabGroups: { all: [], onDidChangeTabs: registered, onDidChangeTabGroups: registered },
  createStatusBarItem: () => ({ show: nothing, hide: nothing, dispose: nothing }),
  createTreeView: () => ({ onDidExpandElement: registered, dispose: nothing }),
  onDidChangeActiveNotebookEditor: registered,
  onDidChangeActiveTerminal: registered,
  onDidChangeActiveTextEditor: registered,
  onDidChangeTextEditorSelection: registered,
  onDidChangeWindowState: registered,
  registerUriHandler: registered,
  registerWebviewPanelSerializer: registered,
  showErrorMessage: async () => undefined,
  showInformationMessage: async () => undefined,
  showQuickPick: async () => undefined,
  showWarningMessage: async (message: string) => {
    throw new Error(message);
  },
};
