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
import { type Change, UnwrittenChanges } from './unwrittenChanges.ts';

/** The largest file that is read, in bytes. */
const maxFileBytes = 8_000_000;
/** The milliseconds between two attempts to lock the file, and the number of attempts. */
const lockPauseMs = 5;
const lockAttempts = 10;
/** The age from which a lock is ignored, because the window that locked the file has ended, in milliseconds. */
const maxLockMs = 2000;

type Values = Readonly<Record<string, unknown>>;

/**
 * A state store in one file. Writes are synchronous, so that reloading the window does not lose a value. All windows share the
 * file: it is read again if it has changed, and is changed under a lock. A change that cannot be written stays in memory, and is
 * written with the next one.
 */
export class FileMemory implements SharedStateStore {
  readonly #folder: string;
  readonly #path: string;
  readonly #onFailure: (error: unknown) => void;
  #lastRead: { readonly stamp: string; readonly values: Values } | undefined;
  /** The changes that are only in memory, by key. */
  readonly #unwritten = new Map<string, UnwrittenChanges>();
  #hasFailed = false;

  /** @param onFailure Called for the first change that could not be written and stays in memory. */
  constructor(folder: string, name: string, onFailure: (error: unknown) => void = () => undefined) {
    this.#folder = folder;
    this.#path = join(folder, name);
    this.#onFailure = onFailure;
  }

  /** True if a change is only in memory. */
  get hasUnwritten(): boolean {
    return this.#unwritten.size > 0;
  }

  get(key: string): unknown {
    const stored = this.#stored(key);
    const changes = this.#unwritten.get(key);
    return changes ? changes.applyTo(stored) : stored;
  }

  set(key: string, value: unknown): void {
    this.update(key, () => value);
  }

  /** `change` is made again, of the value that is stored then, if its result could not be written. */
  update(key: string, change: Change): void {
    const unlock = this.#lock();
    try {
      const changes = this.#unwritten.get(key) ?? new UnwrittenChanges();
      changes.add(change, this.#stored(key));
      this.#unwritten.set(key, changes);
      this.#writeChanges();
    } finally {
      unlock();
    }
  }

  #writeChanges(): void {
    try {
      // A file that cannot be read must not be replaced: it has what this window does not know.
      const values = this.#read();
      const changed = [...this.#unwritten].map(
        ([key, changes]) => [key, changes.applyTo(ownValue(values, key))] as const,
      );
      this.#write({ ...values, ...Object.fromEntries(changed) });
      this.#unwritten.clear();
    } catch (error) {
      // The disk is full, or the folder must not be read or written.
      if (!this.#hasFailed) {
        this.#hasFailed = true;
        this.#onFailure(error);
      }
    }
  }

  /** The value in the file, or the one that was read last if the file cannot be read. */
  #stored(key: string): unknown {
    try {
      return ownValue(this.#read(), key);
    } catch {
      return this.#lastRead && ownValue(this.#lastRead.values, key);
    }
  }

  /** Reads the file if it has changed. Empty if there is none, or if it is no file of this store. @throws the error of the file system */
  #read(): Values {
    const stats = ifExistsSync(() => lstatSync(this.#path));
    const stamp = stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
    if (this.#lastRead?.stamp !== stamp) {
      const isReadable = stats?.isFile() === true && stats.size <= maxFileBytes;
      this.#lastRead = { stamp, values: (isReadable && ifExistsSync(() => readValues(this.#path))) || {} };
    }
    return this.#lastRead.values;
  }

  #write(values: Values): void {
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

function readValues(path: string): Values {
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

function ownValue(values: Values, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function ignoreErrors(operation: () => void): void {
  try {
    operation();
  } catch {
    // Another window has done it already.
  }
}
