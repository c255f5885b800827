import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ifExistsSync } from '#core/common/files.ts';
import type { SharedStateStore } from '#core/common/stateStore.ts';
import { isRecord, tryParseJson } from '#form/json.ts';

/** Bytes of the file. */
const longestFile = 8_000_000;
/** Milliseconds between two attempts to lock the file, and how many there are. */
const lockPauseMs = 5;
const lockAttempts = 10;
/** Milliseconds after which a lock is ignored, because the window that locked the file has ended. */
const longestLockMs = 2000;

/**
 * A state store in one file, written synchronously, so that a reload that follows loses nothing. All windows share the file: it is read
 * again when it has changed, and changed under a lock. A value that cannot be written stays in memory until the process ends.
 */
export class FileMemory implements SharedStateStore {
  readonly #folder: string;
  readonly #path: string;
  #read: { readonly stamp: string; readonly values: Readonly<Record<string, unknown>> } | undefined;
  readonly #unwritten = new Map<string, unknown>();

  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#path = join(folder, name);
  }

  get(key: string): unknown {
    const values = this.#values();
    return this.#unwritten.has(key) ? this.#unwritten.get(key) : Object.hasOwn(values, key) ? values[key] : undefined;
  }

  set(key: string, value: unknown): void {
    this.update(key, () => value);
  }

  update(key: string, change: (value: unknown) => unknown): void {
    const unlock = this.#lock();
    try {
      const value = change(this.get(key));
      this.#unwritten.set(key, value);
      this.#write({ ...this.#values(), [key]: value });
      this.#unwritten.delete(key);
    } catch {
      // The disk is full, or the folder may not be written.
    } finally {
      unlock();
    }
  }

  #values(): Readonly<Record<string, unknown>> {
    try {
      const found = ifExistsSync(() => lstatSync(this.#path));
      const stamp = found ? `${found.ino} ${found.mtimeMs} ${found.size}` : '';
      if (this.#read?.stamp !== stamp) {
        this.#read = { stamp, values: found?.isFile() && found.size <= longestFile ? readValues(this.#path) : {} };
      }
      return this.#read.values;
    } catch {
      return {};
    }
  }

  #write(values: Readonly<Record<string, unknown>>): void {
    const unfinished = join(this.#folder, `.${randomBytes(8).toString('hex')}.tmp`);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(unfinished, JSON.stringify(values), { mode: 0o600, flag: 'wx' });
      renameSync(unfinished, this.#path);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  /** Locks the file for this window, or continues without a lock after 50 ms. Returns a function that unlocks it. */
  #lock(): () => void {
    const lock = `${this.#path}.lock`;
    for (let attempt = 0; attempt < lockAttempts; attempt += 1) {
      try {
        mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
        mkdirSync(lock);
        return () => ignoringErrors(() => rmdirSync(lock));
      } catch {
        ignoringErrors(() => {
          if (Date.now() - statSync(lock).mtimeMs > longestLockMs) {
            rmdirSync(lock);
          }
        });
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockPauseMs);
      }
    }
    return () => undefined;
  }
}

function readValues(path: string): Readonly<Record<string, unknown>> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = fstatSync(file);
    const values = found.isFile() && found.size <= longestFile ? tryParseJson(readFileSync(file, 'utf8')) : undefined;
    return isRecord(values) ? values : {};
  } finally {
    closeSync(file);
  }
}

function ignoringErrors(work: () => void): void {
  try {
    work();
  } catch {
    // Another window has done it already.
  }
}
