/** The largest number of waiting entries. */
const maxWaiting = 5000;
/** UTF-16 code units of all waiting entries together. */
const maxText = 8_000_000;
/** UTF-16 code units that are written together; a single entry may be longer. */
const batchText = 500_000;

/** Entries, as JSON, that wait to be written. Bounded: further entries are discarded and counted. */
export class WriteQueue {
  #waiting: string[] = [];
  #text = 0;
  /** The number of discarded entries. */
  lost = 0;

  get length(): number {
    return this.#waiting.length;
  }

  add(content: string): void {
    if (this.#waiting.length >= maxWaiting || this.#text + content.length > maxText) {
      this.lost += 1;
      return;
    }
    this.#waiting.push(content);
    this.#text += content.length;
  }

  /** Counts an entry that could not be created. */
  lose(): void {
    this.lost += 1;
  }

  /** The oldest entries, as many as are written together. They stay until `remove`. */
  first(): readonly string[] {
    let text = 0;
    const end = this.#waiting.findIndex((content, index) => {
      text += content.length;
      return index > 0 && text > batchText;
    });
    return end < 0 ? [...this.#waiting] : this.#waiting.slice(0, end);
  }

  /** Removes the oldest `count` entries, which have been written. */
  remove(count: number): void {
    for (const content of this.#waiting.splice(0, count)) {
      this.#text -= content.length;
    }
  }

  clear(): void {
    this.remove(this.#waiting.length);
  }
}
