import { tryParseJson } from '#form/json.ts';
import { type Heads, isStoredHead, type StoredHead } from './heads.ts';
import { readRecordFileName } from './recordFileName.ts';

/** The shape of `vscode.SecretStorage`. */
export interface SecretStorage {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/**
 * Heads in VS Code's secret storage: one secret for each head, and one with the list of file names, because the storage cannot
 * list its keys. If two windows change the list at the same time, a name may be lost; `set` and `get` add a missing name again.
 */
export class SecretStorageHeads implements Heads {
  readonly #secrets: SecretStorage;
  readonly #prefix: string;
  #changing: Promise<unknown> = Promise.resolve();
  /** The names that were read last. Cached, because there may be thousands of files. */
  #listedNames: ReadonlySet<string> = new Set();

  /** `prefix`: the beginning of all keys of these heads, and of no other keys. */
  constructor(secrets: SecretStorage, prefix = 'record') {
    this.#secrets = secrets;
    this.#prefix = prefix;
  }

  async names(): Promise<readonly string[]> {
    const stored = tryParseJson(await this.#secrets.get(this.#indexKey));
    const names = Array.isArray(stored)
      ? stored.filter((name) => typeof name === 'string' && readRecordFileName(name))
      : [];
    this.#listedNames = new Set(names);
    return names;
  }

  async get(file: string): Promise<StoredHead | undefined> {
    const head = tryParseJson(await this.#secrets.get(this.#keyOf(file)));
    if (!isStoredHead(head)) {
      return undefined;
    }
    if (!this.#listedNames.has(file)) {
      // The head is returned even if its name cannot be stored.
      await this.#setListed(file, true).catch(() => undefined);
    }
    return head;
  }

  async set(file: string, head: StoredHead): Promise<void> {
    await this.#secrets.store(this.#keyOf(file), JSON.stringify(head));
    await this.#setListed(file, true);
  }

  async delete(file: string): Promise<void> {
    await this.#secrets.delete(this.#keyOf(file));
    await this.#setListed(file, false);
  }

  /** Adds a name to the list or removes it, if necessary. Changes run one after the other. */
  #setListed(file: string, isListed: boolean): Promise<void> {
    const change = this.#changing.then(async () => {
      const names = await this.names();
      if (names.includes(file) !== isListed) {
        const changed = isListed ? [...names, file] : names.filter((name) => name !== file);
        await this.#secrets.store(this.#indexKey, JSON.stringify(changed));
      }
    });
    this.#changing = change.catch(() => undefined);
    return change;
  }

  #keyOf(file: string): string {
    return `${this.#prefix}.head.${file}`;
  }

  get #indexKey(): string {
    return `${this.#prefix}.heads`;
  }
}
