import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { type FoundTab, LeftoverTabs, type TabKind, tabKinds } from './leftoverTabs.ts';

/** The editor hands over a tab within a few ms of showing it. In milliseconds. */
const handOverTimeMs = 1000;

export const viewTypes: Readonly<Record<TabKind, string>> = {
  panel: 'mcpElicitation.panel',
  history: 'mcpElicitation.history',
};

/** Whoever shows something in a tab of a kind. */
export interface TabOwner {
  /** The editor has restored a tab. `state`: what its page kept, to be taken for hostile. */
  restore(panel: vscode.WebviewPanel, state: unknown): void | Promise<void>;
  /** Opens one in this group, in the place of one that is dead, without the keyboard. */
  replace(column: vscode.ViewColumn): void;
  /** The one that was waited for is gone. */
  gone(): void;
}

/** The tabs that this extension had opened before it was loaded anew: see `AwaitedTabs`. */
export class OwnTabs implements vscode.Disposable {
  readonly #holders = new Map<TabKind, TabOwner>();
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #awaited = new LeftoverTabs<vscode.Tab>({
    find: ownTabs,
    close: (tab) => vscode.window.tabGroups.close(tab, true),
    handedOver,
    replace: (kind, column) => this.#holders.get(kind)?.replace(column),
    gone: (kind) => this.#holders.get(kind)?.gone(),
    sayKilled: () =>
      plainWindow.showWarningMessage(
        vscode.l10n.t(
          'The extension host ended without warning, and with it the MCP servers and their questions. None of those was answered. Run the tool again to be asked again.',
        ),
      ),
  });

  /** Names who shows something in the tabs of this kind. */
  register(kind: TabKind, holder: TabOwner): void {
    this.#holders.set(kind, holder);
    // Never taken back: the editor keeps a tab for the next time only while somebody would restore it.
    vscode.window.registerWebviewPanelSerializer(viewTypes[kind], {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        this.#awaited.restored(kind);
        await holder.restore(panel, state);
      },
    });
  }

  /** Once every kind is held. `wasKilled`: see `AwaitedTabs.begin`. */
  begin(wasKilled: boolean): void {
    this.#subscriptions.push(
      vscode.window.tabGroups.onDidChangeTabs(() => this.#awaited.update()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#awaited.update()),
    );
    this.#awaited.begin(wasKilled);
  }

  /** A tab of this kind is to be opened: see `AwaitedTabs.claim`. */
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

/** The editor puts a word of its own before the view type. */
function kindOf({ input }: vscode.Tab): TabKind | undefined {
  return input instanceof vscode.TabInputWebview
    ? tabKinds.find((kind) => input.viewType.endsWith(viewTypes[kind]))
    : undefined;
}

/**
 * Messages between the editor and the extension host keep their order: what was in sight before is handed over before the
 * answer to this command, however busy the editor is.
 */
async function handedOver(): Promise<void> {
  await delay(handOverTimeMs);
  await vscode.commands.executeCommand('setContext', 'mcpElicitation.tabsHandedOver', true);
}
