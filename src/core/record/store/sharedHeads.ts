import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists, writeFileAtomically } from '#core/common/files.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { type Heads, isStoredHead, type StoredHead } from './heads.ts';
import { checkedRecordFileName, readRecordFileName } from './recordFileName.ts';

/** One short text for each record file. All windows see the current texts. */
interface HeadNotes {
  names(): Promise<readonly string[]>;
  /** `undefined` if there is no note. */
  read(name: string): Promise<string | undefined>;
  /** Writes the whole text or nothing. */
  write(name: string, text: string): Promise<void>;
  /** Does nothing if there is no note. */
  delete(name: string): Promise<void>;
}

/**
 * Heads for windows that do not share their secrets: a window in a browser reads them once, when it loads, and writes all of them
 * as it knows them. Each head is therefore also stored as a note, sealed with a key, and the head with more entries counts. A note
 * with a wrong seal is ignored. A program that can write notes can restore an older one; windows that know a newer head notice it.
 */
export class SharedHeads implements Heads {
  readonly #own: Heads;
  readonly #notes: HeadNotes;
  readonly #key: () => Promise<Buffer>;

  /** `own`: the heads that this window knows. `key`: 32 bytes that only this extension can read, the same in all windows. */
  constructor(own: Heads, notes: HeadNotes, key: () => Promise<Buffer>) {
    this.#own = own;
    this.#notes = notes;
    this.#key = key;
  }

  async names(): Promise<readonly string[]> {
    const names = [...(await this.#own.names()), ...(await this.#notes.names())];
    return [...new Set(names)].filter(readRecordFileName);
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

/** Notes in a folder of the disk, which is created with the first note. Only its owner may read them. */
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

/** The shape of `vscode.Memento`: soon after one window has written a value, the other windows read it. */
interface Memento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const sealKeyName = 'record.sealKey';

/**
 * The key that seals heads, 32 bytes, created at the first call. If several windows create one at the same time, all of them end up
 * with the smallest.
 */
export function sealKey(memento: Memento): () => Promise<Buffer> {
  let created: string | undefined;
  return async () => {
    const stored = memento.get(sealKeyName);
    if (isSealKey(stored) && (created === undefined || stored <= created)) {
      return Buffer.from(stored, 'hex');
    }
    created ??= randomBytes(32).toString('hex');
    await memento.update(sealKeyName, created);
    return Buffer.from(created, 'hex');
  };
}

function isSealKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
