/** Something that can be let go of. The shape of `vscode.Disposable`, so editor code can hold both alike. */
export interface Disposable {
  dispose(): void;
}

/** Subscribes a listener until the returned object is disposed. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** A list of listeners. A listener that throws does not keep the others from hearing. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // Wrapped, so that the same function registered twice is two registrations.
    const entry = (value: T) => listener(value);
    this.#listeners.add(entry);
    return { dispose: () => this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    const failures: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) {
      // Surfaces in the process's own error log without unwinding whoever fired.
      queueMicrotask(() => {
        throw failures[0];
      });
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
