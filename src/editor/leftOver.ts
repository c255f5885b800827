export interface LeftOverPorts<Tab> {
  /** Rejects where the tab is gone already. */
  readonly close: (tab: Tab) => PromiseLike<unknown>;
  /** True for a tab in which questions may have waited. */
  readonly asks: (tab: Tab) => boolean;
  /** Tells the person what became of them. */
  readonly say: () => PromiseLike<unknown>;
}

/** Closes tabs that nobody answers from any more, one by one, and says so where questions may have waited. Never rejects. */
export async function closeLeftOver<Tab>(
  left: readonly Tab[],
  { close, asks, say }: LeftOverPorts<Tab>,
): Promise<void> {
  await Promise.allSettled(left.map(close));
  if (left.some(asks)) {
    await Promise.allSettled([say()]);
  }
}
