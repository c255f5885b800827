export const tabKinds = ['panel', 'history'] as const;

export type TabKind = (typeof tabKinds)[number];

export interface FoundTab<Tab> {
  readonly kind: TabKind;
  readonly tab: Tab;
  /** True if the tab is the active one of its group. */
  readonly isInSight: boolean;
  /** The number of the tab's group. */
  readonly column: number;
}

interface LeftoverTabsContext<Tab> {
  /** All open tabs of this extension. */
  find(): readonly FoundTab<Tab>[];
  /** Rejects if the tab is gone already. */
  close(tab: Tab): PromiseLike<unknown>;
  /** Resolves once the editor has handed over every restored tab that is in sight. */
  whenHandedOver(): Promise<unknown>;
  /** Opens a tab of this kind in a group in place of a dead one, without the keyboard focus. */
  replace(kind: TabKind, column: number): void;
  /** Called when an awaited tab of this kind is gone and is not replaced. */
  onGone(kind: TabKind): void;
  /** Notifies the user that an extension host ended without warning, with requests possibly pending in its panel. */
  notifyKilled(): PromiseLike<unknown>;
}

/**
 * The state of the tabs of a kind. Awaited: there are tabs, all out of sight. Checking: one came into sight, and the editor has some
 * time to hand it over. Replaced: dead tabs are closed as soon as their successor is open. Settled: a tab was opened, restored, or
 * found dead.
 */
type State<Tab> =
  | { readonly stage: 'awaited' | 'checking' | 'settled' }
  | { readonly stage: 'replaced'; readonly dead: readonly Tab[] };

/**
 * The tabs of this extension that are open before this extension host has opened any. Either the editor has restored them with the
 * window, and hands each over as soon as it is in sight; or their extension host ended while the window stayed open. The latter are
 * dead: they look normal, but no extension host receives their messages, and the editor does not report which tabs they are.
 * Therefore a tab that has been in sight for some time without being handed over is dead, and is replaced. If its extension host was
 * killed, all tabs of this extension are closed, in sight or not.
 */
export class LeftoverTabs<Tab> {
  readonly #context: LeftoverTabsContext<Tab>;
  /** The states by kind. A kind has no state until a tab is found. */
  readonly #states = new Map<TabKind, State<Tab>>();
  /** The kinds that were claimed while a tab of the kind was in sight. They are checked even if the user shows another tab. */
  readonly #claimed = new Set<TabKind>();
  #wasKilled = false;

  constructor(context: LeftoverTabsContext<Tab>) {
    this.#context = context;
  }

  /**
   * Begins to watch the tabs. `wasKilled`: an extension host ended without warning. It may have been the one of another window, so
   * this has no effect until a tab of this window is found dead. The editor may report its tabs only after this call.
   */
  begin(wasKilled: boolean): void {
    this.#wasKilled = wasKilled;
    this.update();
  }

  /**
   * Called before a tab of this kind is opened. Returns `comes` if one is in sight: that tab is soon handed over, replaced, or
   * reported as gone, even if the user shows another tab. If the only tabs are out of sight, closes them and returns the number of
   * the group of the first. Returns `undefined` if there is none.
   */
  claim(kind: TabKind): 'comes' | number | undefined {
    const found = this.#isOpen(kind) ? this.#tabsOf(kind) : [];
    if (found.some(({ isInSight }) => isInSight)) {
      this.#claimed.add(kind);
      this.#updateKind(kind);
      return 'comes';
    }
    if (this.#states.get(kind)?.stage !== 'replaced') {
      this.#settle(kind);
    }
    void this.#close(found);
    return found[0]?.column;
  }

  /** Called when the editor has handed over a tab of this kind: the whole window was restored. */
  restored(kind: TabKind): void {
    this.#settle(kind);
    this.#wasKilled = false;
  }

  /** Called when tabs were opened, closed, moved, or came into sight. */
  update(): void {
    for (const kind of tabKinds) {
      this.#updateKind(kind);
    }
  }

  #updateKind(kind: TabKind): void {
    const state = this.#states.get(kind);
    const found = this.#tabsOf(kind);
    if (state?.stage === 'replaced') {
      this.#closeReplaced(kind, state.dead, found);
    } else if (state?.stage === 'settled' || (!state && found.length === 0)) {
      return;
    } else if (found.length === 0) {
      this.#settle(kind);
      this.#context.onGone(kind);
    } else if (!this.#isChecked(kind, found)) {
      this.#states.set(kind, { stage: 'awaited' });
    } else if (state?.stage !== 'checking') {
      void this.#check(kind);
    }
  }

  async #check(kind: TabKind): Promise<void> {
    const checking: State<Tab> = { stage: 'checking' };
    this.#states.set(kind, checking);
    await this.#context.whenHandedOver();
    const found = this.#tabsOf(kind);
    const tabInSight = found.find(({ isInSight }) => isInSight) ?? found[0];
    // The next update handles a change that is not reported yet.
    if (this.#states.get(kind) !== checking || !tabInSight || !this.#isChecked(kind, found)) {
      return;
    }
    if (this.#wasKilled) {
      await this.#closeAll();
      return;
    }
    // The successor is opened first: a group without tabs may close, and another group may then get its number.
    this.#states.set(kind, { stage: 'replaced', dead: found.map(({ tab }) => tab) });
    this.#context.replace(kind, tabInSight.column);
  }

  /** Closes all tabs of this extension after the extension host of this window was killed. */
  async #closeAll(): Promise<void> {
    const kinds = tabKinds.filter((kind) => this.#isOpen(kind));
    for (const kind of kinds) {
      this.#settle(kind);
    }
    await this.#close(kinds.flatMap((kind) => this.#tabsOf(kind)));
    for (const kind of kinds) {
      this.#context.onGone(kind);
    }
    if (kinds.includes('panel')) {
      await Promise.allSettled([this.#context.notifyKilled()]);
    }
  }

  /** Closes the dead tabs once the editor reports their successor, some time after it was opened. */
  #closeReplaced(kind: TabKind, dead: readonly Tab[], found: readonly FoundTab<Tab>[]): void {
    if (found.some(({ tab }) => !dead.includes(tab))) {
      this.#settle(kind);
      void this.#close(found.filter(({ tab }) => dead.includes(tab)));
    }
  }

  #settle(kind: TabKind): void {
    this.#states.set(kind, { stage: 'settled' });
  }

  /** True if tabs of this kind were found that are not settled yet. */
  #isOpen(kind: TabKind): boolean {
    const stage = this.#states.get(kind)?.stage;
    return stage === 'awaited' || stage === 'checking';
  }

  #isChecked(kind: TabKind, found: readonly FoundTab<Tab>[]): boolean {
    return this.#claimed.has(kind) || found.some(({ isInSight }) => isInSight);
  }

  #tabsOf(kind: TabKind): readonly FoundTab<Tab>[] {
    return this.#context.find().filter((tab) => tab.kind === kind);
  }

  async #close(found: readonly FoundTab<Tab>[]): Promise<void> {
    await Promise.allSettled(found.map(async ({ tab }) => this.#context.close(tab)));
  }
}
