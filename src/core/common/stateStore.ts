/** A small store that outlives the window, for values that are not secret, such as the era of a server. */
export interface StateStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

/** A store that all windows share and change. */
export interface SharedStateStore extends StateStore {
  /** Replaces a value by the result of `change`, atomically among all windows. */
  update(key: string, change: (value: unknown) => unknown): void;
}
