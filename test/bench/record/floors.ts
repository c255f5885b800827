import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Made } from './make.ts';

const newline = 0x0a;

/** Milliseconds to read, split, parse and hash every line of a record, and to compare what is said of the hashes. */
export async function parsedAndHashed({ folder, files }: Made): Promise<number> {
  const begin = performance.now();
  for (const file of files) await followed(join(folder, file));
  return performance.now() - begin;
}

async function followed(path: string): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  let before: string | undefined;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    let begin = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, begin)) {
      const line = bytes.subarray(begin, end);
      const entry = JSON.parse(line.toString()) as { readonly prev: string; readonly hash: string };
      const sealed = hash('sha256', line.subarray(0, line.length - seal.length), 'hex');
      if (entry.hash !== sealed || (before !== undefined && entry.prev !== before))
        throw new Error(`${path} is broken.`);
      before = entry.hash;
      begin = end + 1;
    }
    rest = bytes.subarray(begin);
  }
}

const seal = `,"hash":"${'0'.repeat(64)}"}`;

/** A file that is open, and lines that are hashed and brought to the disk. */
export class BareFile {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  static async at(path: string): Promise<BareFile> {
    return new BareFile(await open(path, 'a'));
  }

  /** Milliseconds until the line would survive a power failure. */
  async appended(line: string): Promise<number> {
    const begin = performance.now();
    hash('sha256', line, 'hex');
    await this.#file.appendFile(line);
    await this.#file.datasync();
    return performance.now() - begin;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
