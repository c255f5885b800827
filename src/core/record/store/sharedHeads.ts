import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists, writeFileAtomically } from '#core/common/files.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { type Heads, isStoredHead, type StoredHead } from './heads.ts';
import { checkedRecordFileName, readRecordFileName } from './recordFileName.ts';

/** One short text for each record file. All windows read the current texts. */
interface HeadNotes {
  names(): Promise<readonly string[]>;
  /** Reads a note; `undefined` if there is none. */
  read(name: string): Promise<string | undefined>;
  /** Writes the whole text or nothing. */
  write(name: string, text: string): Promise<void>;
  /** Deletes a note. Does nothing if there is none. */
  delete(name: string): Promise<void>;
}

/**
 * Heads for windows that do not share their secrets: a window in a browser reads the secrets once, when it loads, and overwrites
 * those of other windows. Therefore each head is also stored as a note, sealed with a key, and the head with more entries is used. A
 * note with a wrong seal is ignored. A program that can write notes can restore an older note, but a window with a newer head
 * ignores it.
 */
export class SharedHeads implements Heads {
  readonly #windowHeads: Heads;
  readonly #notes: HeadNotes;
  readonly #key: () => Promise<Buffer>;

  /** `windowHeads`: the heads in this window's secrets. `key`: 32 bytes that only this extension can read, the same in all windows. */
  constructor(windowHeads: Heads, notes: HeadNotes, key: () => Promise<Buffer>) {
    this.#windowHeads = windowHeads;
    this.#notes = notes;
    this.#key = key;
  }

  async names(): Promise<readonly string[]> {
    const names = [...(await this.#windowHeads.names()), ...(await this.#notes.names())];
    return [...new Set(names)].filter(readRecordFileName);
  }

  async get(file: string): Promise<StoredHead | undefined> {
    const windowHead = await this.#windowHeads.get(file);
    const notedHead = await this.#readNote(file);
    return notedHead && notedHead.count >= (windowHead?.count ?? 0) ? notedHead : windowHead;
  }

  async set(file: string, head: StoredHead): Promise<void> {
    const seal = (await this.#seal(file, head)).toString('hex');
    await this.#notes.write(file, JSON.stringify({ head, seal }));
    await this.#windowHeads.set(file, head);
  }

  async delete(file: string): Promise<void> {
    await this.#notes.delete(file);
    await this.#windowHeads.delete(file);
  }

  async #readNote(file: string): Promise<StoredHead | undefined> {
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

/** Notes in a folder on disk, which is created with the first note. Only its owner may read the files. */
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

/** The shape of `vscode.Memento`. A value that one window writes can soon be read by the other windows. */
interface Memento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const sealKeyName = 'record.sealKey';

/**
 * Returns a function for the key that seals heads, 32 bytes, created at the first call. If several windows create a key at the same
 * time, all of them use the smallest in the end.
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
