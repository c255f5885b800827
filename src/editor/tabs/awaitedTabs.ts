export type TabKind = 'panel' | 'history';

export interface FoundTab<Tab> {
  readonly kind: TabKind;
  readonly tab: Tab;
  /** It is the one that is shown of its group. */
  readonly inSight: boolean;
  /** The number of its group. */
  readonly column: number;
}

export interface AwaitedTabsPorts<Tab> {
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
 * The tabs of ours that are there before this extension host has opened any. Either the editor has restored them with the
 * window, and hands each over as soon as it is in sight; or their extension host is gone while the window stayed. The latter look alive, but nothing
 * that is pressed in them arrives, and the editor tells nobody which they are. So a tab that has been in sight for a while and was
 * not handed over is dead. It is replaced; after a host that was killed it is closed, whether in sight or not.
 */
export class AwaitedTabs<Tab> {
  readonly #ports: AwaitedTabsPorts<Tab>;
  readonly #awaited = new Set<TabKind>();
  /** The kinds of which a tab is no tab of an earlier time any more: one was opened, restored, or found dead. */
  readonly #settled = new Set<TabKind>();
  /** The kinds that are being judged, each with what tells this time from the next. */
  readonly #judging = new Map<TabKind, symbol>();
  /** Dead tabs that make room as soon as their successor is there. */
  readonly #replaced = new Map<TabKind, readonly Tab[]>();
  #wasKilled = false;

  constructor(ports: AwaitedTabsPorts<Tab>) {
    this.#ports = ports;
  }

  /**
   * `wasKilled`: the extension host before this one ended without warning. The editor may tell of its tabs only later, where
   * something activates the extension at once.
   */
  begin(wasKilled: boolean): void {
    this.#wasKilled = wasKilled;
    this.look();
  }

  /**
   * A tab of this kind is to be opened. `comes`: one is in sight, and is handed over or replaced in a moment. A number: the
   * group in which the one stood that was out of sight, and that is closed. Absent: there is none.
   */
  claim(kind: TabKind): 'comes' | number | undefined {
    const found = this.#awaited.has(kind) ? this.#of(kind) : [];
    if (found.some(({ inSight }) => inSight)) {
      return 'comes';
    }
    this.#settle(kind);
    void this.#close(found);
    return found[0]?.column;
  }

  /** The editor has handed a tab of this kind over: the whole window is a new one. */
  restored(kind: TabKind): void {
    this.#settle(kind);
    this.#wasKilled = false;
  }

  /** Tabs were opened, closed, moved, or came into sight. */
  look(): void {
    for (const [kind, dead] of this.#replaced) {
      this.#makeRoom(kind, dead);
    }
    for (const { kind } of this.#ports.find()) {
      if (!this.#settled.has(kind)) {
        this.#awaited.add(kind);
      }
    }
    for (const kind of this.#awaited) {
      const found = this.#of(kind);
      if (found.length === 0) {
        this.#settle(kind);
        this.#ports.gone(kind);
      } else if (!this.#isJudged(found)) {
        this.#judging.delete(kind);
      } else if (!this.#judging.has(kind)) {
        void this.#judge(kind);
      }
    }
  }

  async #judge(kind: TabKind): Promise<void> {
    const time = Symbol(kind);
    this.#judging.set(kind, time);
    await this.#ports.handedOver();
    const found = this.#of(kind);
    if (this.#judging.get(kind) !== time || !this.#awaited.has(kind) || !this.#isJudged(found)) {
      return;
    }
    this.#settle(kind);
    const shown = found.find(({ inSight }) => inSight);
    if (this.#wasKilled || !shown) {
      await this.#close(found);
      this.#ports.gone(kind);
      if (kind === 'panel') {
        await Promise.allSettled([this.#ports.sayKilled()]);
      }
      return;
    }
    // A group that is left by its last tab may go, and its number be another's: the successor comes first.
    this.#replaced.set(
      kind,
      found.map(({ tab }) => tab),
    );
    this.#ports.replace(kind, shown.column);
  }

  /** The successor is not in sight as soon as it is there. */
  #makeRoom(kind: TabKind, dead: readonly Tab[]): void {
    const found = this.#of(kind);
    if (found.some(({ tab }) => !dead.includes(tab))) {
      this.#replaced.delete(kind);
      void this.#close(found.filter(({ tab }) => dead.includes(tab)));
    }
  }

  #settle(kind: TabKind): void {
    this.#awaited.delete(kind);
    this.#settled.add(kind);
  }

  #isJudged(found: readonly FoundTab<Tab>[]): boolean {
    return this.#wasKilled || found.some(({ inSight }) => inSight);
  }

  #of(kind: TabKind): readonly FoundTab<Tab>[] {
    return this.#ports.find().filter((found) => found.kind === kind);
  }

  async #close(found: readonly FoundTab<Tab>[]): Promise<void> {
    await Promise.allSettled(found.map(async ({ tab }) => this.#ports.close(tab)));
  }
}
