import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratedRecord } from './generateRecord.ts';

const newline = 0x0a;

/** Milliseconds to read, split, parse and hash every line of a record, and to compare what is said of the hashes. */
export function timeParseAndHash(made: GeneratedRecord): Promise<number> {
  return timed(made, followed);
}

/** The same where nothing is parsed and nothing compared. */
export function timeHash(made: GeneratedRecord): Promise<number> {
  return timed(made, async (path) => {
    for await (const lines of chunksOf(path)) lines.forEach(sealOf);
  });
}

async function timed({ folder, files }: GeneratedRecord, read: (path: string) => Promise<void>): Promise<number> {
  const begin = performance.now();
  for (const file of files) await read(join(folder, file));
  return performance.now() - begin;
}

async function followed(path: string): Promise<void> {
  let before: string | undefined;
  for await (const lines of chunksOf(path)) {
    for (const line of lines) {
      const entry = JSON.parse(line.toString()) as { readonly prev: string; readonly hash: string };
      if (entry.hash !== sealOf(line) || (before !== undefined && entry.prev !== before))
        throw new Error(`${path} is broken.`);
      before = entry.hash;
    }
  }
}

/** The lines of a file, as they come: those of one chunk at a time, since a turn for each line would make a slow floor. */
async function* chunksOf(path: string): AsyncGenerator<readonly Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const lines: Buffer[] = [];
    let begin = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, begin)) {
      lines.push(bytes.subarray(begin, end));
      begin = end + 1;
    }
    rest = bytes.subarray(begin);
    yield lines;
  }
}

function sealOf(line: Buffer): string {
  return hash('sha256', line.subarray(0, line.length - seal.length), 'hex');
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
