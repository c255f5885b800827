/** A small store that outlives the window, for facts that are no secret (a server's protocol era). */
export interface StateStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

/** A memory that all windows share and change. */
export interface SharedStateStore extends StateStore {
  /** Puts something else in the place of what is there now, whatever other windows do meanwhile. */
  update(key: string, change: (value: unknown) => unknown): void;
}
