import type { Heads, StoredHead } from './heads.ts';
import { type RecordFile, type RecordFiles, WrongSize } from './recordFiles.ts';

/** The files of several stores as one store. File names are unique, because they contain the id of the window. */
export class JoinedFiles implements RecordFiles {
  readonly #stores: readonly RecordFiles[];

  constructor(...stores: readonly RecordFiles[]) {
    this.#stores = stores;
  }

  async list(): Promise<readonly RecordFile[]> {
    return (await Promise.all(this.#stores.map((store) => store.list()))).flat();
  }

  /** Rejects with `WrongSize` if the file does not exist. */
  async append(name: string, text: string, at: number): Promise<void> {
    await (await this.#storeOf(name)).append(name, text, at);
  }

  async read(name: string, from: number, to: number): Promise<Buffer | undefined> {
    for (const store of this.#stores) {
      const bytes = await store.read(name, from, to);
      if (bytes) {
        return bytes;
      }
    }
    return undefined;
  }

  async truncate(name: string, bytes: number): Promise<void> {
    await (await this.#storeOf(name)).truncate(name, bytes);
  }

  async delete(name: string): Promise<void> {
    await Promise.all(this.#stores.map((store) => store.delete(name)));
  }

  async #storeOf(name: string): Promise<RecordFiles> {
    for (const store of this.#stores) {
      if (await store.read(name, 0, 1)) {
        return store;
      }
    }
    throw new WrongSize(`${name} is in none of the stores.`);
  }
}

/** The heads of several stores as one store. */
export class JoinedHeads implements Heads {
  readonly #stores: readonly Heads[];

  constructor(...stores: readonly Heads[]) {
    this.#stores = stores;
  }

  async names(): Promise<readonly string[]> {
    return (await Promise.all(this.#stores.map((store) => store.names()))).flat();
  }

  async get(file: string): Promise<StoredHead | undefined> {
    return (await this.#storeOf(file))?.get(file);
  }

  /** Does nothing for a file without a head. */
  async set(file: string, head: StoredHead): Promise<void> {
    await (await this.#storeOf(file))?.set(file, head);
  }

  async delete(file: string): Promise<void> {
    await Promise.all(this.#stores.map((store) => store.delete(file)));
  }

  async #storeOf(file: string): Promise<Heads | undefined> {
    for (const store of this.#stores) {
      if (await store.get(file)) {
        return store;
      }
    }
    return undefined;
  }
}
