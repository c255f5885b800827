import type { Clock } from '#core/common/clock.ts';
import type { DraftFile, DraftFiles } from '#core/drafts/draftFiles.ts';
import { isDraftName } from '#core/drafts/draftKey.ts';
import { maxDraftBytes } from '#core/drafts/draftLimits.ts';

/** Drafts in memory. A test can change their texts, as another process can change a disk. */
export class InMemoryDraftFiles implements DraftFiles {
  readonly texts = new Map<string, string>();
  /** Every text that was ever written. */
  readonly writtenTexts: string[] = [];
  /** The error with which each write fails. `undefined`: writes succeed. */
  writeError: Error | undefined;
  /** The error with which each deletion fails. `undefined`: deletions succeed. */
  deletionError: Error | undefined;
  #cleared: number | undefined;
  readonly #modified = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  list(): readonly DraftFile[] {
    const names = [...this.texts.keys()].filter(isDraftName);
    return names.map((name) => ({ name, modified: this.#modified.get(name) ?? 0 }));
  }

  read(name: string): string | undefined {
    const text = this.texts.get(name);
    return text !== undefined && Buffer.byteLength(text) > maxDraftBytes ? '' : text;
  }

  async write(name: string, text: string): Promise<void> {
    if (this.writeError) {
      throw this.writeError;
    }
    this.texts.set(name, text);
    this.writtenTexts.push(text);
    this.#modified.set(name, this.#clock.now());
  }

  async delete(name: string): Promise<void> {
    if (this.deletionError) {
      throw this.deletionError;
    }
    this.texts.delete(name);
    this.#modified.delete(name);
  }

  async markCleared(at: number): Promise<void> {
    this.#cleared = at;
  }

  clearedAt(): number | undefined {
    return this.#cleared;
  }

  async sweep(): Promise<void> {}
}
