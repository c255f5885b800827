/** The largest number of waiting entries. */
const maxWaiting = 5000;
/** The length of all waiting entries together, in UTF-16 code units. */
const maxWaitingLength = 8_000_000;
/** The length of the entries that are written together, in UTF-16 code units. A single entry may be longer. */
const maxWriteLength = 500_000;

/** The entries that wait to be written, as JSON. Bounded: further entries are discarded and counted. */
export class WriteQueue {
  #waiting: string[] = [];
  #length = 0;
  /** The number of discarded entries. */
  lost = 0;

  get length(): number {
    return this.#waiting.length;
  }

  add(content: string): void {
    if (this.#waiting.length >= maxWaiting || this.#length + content.length > maxWaitingLength) {
      this.lost += 1;
      return;
    }
    this.#waiting.push(content);
    this.#length += content.length;
  }

  /** Counts an entry that could not be created. */
  addLost(): void {
    this.lost += 1;
  }

  /** The oldest entries that are written together. They stay in the queue until `remove`. */
  nextEntries(): readonly string[] {
    let length = 0;
    const end = this.#waiting.findIndex((content, index) => {
      length += content.length;
      return index > 0 && length > maxWriteLength;
    });
    return end < 0 ? [...this.#waiting] : this.#waiting.slice(0, end);
  }

  /** Removes the oldest `count` entries, which have been written. */
  remove(count: number): void {
    for (const content of this.#waiting.splice(0, count)) {
      this.#length -= content.length;
    }
  }

  clear(): void {
    this.remove(this.#waiting.length);
  }
}
