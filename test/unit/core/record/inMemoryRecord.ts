import type { Clock } from '#core/common/clock.ts';
import type { Heads, StoredHead } from '#core/record/store/heads.ts';
import { type RecordFile, type RecordFiles, WrongSize } from '#core/record/store/recordFiles.ts';

/** Record files in memory. A test can change their contents, as another process can change a disk. */
export class InMemoryRecordFiles implements RecordFiles {
  readonly contents = new Map<string, Buffer>();
  readonly #modified = new Map<string, number>();
  readonly #clock: Clock;
  /** The capacity in bytes. An append that exceeds it writes the part that fits and fails. */
  capacity = Number.POSITIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async list(): Promise<readonly RecordFile[]> {
    return [...this.contents].map(([name, { length }]) => ({
      name,
      bytes: length,
      modified: this.#modified.get(name) ?? 0,
    }));
  }

  async append(name: string, text: string, at: number): Promise<void> {
    const content = this.contents.get(name) ?? Buffer.alloc(0);
    if (content.length !== at) {
      throw new WrongSize(`${name} has ${content.length} bytes, not ${at}.`);
    }
    const used = [...this.contents.values()].reduce((sum, { length }) => sum + length, 0);
    const bytes = Buffer.from(text);
    const written = bytes.subarray(0, Math.max(0, this.capacity - used));
    this.contents.set(name, Buffer.concat([content, written]));
    this.#modified.set(name, this.#clock.now());
    if (written.length < bytes.length) {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    }
  }

  async read(name: string, from: number, to: number): Promise<Buffer | undefined> {
    return this.contents.get(name)?.subarray(from, to);
  }

  async truncate(name: string, bytes: number): Promise<void> {
    const content = this.contents.get(name) ?? Buffer.alloc(0);
    if (content.length < bytes) {
      throw new WrongSize(`${name} has ${content.length} bytes, fewer than ${bytes}.`);
    }
    if (this.contents.has(name)) {
      this.contents.set(name, content.subarray(0, bytes));
    }
  }

  async delete(name: string): Promise<void> {
    this.contents.delete(name);
    this.#modified.delete(name);
  }
}

/** Heads in memory. */
export class InMemoryHeads implements Heads {
  readonly stored = new Map<string, StoredHead>();

  async names(): Promise<readonly string[]> {
    return [...this.stored.keys()];
  }

  async get(file: string): Promise<StoredHead | undefined> {
    return this.stored.get(file);
  }

  async set(file: string, head: StoredHead): Promise<void> {
    this.stored.set(file, head);
  }

  async delete(file: string): Promise<void> {
    this.stored.delete(file);
  }
}
