/** Reads a text from its start to its end, one part after the other. */
export class TextReader {
  readonly text: string;
  position: number;

  constructor(text: string, position = 0) {
    this.text = text;
    this.position = position;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.text.charAt(this.position);
  }

  /** Reads what a sticky pattern matches; `undefined` if it does not match here. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const matched = pattern.exec(this.text)?.[0];
    this.position += matched?.length ?? 0;
    return matched;
  }
}
