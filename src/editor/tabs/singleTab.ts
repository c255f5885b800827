import type * as vscode from 'vscode';
import type { TabKind } from './leftoverTabs.ts';
import type { OwnTabs, TabOwner } from './ownTabs.ts';

interface SingleTabContext {
  /** True while a tab is open. */
  isOpen(): boolean;
  /** Opens a tab, in this group if it is given. */
  open(column: vscode.ViewColumn | undefined, mayTakeFocus: boolean): void;
  /** Loads the content of a restored tab before it is drawn. `state`: the state that its page stored; untrusted. */
  prepare?(state: unknown): Promise<void>;
  /** Fills a restored tab. */
  adopt(tab: vscode.WebviewPanel): void;
  /** Brings the open tab to the front. */
  reveal(): void;
  /** Called if the prepared content is not drawn because the tab was closed meanwhile. */
  onDropped?(): void;
}

/** The only tab of a kind, opened on demand or restored by the editor. */
export class SingleTab implements TabOwner, vscode.Disposable {
  readonly #tabs: OwnTabs;
  readonly #kind: TabKind;
  readonly #context: SingleTabContext;
  #isRestoring = false;
  /** True if `open` was called while the editor was about to restore or replace a tab. */
  #isOpenPending = false;
  #isOver = false;

  constructor(tabs: OwnTabs, kind: TabKind, context: SingleTabContext) {
    this.#tabs = tabs;
    this.#kind = kind;
    this.#context = context;
    tabs.register(kind, this);
  }

  /** Opens a tab. If one is about to be restored or replaced, that tab is used in place of a new one. */
  open(): void {
    const claim = this.#isRestoring ? 'comes' : this.#tabs.claim(this.#kind);
    this.#isOpenPending = claim === 'comes';
    if (claim !== 'comes') {
      this.#context.open(claim, true);
    }
  }

  async restore(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    if (this.#isOver || this.#isRestoring || this.#context.isOpen()) {
      tab.dispose();
      return;
    }
    this.#isRestoring = true;
    let isGone = false;
    const subscription = tab.onDidDispose(() => {
      isGone = true;
    });
    try {
      await this.#context.prepare?.(state);
    } finally {
      subscription.dispose();
      this.#isRestoring = false;
    }
    if (isGone) {
      this.#context.onDropped?.();
      this.onGone();
    } else if (!this.#isOver) {
      this.#context.adopt(tab);
      if (this.#takePendingOpen()) {
        this.#context.reveal();
      }
    }
  }

  replace(column: vscode.ViewColumn): void {
    this.#context.open(column, this.#takePendingOpen());
  }

  onGone(): void {
    if (this.#takePendingOpen()) {
      this.#context.open(undefined, true);
    }
  }

  /** Leaves the tab open, because a reloaded window restores it. */
  dispose(): void {
    this.#isOver = true;
  }

  #takePendingOpen(): boolean {
    const isPending = this.#isOpenPending && !this.#isOver;
    this.#isOpenPending = false;
    return isPending;
  }
}
