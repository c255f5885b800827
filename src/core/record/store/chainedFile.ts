import { emptyHead, type Head, linkEntry } from './chain.ts';
import { type RecordFiles, WrongSize } from './recordFiles.ts';

/** The file that this window is writing. What it appends follows in the chain, or is not there. */
export class ChainedFile {
  readonly name: string;
  readonly #files: RecordFiles;
  #head: Head;
  /** An append failed, and may have left a part of its text behind. */
  #unsure = false;

  constructor(files: RecordFiles, name: string) {
    this.#files = files;
    this.name = name;
    this.#head = emptyHead(name);
  }

  get head(): Head {
    return this.#head;
  }

  /**
   * Adds entries, all or none; `contents` as `link` takes them. May be tried again after any failure but `WrongSize`:
   * that says that somebody else was at the file, which must then be left as it is.
   */
  async append(contents: readonly string[]): Promise<void> {
    if (this.#unsure) {
      await this.#files.truncate(this.name, this.#head.bytes);
      this.#unsure = false;
    }
    let head = this.#head;
    const lines = contents.map((content) => {
      const linked = linkEntry(head, content);
      head = linked.head;
      return linked.line;
    });
    try {
      await this.#files.append(this.name, lines.join(''), this.#head.bytes);
    } catch (error) {
      this.#unsure = !(error instanceof WrongSize);
      throw error;
    }
    this.#head = head;
  }
}
