import type * as vscode from 'vscode';
import type { TabKind } from './leftoverTabs.ts';
import type { OwnTabs, TabOwner } from './ownTabs.ts';

interface TabPlaceContext {
  /** True while a tab is open. */
  isOpen(): boolean;
  /** Opens a tab, in this group if it is given. `asked`: for the user or a request; otherwise it must not take the keyboard focus. */
  open(column: vscode.ViewColumn | undefined, asked: boolean): void;
  /** Loads the content of a restored tab before it is drawn. `state`: stored by its page; untrusted. */
  prepare?(state: unknown): Promise<void>;
  /** Fills a restored tab. */
  adopt(tab: vscode.WebviewPanel): void;
  /** Brings the open tab to the front. */
  reveal(): void;
  /** The prepared content is not drawn: the tab was closed meanwhile. */
  dropped?(): void;
}

/** The one tab of a kind: opened on demand, or restored by the editor. */
export class SingleTab implements TabOwner, vscode.Disposable {
  readonly #tabs: OwnTabs;
  readonly #kind: TabKind;
  readonly #context: TabPlaceContext;
  #isRestoring = false;
  /** The tab was requested while the editor was about to restore or replace one. */
  #isWanted = false;
  #isOver = false;

  constructor(tabs: OwnTabs, kind: TabKind, context: TabPlaceContext) {
    this.#tabs = tabs;
    this.#kind = kind;
    this.#context = context;
    tabs.register(kind, this);
  }

  /** Opens a tab. If one is about to be restored or replaced, uses that one. */
  open(): void {
    const claimed = this.#isRestoring ? 'comes' : this.#tabs.claim(this.#kind);
    this.#isWanted = claimed === 'comes';
    if (claimed !== 'comes') {
      this.#context.open(claimed, true);
    }
  }

  async restore(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    if (this.#isOver || this.#isRestoring || this.#context.isOpen()) {
      tab.dispose();
      return;
    }
    this.#isRestoring = true;
    let isGone = false;
    const watching = tab.onDidDispose(() => {
      isGone = true;
    });
    try {
      await this.#context.prepare?.(state);
    } finally {
      watching.dispose();
      this.#isRestoring = false;
    }
    if (isGone) {
      this.#context.dropped?.();
      this.gone();
    } else if (!this.#isOver) {
      this.#context.adopt(tab);
      if (this.#takeWanted()) {
        this.#context.reveal();
      }
    }
  }

  replace(column: vscode.ViewColumn): void {
    this.#context.open(column, this.#takeWanted());
  }

  gone(): void {
    if (this.#takeWanted()) {
      this.#context.open(undefined, true);
    }
  }

  /** The tab stays open: a reloaded window restores it. */
  dispose(): void {
    this.#isOver = true;
  }

  #takeWanted(): boolean {
    const wanted = this.#isWanted && !this.#isOver;
    this.#isWanted = false;
    return wanted;
  }
}
