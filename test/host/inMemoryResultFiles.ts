import type { Clock } from '#core/common/clock.ts';
import type { ResultFile, ResultFiles } from '#core/results/resultStorage.ts';

/** A folder of results in memory. Tests may change the texts, as other programs may change files. */
export class InMemoryResultFiles implements ResultFiles {
  readonly texts = new Map<string, string>();
  readonly #modified = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async list(): Promise<readonly ResultFile[]> {
    return [...this.texts].map(([name, text]) => ({
      name,
      modified: this.#modified.get(name) ?? 0,
      size: Buffer.byteLength(text),
    }));
  }

  async readBeginning(name: string): Promise<string | undefined> {
    return this.texts.get(name)?.slice(0, 16_000);
  }

  async read(name: string): Promise<string | undefined> {
    return this.texts.get(name);
  }

  async write(name: string, text: string): Promise<void> {
    this.texts.set(name, text);
    this.#modified.set(name, this.#clock.now());
  }

  async delete(name: string): Promise<void> {
    this.texts.delete(name);
  }

  async sweep(): Promise<void> {}
}
