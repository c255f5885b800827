/** A pause that can be interrupted. Its timer does not keep the process alive. */
export class InterruptiblePause {
  #end: (() => void) | undefined;

  /** Resolves after `ms` milliseconds or when `interrupt` is called. The caller waits for one pause at a time. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends the current pause. Does not affect later ones. */
  interrupt(): void {
    this.#end?.();
  }
}
