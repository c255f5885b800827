import type * as vscode from 'vscode';
import type { TabKind } from './leftoverTabs.ts';
import type { OwnTabs, TabOwner } from './ownTabs.ts';

interface TabPlacePorts {
  /** True while there is a tab. */
  isOpen(): boolean;
  /** Opens a tab, in this group if there is one. `asked`: the user or a request wants it; else it must not take the keyboard. */
  open(column: vscode.ViewColumn | undefined, asked: boolean): void;
  /** Brings up what is to be shown in a restored tab, before it is drawn. `state`: what its page kept, hostile. */
  prepare?(state: unknown): Promise<void>;
  /** Fills a restored tab. */
  adopt(tab: vscode.WebviewPanel): void;
  /** Brings the tab that is there to the front, as it was wanted. */
  reveal(): void;
  /** What was prepared is not drawn: the tab was closed meanwhile. */
  dropped?(): void;
}

/** The one tab of a kind: opened when it is wanted, or restored by the editor. */
export class SingleTab implements TabOwner, vscode.Disposable {
  readonly #tabs: OwnTabs;
  readonly #kind: TabKind;
  readonly #ports: TabPlacePorts;
  #isRestoring = false;
  /** It was to be opened while one was about to come by itself. */
  #isWanted = false;
  #isOver = false;

  constructor(tabs: OwnTabs, kind: TabKind, ports: TabPlacePorts) {
    this.#tabs = tabs;
    this.#kind = kind;
    this.#ports = ports;
    tabs.register(kind, this);
  }

  /** Opens a tab. Where one comes by itself in a moment, that one is taken. */
  open(): void {
    const claimed = this.#isRestoring ? 'comes' : this.#tabs.claim(this.#kind);
    this.#isWanted = claimed === 'comes';
    if (claimed !== 'comes') {
      this.#ports.open(claimed, true);
    }
  }

  async restore(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    if (this.#isOver || this.#isRestoring || this.#ports.isOpen()) {
      tab.dispose();
      return;
    }
    this.#isRestoring = true;
    let isGone = false;
    const watching = tab.onDidDispose(() => {
      isGone = true;
    });
    try {
      await this.#ports.prepare?.(state);
    } finally {
      watching.dispose();
      this.#isRestoring = false;
    }
    if (isGone) {
      this.#ports.dropped?.();
      this.gone();
    } else if (!this.#isOver) {
      this.#ports.adopt(tab);
      if (this.#takeWanted()) {
        this.#ports.reveal();
      }
    }
  }

  replace(column: vscode.ViewColumn): void {
    this.#ports.open(column, this.#takeWanted());
  }

  gone(): void {
    if (this.#takeWanted()) {
      this.#ports.open(undefined, true);
    }
  }

  /** The tab stays: a window that is loaded anew restores it. */
  dispose(): void {
    this.#isOver = true;
  }

  #takeWanted(): boolean {
    const wanted = this.#isWanted && !this.#isOver;
    this.#isWanted = false;
    return wanted;
  }
}
