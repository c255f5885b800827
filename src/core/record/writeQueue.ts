/** Entries that may wait in memory. */
const mostWaiting = 5000;
/** UTF-16 code units of them together. */
const mostText = 8_000_000;
/** UTF-16 code units that are written at once; a single entry may be longer. */
const batchText = 500_000;

/** Entries, as JSON, that wait to be written. Bounded: what there is no room for is counted. */
export class WriteQueue {
  #waiting: string[] = [];
  #text = 0;
  /** Entries that there was no room for. */
  lost = 0;

  get length(): number {
    return this.#waiting.length;
  }

  add(content: string): void {
    if (this.#waiting.length >= mostWaiting || this.#text + content.length > mostText) {
      this.lost += 1;
      return;
    }
    this.#waiting.push(content);
    this.#text += content.length;
  }

  /** One could not even be made. */
  lose(): void {
    this.lost += 1;
  }

  /** The oldest ones, as many as are written at once. They stay until they are removed. */
  first(): readonly string[] {
    let text = 0;
    const end = this.#waiting.findIndex((content, index) => {
      text += content.length;
      return index > 0 && text > batchText;
    });
    return end < 0 ? [...this.#waiting] : this.#waiting.slice(0, end);
  }

  /** The oldest `count` have been written. */
  remove(count: number): void {
    for (const content of this.#waiting.splice(0, count)) {
      this.#text -= content.length;
    }
  }

  clear(): void {
    this.remove(this.#waiting.length);
  }
}
