import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { type FoundTab, LeftoverTabs, type TabKind, tabKinds } from './leftoverTabs.ts';

/** Within this time after it shows a tab, the editor has restored it: usually in a few ms. In milliseconds. */
const handOverTimeMs = 1000;

export const viewTypes: Readonly<Record<TabKind, string>> = {
  panel: 'mcpElicitation.panel',
  history: 'mcpElicitation.history',
};

/** The owner of the tabs of a kind. */
export interface TabOwner {
  /** The editor has restored a tab. `state`: stored by its page; untrusted. */
  restore(panel: vscode.WebviewPanel, state: unknown): void | Promise<void>;
  /** Opens a tab in this group in place of a dead one, without the keyboard focus. */
  replace(column: vscode.ViewColumn): void;
  /** The awaited tab is gone. */
  gone(): void;
}

/** Connects the tabs of the editor to `LeftoverTabs`, which decides about tabs from before this extension host. */
export class OwnTabs implements vscode.Disposable {
  readonly #holders = new Map<TabKind, TabOwner>();
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #awaited = new LeftoverTabs<vscode.Tab>({
    find: ownTabs,
    close: (tab) => vscode.window.tabGroups.close(tab, true),
    handedOver,
    replace: (kind, column) => this.#holders.get(kind)?.replace(column),
    gone: (kind) => this.#holders.get(kind)?.gone(),
    notifyKilled: () =>
      plainWindow.showWarningMessage(
        vscode.l10n.t(
          'The extension host ended without warning, and with it the MCP servers and their questions. None of those was answered. Run the tool again to be asked again.',
        ),
      ),
  });

  /** Registers the owner of the tabs of this kind. */
  register(kind: TabKind, holder: TabOwner): void {
    this.#holders.set(kind, holder);
    // Never unregistered: the editor keeps a tab for the next window only while a serializer is registered.
    vscode.window.registerWebviewPanelSerializer(viewTypes[kind], {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        this.#awaited.restored(kind);
        await holder.restore(panel, state);
      },
    });
  }

  /** To be called after every kind was registered. `wasKilled`: see `LeftoverTabs.begin`. */
  begin(wasKilled: boolean): void {
    this.#subscriptions.push(
      vscode.window.tabGroups.onDidChangeTabs(() => this.#awaited.update()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#awaited.update()),
    );
    this.#awaited.begin(wasKilled);
  }

  /** A tab of this kind is about to be opened: see `LeftoverTabs.claim`. */
  claim(kind: TabKind): 'comes' | vscode.ViewColumn | undefined {
    return this.#awaited.claim(kind);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }
}

function ownTabs(): FoundTab<vscode.Tab>[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
    tabs.flatMap((tab) => {
      const kind = kindOf(tab);
      return kind ? [{ kind, tab, inSight: tab.isActive, column: viewColumn }] : [];
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
 * Resolves once the editor has restored the tabs that were in sight before. Messages between the editor and the extension
 * host keep their order, so that the response to this command arrives after them, however busy the editor is.
 */
async function handedOver(): Promise<void> {
  await delay(handOverTimeMs);
  await vscode.commands.executeCommand('setContext', 'mcpElicitation.tabsHandedOver', true);
}
