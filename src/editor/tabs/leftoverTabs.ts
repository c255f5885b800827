export const tabKinds = ['panel', 'history'] as const;

export type TabKind = (typeof tabKinds)[number];

export interface FoundTab<Tab> {
  readonly kind: TabKind;
  readonly tab: Tab;
  /** It is the one that is shown of its group. */
  readonly inSight: boolean;
  /** The number of its group. */
  readonly column: number;
}

interface AwaitedTabsPorts<Tab> {
  /** All tabs of ours that are there. */
  find(): readonly FoundTab<Tab>[];
  /** Rejects where the tab is gone already. */
  close(tab: Tab): PromiseLike<unknown>;
  /** Resolves once the editor has handed over what it has restored and in sight. */
  handedOver(): Promise<unknown>;
  /** Opens a tab of this kind in a group, in the place of a dead one, without the keyboard. */
  replace(kind: TabKind, column: number): void;
  /** A tab of this kind that was waited for is gone, and none takes its place. */
  gone(kind: TabKind): void;
  /** The user is told that an extension host ended without warning while requests may have waited in its panel. */
  sayKilled(): PromiseLike<unknown>;
}

/**
 * What became of the tabs of a kind. Awaited: there are some, out of sight. Judging: one was in sight and has some time to be
 * handed over. Replaced: dead ones make room as soon as their successor is there. Settled: one was opened, restored, or found dead.
 */
type State<Tab> =
  | { readonly stage: 'awaited' | 'judging' | 'settled' }
  | { readonly stage: 'replaced'; readonly dead: readonly Tab[] };

/**
 * The tabs of ours that are there before this extension host has opened any. Either the editor has restored them with the
 * window, and hands each over as soon as it is in sight; or their extension host is gone while the window stayed. The latter look alive, but nothing
 * that is pressed in them arrives, and the editor tells nobody which they are. So a tab that has been in sight for a while and was
 * not handed over is dead. It is replaced; after a host that was killed all tabs of ours are closed, whether in sight or not.
 */
export class LeftoverTabs<Tab> {
  readonly #ports: AwaitedTabsPorts<Tab>;
  /** Absent: no tab of this kind was seen yet. */
  readonly #states = new Map<TabKind, State<Tab>>();
  /** The kinds of which a tab was wanted while one was in sight: they are judged even where the user turns to another tab. */
  readonly #wanted = new Set<TabKind>();
  #wasKilled = false;

  constructor(ports: AwaitedTabsPorts<Tab>) {
    this.#ports = ports;
  }

  /**
   * `wasKilled`: an extension host ended without warning. It may have been that of another window, so that nothing follows
   * from it until a tab of ours is found dead in this one. The editor may tell of its tabs only later, where something
   * activates the extension at once.
   */
  begin(wasKilled: boolean): void {
    this.#wasKilled = wasKilled;
    this.update();
  }

  /**
   * A tab of this kind is to be opened. `comes`: one is in sight, and is handed over, replaced, or closed and told to be gone
   * in a moment, whatever the user turns to. A number: the group in which the one stood that was out of sight, and that is
   * closed. Absent: there is none.
   */
  claim(kind: TabKind): 'comes' | number | undefined {
    const found = this.#isOpen(kind) ? this.#of(kind) : [];
    if (found.some(({ inSight }) => inSight)) {
      this.#wanted.add(kind);
      this.#lookAt(kind);
      return 'comes';
    }
    if (this.#states.get(kind)?.stage !== 'replaced') {
      this.#settle(kind);
    }
    void this.#close(found);
    return found[0]?.column;
  }

  /** The editor has handed a tab of this kind over: the whole window is a new one. */
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
      this.#ports.gone(kind);
    } else if (!this.#isJudged(kind, found)) {
      this.#states.set(kind, { stage: 'awaited' });
    } else if (state?.stage !== 'judging') {
      void this.#judge(kind);
    }
  }

  async #judge(kind: TabKind): Promise<void> {
    const judging: State<Tab> = { stage: 'judging' };
    this.#states.set(kind, judging);
    await this.#ports.handedOver();
    const found = this.#of(kind);
    const shown = found.find(({ inSight }) => inSight) ?? found[0];
    // Of a change that is not told yet the next look tells.
    if (this.#states.get(kind) !== judging || !shown || !this.#isJudged(kind, found)) {
      return;
    }
    if (this.#wasKilled) {
      await this.#closeAll();
      return;
    }
    // A group that is left by its last tab may go, and its number be another's: the successor comes first.
    this.#states.set(kind, { stage: 'replaced', dead: found.map(({ tab }) => tab) });
    this.#ports.replace(kind, shown.column);
  }

  /** The host of this window was killed. */
  async #closeAll(): Promise<void> {
    const kinds = tabKinds.filter((kind) => this.#isOpen(kind));
    for (const kind of kinds) {
      this.#settle(kind);
    }
    await this.#close(kinds.flatMap((kind) => this.#of(kind)));
    for (const kind of kinds) {
      this.#ports.gone(kind);
    }
    if (kinds.includes('panel')) {
      await Promise.allSettled([this.#ports.sayKilled()]);
    }
  }

  /** The successor is not in sight as soon as it is there. */
  #makeRoom(kind: TabKind, dead: readonly Tab[], found: readonly FoundTab<Tab>[]): void {
    if (found.some(({ tab }) => !dead.includes(tab))) {
      this.#settle(kind);
      void this.#close(found.filter(({ tab }) => dead.includes(tab)));
    }
  }

  #settle(kind: TabKind): void {
    this.#states.set(kind, { stage: 'settled' });
  }

  /** Tabs of this kind were seen, and what becomes of them is open. */
  #isOpen(kind: TabKind): boolean {
    const stage = this.#states.get(kind)?.stage;
    return stage === 'awaited' || stage === 'judging';
  }

  #isJudged(kind: TabKind, found: readonly FoundTab<Tab>[]): boolean {
    return this.#wanted.has(kind) || found.some(({ inSight }) => inSight);
  }

  #of(kind: TabKind): readonly FoundTab<Tab>[] {
    return this.#ports.find().filter((found) => found.kind === kind);
  }

  async #close(found: readonly FoundTab<Tab>[]): Promise<void> {
    await Promise.allSettled(found.map(async ({ tab }) => this.#ports.close(tab)));
  }
}
