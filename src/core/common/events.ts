/** Has the shape of `vscode.Disposable`, so that code for VS Code can use both alike. */
export interface Disposable {
  dispose(): void;
}

/** Subscribes a listener until the returned object is disposed. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/** A list of listeners. If a listener throws, the others are still called. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    // Wrapped, so that the same function registered twice is two registrations.
    const registration = (value: T) => listener(value);
    this.#listeners.add(registration);
    return { dispose: () => this.#listeners.delete(registration) };
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
      // Reported as an uncaught error, without unwinding the caller of `fire`.
      queueMicrotask(() => {
        throw failures[0];
      });
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
