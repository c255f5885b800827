import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord, tryParseJson } from '#form/json.ts';
import { isStoredHead } from './heads.ts';
import { readRecordFileName } from './recordFileName.ts';
import type { Heads, StoredHead } from './recordFiles.ts';

/** Short texts by the name of a record file, which every window sees as they are now. */
export interface HeadNotes {
  names(): Promise<readonly string[]>;
  /** `undefined` where there is none. */
  read(name: string): Promise<string | undefined>;
  /** The whole text or nothing. */
  write(name: string, text: string): Promise<void>;
  /** Nothing happens where there is none. */
  delete(name: string): Promise<void>;
}

/**
 * Heads for windows that do not see each other's secrets: in a browser each reads them once, when it is loaded, and
 * writes all of them as it knows them. So each head is kept as a note too, sealed with a key, and what goes further
 * counts. A note with another seal is as good as none. Who can write notes can put back an older one, which is noticed
 * by windows that know better themselves.
 */
export class SharedHeads implements Heads {
  readonly #own: Heads;
  readonly #notes: HeadNotes;
  readonly #key: () => Promise<Buffer>;

  /** `own`: what this window knows. `key`: 32 bytes that only this application can read, the same in all windows. */
  constructor(own: Heads, notes: HeadNotes, key: () => Promise<Buffer>) {
    this.#own = own;
    this.#notes = notes;
    this.#key = key;
  }

  async names(): Promise<readonly string[]> {
    return [...new Set([...(await this.#own.names()), ...(await this.#notes.names())])].filter(readRecordFileName);
  }

  async get(file: string): Promise<StoredHead | undefined> {
    const own = await this.#own.get(file);
    const noted = await this.#noted(file);
    return noted && noted.count >= (own?.count ?? 0) ? noted : own;
  }

  async set(file: string, head: StoredHead): Promise<void> {
    const seal = (await this.#seal(file, head)).toString('hex');
    await this.#notes.write(file, JSON.stringify({ head, seal }));
    await this.#own.set(file, head);
  }

  async delete(file: string): Promise<void> {
    await this.#notes.delete(file);
    await this.#own.delete(file);
  }

  async #noted(file: string): Promise<StoredHead | undefined> {
    const note = tryParseJson(await this.#notes.read(file));
    if (!isRecord(note) || !isStoredHead(note['head']) || typeof note['seal'] !== 'string') {
      return undefined;
    }
    const expected = await this.#seal(file, note['head']);
    const seal = Buffer.from(note['seal'], 'hex');
    return seal.length === expected.length && timingSafeEqual(seal, expected) ? note['head'] : undefined;
  }

  async #seal(file: string, head: StoredHead): Promise<Buffer> {
    return createHmac('sha256', await this.#key())
      .update(`${file}\n${JSON.stringify(head)}`)
      .digest();
  }
}
