import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratedRecord } from './generateRecord.ts';

const newline = 0x0a;

/** The milliseconds to read, split, parse and hash every line of a record, and to compare the hashes. */
export function timeParseAndHash(record: GeneratedRecord): Promise<number> {
  return timeReading(record, checkChain);
}

/** The milliseconds to read, split and hash every line of a record. */
export function timeHash(record: GeneratedRecord): Promise<number> {
  return timeReading(record, async (path) => {
    for await (const lines of chunksOf(path)) lines.forEach(hashOfLine);
  });
}

async function timeReading({ folder, files }: GeneratedRecord, read: (path: string) => Promise<void>): Promise<number> {
  const begin = performance.now();
  for (const file of files) await read(join(folder, file));
  return performance.now() - begin;
}

async function checkChain(path: string): Promise<void> {
  let previousHash: string | undefined;
  for await (const lines of chunksOf(path)) {
    for (const line of lines) {
      const entry = JSON.parse(line.toString()) as { readonly prev: string; readonly hash: string };
      if (entry.hash !== hashOfLine(line) || (previousHash !== undefined && entry.prev !== previousHash))
        throw new Error(`${path} is broken.`);
      previousHash = entry.hash;
    }
  }
}

/** The lines of a file, grouped by the chunks that are read: one promise for each line would make the floor slow. */
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

function hashOfLine(line: Buffer): string {
  return hash('sha256', line.subarray(0, line.length - hashSuffix.length), 'hex');
}

const hashSuffix = `,"hash":"${'0'.repeat(64)}"}`;

/** An open file to which hashed lines are appended and synchronised with the disk. */
export class BareFile {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<BareFile> {
    return new BareFile(await open(path, 'a'));
  }

  /** The milliseconds until the line would survive a power failure. */
  async timeAppend(line: string): Promise<number> {
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
