import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists, writeFileAtomically } from '#core/common/files.ts';
import { checkedRecordFileName, readRecordFileName } from './recordFileName.ts';
import type { HeadNotes } from './sharedHeads.ts';

/** Notes in a folder of the disk, which is made when the first is written. Only its owner may read. */
export class HeadNotesFolder implements HeadNotes {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async names(): Promise<readonly string[]> {
    return ((await ifExists(readdir(this.#path))) ?? []).filter(readRecordFileName);
  }

  read(name: string): Promise<string | undefined> {
    return ifExists(readFile(this.#file(name), 'utf8'));
  }

  async write(name: string, text: string): Promise<void> {
    await writeFileAtomically(this.#path, checkedRecordFileName(name), text);
  }

  async delete(name: string): Promise<void> {
    await rm(this.#file(name), { force: true });
  }

  #file(name: string): string {
    return join(this.#path, checkedRecordFileName(name));
  }
}
