import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '#scripts/lib/process.mjs';

const block = Buffer.alloc(4096);

/** A small file system in memory for a home directory, which can be filled. */
export class SmallDisk {
  readonly path: string;
  isFull = false;

  private constructor(path: string) {
    this.path = path;
  }

  /** Mounts it; `undefined` where this user may not. */
  static async mount(path: string): Promise<SmallDisk | undefined> {
    try {
      await runProgram('mount', ['-t', 'tmpfs', '-o', 'size=512k,mode=0700', 'tmpfs', path]);
      return new SmallDisk(path);
    } catch {
      return undefined;
    }
  }

  /** Leaves no room at all. */
  fill(): void {
    this.isFull = true;
    const file = openSync(this.#filler, 'w');
    try {
      for (;;) writeSync(file, block);
    } catch {
      // ENOSPC.
    } finally {
      closeSync(file);
    }
  }

  empty(): void {
    this.isFull = false;
    rmSync(this.#filler, { force: true });
  }

  async unmount(): Promise<void> {
    await runProgram('umount', [this.path]);
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }
}
