export const tabKinds = ['panel', 'history'] as const;

export type TabKind = (typeof tabKinds)[number];

export interface FoundTab<Tab> {
  readonly kind: TabKind;
  readonly tab: Tab;
  /** True if the tab is the active one of its group. */
  readonly inSight: boolean;
  /** The number of its group. */
  readonly column: number;
}

interface LeftoverTabsHost<Tab> {
  /** All open tabs of ours. */
  find(): readonly FoundTab<Tab>[];
  /** Rejects if the tab is gone already. */
  close(tab: Tab): PromiseLike<unknown>;
  /** Resolves once the editor has handed over every restored tab that is in sight. */
  handedOver(): Promise<unknown>;
  /** Opens a tab of this kind in a group in place of a dead one, without the keyboard focus. */
  replace(kind: TabKind, column: number): void;
  /** An awaited tab of this kind is gone, and none replaces it. */
  gone(kind: TabKind): void;
  /** Notifies the user that an extension host ended without warning, with requests possibly pending in its panel. */
  notifyKilled(): PromiseLike<unknown>;
}

/**
 * The state of the tabs of a kind. Awaited: there are some, out of sight. Judging: one came into sight and has some time to be
 * handed over. Replaced: dead ones are closed as soon as their successor is open. Settled: one was opened, restored, or
 * found dead.
 */
type State<Tab> =
  | { readonly stage: 'awaited' | 'judging' | 'settled' }
  | { readonly stage: 'replaced'; readonly dead: readonly Tab[] };

/**
 * Our tabs that are open before this extension host has opened any. Either the editor has restored them with the window, and
 * hands each over as soon as it is in sight; or their extension host ended while the window stayed open. The latter are dead:
 * they look normal, but their messages reach no host, and the editor does not report which tabs they are. A tab that has been
 * in sight for some time without being handed over is therefore dead. It is replaced. If its host was killed, all our tabs
 * are closed, in sight or not.
 */
export class LeftoverTabs<Tab> {
  readonly #context: LeftoverTabsHost<Tab>;
  /** Without a state: no tab of this kind was found yet. */
  readonly #states = new Map<TabKind, State<Tab>>();
  /** The kinds that were claimed while a tab of them was in sight: they are judged even if the user turns to another tab. */
  readonly #claimed = new Set<TabKind>();
  #wasKilled = false;

  constructor(context: LeftoverTabsHost<Tab>) {
    this.#context = context;
  }

  /**
   * `wasKilled`: an extension host ended without warning. It may have been the host of another window, so that it has no
   * effect until a tab of this window is found dead. If the extension is activated at once, the editor may report its tabs
   * only later.
   */
  begin(wasKilled: boolean): void {
    this.#wasKilled = wasKilled;
    this.update();
  }

  /**
   * A tab of this kind is about to be opened. `comes`: one is in sight, and in a moment it is handed over, replaced, or
   * reported as gone, even if the user turns to another tab. A number: one was out of sight and is closed; the number is its
   * group. `undefined`: there is none.
   */
  claim(kind: TabKind): 'comes' | number | undefined {
    const found = this.#isOpen(kind) ? this.#of(kind) : [];
    if (found.some(({ inSight }) => inSight)) {
      this.#claimed.add(kind);
      this.#lookAt(kind);
      return 'comes';
    }
    if (this.#states.get(kind)?.stage !== 'replaced') {
      this.#settle(kind);
    }
    void this.#close(found);
    return found[0]?.column;
  }

  /** The editor has handed over a tab of this kind: the whole window was restored. */
  restored(kind: TabKind): void {
    this.#settle(kind);
    this.#wasKilled = false;
  }

  /** Tabs were opened, closed, moved, or came into sight. */
  update(): void {
    for (const kind of tabKinds) {
      this.#lookAt(kind);
    }
  }

  #lookAt(kind: TabKind): void {
    const state = this.#states.get(kind);
    const found = this.#of(kind);
    if (state?.stage === 'replaced') {
      this.#makeRoom(kind, state.dead, found);
    } else if (state?.stage === 'settled' || (!state && found.length === 0)) {
      return;
    } else if (found.length === 0) {
      this.#settle(kind);
      this.#context.gone(kind);
    } else if (!this.#isJudged(kind, found)) {
      this.#states.set(kind, { stage: 'awaited' });
    } else if (state?.stage !== 'judging') {
      void this.#judge(kind);
    }
  }

  async #judge(kind: TabKind): Promise<void> {
    const judging: State<Tab> = { stage: 'judging' };
    this.#states.set(kind, judging);
    await this.#context.handedOver();
    const found = this.#of(kind);
    const shown = found.find(({ inSight }) => inSight) ?? found[0];
    // A change that is not reported yet is handled by the next update.
    if (this.#states.get(kind) !== judging || !shown || !this.#isJudged(kind, found)) {
      return;
    }
    if (this.#wasKilled) {
      await this.#closeAll();
      return;
    }
    // A group without tabs may close, and its number pass to another group: the successor is opened first.
    this.#states.set(kind, { stage: 'replaced', dead: found.map(({ tab }) => tab) });
    this.#context.replace(kind, shown.column);
  }

  /** The host of this window was killed: closes all tabs of ours. */
  async #closeAll(): Promise<void> {
    const kinds = tabKinds.filter((kind) => this.#isOpen(kind));
    for (const kind of kinds) {
      this.#settle(kind);
    }
    await this.#close(kinds.flatMap((kind) => this.#of(kind)));
    for (const kind of kinds) {
      this.#context.gone(kind);
    }
    if (kinds.includes('panel')) {
      await Promise.allSettled([this.#context.notifyKilled()]);
    }
  }

  /** Closes the dead tabs once their successor is in sight, which is some time after it was opened. */
  #makeRoom(kind: TabKind, dead: readonly Tab[], found: readonly FoundTab<Tab>[]): void {
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
    return stage === 'awaited' || stage === 'judging';
  }

  #isJudged(kind: TabKind, found: readonly FoundTab<Tab>[]): boolean {
    return this.#claimed.has(kind) || found.some(({ inSight }) => inSight);
  }

  #of(kind: TabKind): readonly FoundTab<Tab>[] {
    return this.#context.find().filter((found) => found.kind === kind);
  }

  async #close(found: readonly FoundTab<Tab>[]): Promise<void> {
    await Promise.allSettled(found.map(async ({ tab }) => this.#context.close(tab)));
  }
}
