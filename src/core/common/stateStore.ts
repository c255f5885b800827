/** A small store that outlives the window, for facts that are no secrets, such as the era of a server. */
export interface StateStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

/** A store that all windows share and change. */
export interface SharedStateStore extends StateStore {
  /** Replaces a value by one that depends on it, atomically among all windows. */
  update(key: string, change: (value: unknown) => unknown): void;
}
