/** A signal that is made when it is first asked for. Most of them are never asked for, and to abort a signal takes time. */
export class LateSignal {
  readonly #reason: unknown;
  #controller: AbortController | undefined;
  #isAborted = false;

  /** `reason`: that of the signal when it is aborted. */
  constructor(reason: unknown) {
    this.#reason = reason;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#isAborted) {
        this.#controller.abort(this.#reason);
      }
    }
    return this.#controller.signal;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort(this.#reason);
  }
}
