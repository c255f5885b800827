/** A number of bytes that several owners share. */
export class ByteBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Takes bytes, and returns a function that gives them back, once. `undefined` if there are not enough. */
  take(bytes: number): (() => void) | undefined {
    if (bytes > this.#left) {
      return undefined;
    }
    this.#left -= bytes;
    let taken = bytes;
    return () => {
      this.#left += taken;
      taken = 0;
    };
  }
}
