import { type Heads, type RecordFile, type RecordFiles, type StoredHead, WrongSize } from './recordFiles.ts';

/** The files of several stores as of one. No two windows, and no two recorders of one, write files of the same name. */
export class JoinedFiles implements RecordFiles {
  readonly #stores: readonly RecordFiles[];

  constructor(...stores: readonly RecordFiles[]) {
    this.#stores = stores;
  }

  async list(): Promise<readonly RecordFile[]> {
    return (await Promise.all(this.#stores.map((store) => store.list()))).flat();
  }

  /** Only to a file that is there already. */
  async append(name: string, text: string, at: number): Promise<void> {
    await (await this.#holding(name)).append(name, text, at);
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
    await (await this.#holding(name)).truncate(name, bytes);
  }

  async delete(name: string): Promise<void> {
    await Promise.all(this.#stores.map((store) => store.delete(name)));
  }

  async #holding(name: string): Promise<RecordFiles> {
    for (const store of this.#stores) {
      if (await store.read(name, 0, 1)) {
        return store;
      }
    }
    throw new WrongSize(`${name} is in none of the stores.`);
  }
}

/** The heads of the files of several stores. */
export class JoinedHeads implements Heads {
  readonly #stores: readonly Heads[];

  constructor(...stores: readonly Heads[]) {
    this.#stores = stores;
  }

  async names(): Promise<readonly string[]> {
    return (await Promise.all(this.#stores.map((store) => store.names()))).flat();
  }

  async get(file: string): Promise<StoredHead | undefined> {
    return (await this.#holding(file))?.get(file);
  }

  /** Only of a file of which one is kept. */
  async set(file: string, head: StoredHead): Promise<void> {
    await (await this.#holding(file))?.set(file, head);
  }

  async delete(file: string): Promise<void> {
    await Promise.all(this.#stores.map((store) => store.delete(file)));
  }

  async #holding(file: string): Promise<Heads | undefined> {
    for (const store of this.#stores) {
      if (await store.get(file)) {
        return store;
      }
    }
    return undefined;
  }
}
