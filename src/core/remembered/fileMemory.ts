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

/** The largest file that is read, in bytes. */
const maxFileBytes = 8_000_000;
/** The milliseconds between two attempts to lock the file, and the number of attempts. */
const lockPauseMs = 5;
const lockAttempts = 10;
/** The age from which a lock is ignored, because the window that locked the file has ended, in milliseconds. */
const maxLockMs = 2000;

/**
 * A state store in one file. Writes are synchronous, so that reloading the window does not lose a value. All windows share the
 * file: it is read again if it has changed, and is changed under a lock. A value that cannot be written stays in memory.
 */
export class FileMemory implements SharedStateStore {
  readonly #folder: string;
  readonly #path: string;
  #lastRead: { readonly stamp: string; readonly values: Readonly<Record<string, unknown>> } | undefined;
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
      // The disk is full, or writing to the folder is not permitted.
    } finally {
      unlock();
    }
  }

  #values(): Readonly<Record<string, unknown>> {
    try {
      const stats = ifExistsSync(() => lstatSync(this.#path));
      const stamp = stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
      if (this.#lastRead?.stamp !== stamp) {
        this.#lastRead = { stamp, values: stats?.isFile() && stats.size <= maxFileBytes ? readValues(this.#path) : {} };
      }
      return this.#lastRead.values;
    } catch {
      return {};
    }
  }

  #write(values: Readonly<Record<string, unknown>>): void {
    const temporaryPath = join(this.#folder, `.${randomBytes(8).toString('hex')}.tmp`);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(temporaryPath, JSON.stringify(values), { mode: 0o600, flag: 'wx' });
      renameSync(temporaryPath, this.#path);
    } catch (error) {
      rmSync(temporaryPath, { force: true });
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
        return () => ignoreErrors(() => rmdirSync(lock));
      } catch {
        ignoreErrors(() => {
          if (Date.now() - statSync(lock).mtimeMs > maxLockMs) {
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
    const stats = fstatSync(file);
    const values = stats.isFile() && stats.size <= maxFileBytes ? tryParseJson(readFileSync(file, 'utf8')) : undefined;
    return isRecord(values) ? values : {};
  } finally {
    closeSync(file);
  }
}

function ignoreErrors(operation: () => void): void {
  try {
    operation();
  } catch {
    // Another window has done it already.
  }
}
