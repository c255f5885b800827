import type { SharedStateStore } from '#core/common/stateStore.ts';

/** A state store in memory. */
export class InMemoryStateStore implements SharedStateStore {
  readonly #values = new Map<string, unknown>();
  get(key: string): unknown {
    return this.#values.get(key);
  }
  set(key: string, value: unknown): void {
    this.#values.set(key, value);
  }
  update(key: string, change: (value: unknown) => unknown): void {
    this.set(key, change(this.get(key)));
  }
  keys(): readonly string[] {
    return [...this.#values.keys()];
  }
}
