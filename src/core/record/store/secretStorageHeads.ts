import { tryParseJson } from '#form/json.ts';
import { isStoredHead } from './heads.ts';
import { readRecordFileName } from './recordFileName.ts';
import type { Heads, StoredHead } from './recordFiles.ts';

/** The shape of `vscode.SecretStorage`. */
export interface SecretStorage {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/**
 * Heads in the editor's secret storage, one secret each, and one more that lists them: the storage cannot. Two windows
 * that change the list in the same moment may lose each other's change; so a file that is not in it is listed again
 * whenever its head is kept, or asked for where it was not in the list that was read last.
 */
export class SecretStorageHeads implements Heads {
  readonly #secrets: SecretStorage;
  readonly #prefix: string;
  #changing: Promise<unknown> = Promise.resolve();
  /** As the list was when it was read last: with thousands of files it is not to be read for each of them. */
  #listed: ReadonlySet<string> = new Set();

  /** `prefix`: what the keys of these heads, and of no others, begin with. */
  constructor(secrets: SecretStorage, prefix = 'record') {
    this.#secrets = secrets;
    this.#prefix = prefix;
  }

  async names(): Promise<readonly string[]> {
    const stored = tryParseJson(await this.#secrets.get(this.#indexKey));
    const names = Array.isArray(stored)
      ? stored.filter((name) => typeof name === 'string' && readRecordFileName(name))
      : [];
    this.#listed = new Set(names);
    return names;
  }

  async get(file: string): Promise<StoredHead | undefined> {
    const head = tryParseJson(await this.#secrets.get(this.#keyOf(file)));
    if (!isStoredHead(head)) {
      return undefined;
    }
    if (!this.#listed.has(file)) {
      // The head is known, whether or not it can be listed now.
      await this.#list(file, true).catch(() => undefined);
    }
    return head;
  }

  async set(file: string, head: StoredHead): Promise<void> {
    await this.#secrets.store(this.#keyOf(file), JSON.stringify(head));
    await this.#list(file, true);
  }

  async delete(file: string): Promise<void> {
    await this.#secrets.delete(this.#keyOf(file));
    await this.#list(file, false);
  }

  /** Changes the list one at a time, and only where it is not right already. */
  #list(file: string, listed: boolean): Promise<void> {
    const change = this.#changing.then(async () => {
      const names = await this.names();
      if (names.includes(file) !== listed) {
        const changed = listed ? [...names, file] : names.filter((name) => name !== file);
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
