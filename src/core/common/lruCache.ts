/**
 * Deletes the oldest entry of a map or a set with more than `maxSize` entries: the one that was inserted first. Calls `onEvict` with its
 * key before.
 */
export function evictOldest<K>(
  entries: Map<K, unknown> | Set<K>,
  maxSize: number,
  onEvict?: (oldest: K) => void,
): void {
  for (const oldest of entries.keys()) {
    if (entries.size > maxSize) {
      onEvict?.(oldest);
      entries.delete(oldest);
    }
    return;
  }
}

/** Keeps the most recently used entries, at most `maxSize`. */
export class LruCache<V> {
  readonly #entries = new Map<string, V>();
  readonly #maxSize: number;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.set(key, value);
    }
    return value;
  }

  set(key: string, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    evictOldest(this.#entries, this.#maxSize);
  }
}
