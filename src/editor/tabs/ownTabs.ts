import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { type FoundTab, LeftoverTabs, type TabKind, tabKinds } from './leftoverTabs.ts';

/** The time in which the editor restores a tab that it shows, in milliseconds. It usually takes a few. */
const handOverTimeMs = 1000;

export const viewTypes: Readonly<Record<TabKind, string>> = {
  panel: 'mcpElicitation.panel',
  history: 'mcpElicitation.history',
};

/** The object that fills the tabs of a kind. */
export interface TabOwner {
  /** Fills a tab that the editor has restored. `state`: the state that its page stored; untrusted. */
  restore(panel: vscode.WebviewPanel, state: unknown): void | Promise<void>;
  /** Opens a tab in this group in place of a dead one, without the keyboard focus. */
  replace(column: vscode.ViewColumn): void;
  /** Called when the awaited tab is gone. */
  onGone(): void;
}

/** Connects the tabs of the editor to `LeftoverTabs`, which decides about tabs from before this extension host. */
export class OwnTabs implements vscode.Disposable {
  readonly #owners = new Map<TabKind, TabOwner>();
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #leftoverTabs = new LeftoverTabs<vscode.Tab>({
    find: ownTabs,
    close: (tab) => vscode.window.tabGroups.close(tab, true),
    whenHandedOver,
    replace: (kind, column) => this.#owners.get(kind)?.replace(column),
    onGone: (kind) => this.#owners.get(kind)?.onGone(),
    notifyKilled: () =>
      plainWindow.showWarningMessage(
        vscode.l10n.t(
          'The extension host ended unexpectedly, with the MCP servers and their questions. None of the questions was answered. Run the tool again to be asked again.',
        ),
      ),
  });

  /** Registers the owner of the tabs of this kind. */
  register(kind: TabKind, owner: TabOwner): void {
    this.#owners.set(kind, owner);
    // The serializer is never unregistered: the editor keeps a tab for the next window only while one is registered.
    vscode.window.registerWebviewPanelSerializer(viewTypes[kind], {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        this.#leftoverTabs.restored(kind);
        await owner.restore(panel, state);
      },
    });
  }

  /** Begins to watch the tabs. Called after every kind was registered. `wasKilled`: see `LeftoverTabs.begin`. */
  begin(wasKilled: boolean): void {
    this.#subscriptions.push(
      vscode.window.tabGroups.onDidChangeTabs(() => this.#leftoverTabs.update()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#leftoverTabs.update()),
    );
    this.#leftoverTabs.begin(wasKilled);
  }

  /** Called before a tab of this kind is opened: see `LeftoverTabs.claim`. */
  claim(kind: TabKind): 'comes' | vscode.ViewColumn | undefined {
    return this.#leftoverTabs.claim(kind);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }
}

function ownTabs(): FoundTab<vscode.Tab>[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
    tabs.flatMap((tab) => {
      const kind = kindOf(tab);
      return kind ? [{ kind, tab, isInSight: tab.isActive, column: viewColumn }] : [];
    }),
  );
}

/** The kind of a tab. The editor adds a prefix to the view type. */
function kindOf({ input }: vscode.Tab): TabKind | undefined {
  return input instanceof vscode.TabInputWebview
    ? tabKinds.find((kind) => input.viewType.endsWith(viewTypes[kind]))
    : undefined;
}

/**
 * Resolves once the editor has restored the tabs that were in sight before. Messages between the editor and the extension host keep
 * their order, so the response to this command arrives after those about tabs, even if the editor is busy.
 */
async function whenHandedOver(): Promise<void> {
  await delay(handOverTimeMs);
  await vscode.commands.executeCommand('setContext', 'mcpElicitation.tabsHandedOver', true);
}
