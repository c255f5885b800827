import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type HomeFolder, listPrivateFolder, readPrivateFile } from '#agentProtocol/homeFolder.ts';
import { digestOf } from '#core/common/digest.ts';
import { errorText } from '#core/common/errors.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { assertClientId } from './clientKeys.ts';
import {
  ensurePrivateFolder,
  namesInExistingFolder,
  namesInPrivateFolder,
  textOfPrivateFile,
  writePrivateFile,
} from './privateFolder.ts';

/** What of a client's items could be read. */
export interface ItemListing<T> {
  readonly items: readonly T[];
  /** True if everything was read: an item that is missing then has been ended. */
  readonly isComplete: boolean;
}

interface ClientItemsOptions<T> {
  /** The folder with one file for each item. */
  readonly folder: string;
  readonly isItem: (value: unknown) => value is T;
  /** What tells an item from the others of its client, as JSON values. The items are listed in the order of its text. */
  readonly keyOf: (item: T) => readonly unknown[];
  /** The message of the error for more items than one client may have. */
  readonly tooMany: string;
}

/** The items of a client that can be read, and why others cannot, as sentences for the user. */
export interface ItemsToEnd<T> {
  readonly items: readonly T[];
  readonly problems: readonly string[];
}

const fileVersion = 1;
/** The bytes of one item, and the number of items of one client. */
const maxBytes = 256 * 1024;
const maxItems = 500;
const maxReasonLength = 300;

/**
 * Items of each client, in one file each. All windows and versions share these files and change them at the same time: a change of one item
 * never takes back that of another. A file without an item is none.
 */
export class ClientItems<T> {
  readonly #home: HomeFolder;
  readonly #options: ClientItemsOptions<T>;
  #changes: Promise<unknown> = Promise.resolve();

  constructor(home: HomeFolder, options: ClientItemsOptions<T>) {
    this.#home = home;
    this.#options = options;
  }

  /** The items, to be shown: those that can be read. @throws Error for an id that is no id of a client */
  list(client: string): Promise<readonly T[]> {
    return this.#list(client, listPrivateFolder, readPrivateFile);
  }

  /**
   * The items, for a change that depends on them: what cannot be read is not taken for absent.
   * @throws Error for an id that is no id of a client, and as `change` for what cannot be read
   */
  listForChange(client: string): Promise<readonly T[]> {
    return this.#list(client, namesInPrivateFolder, textOfPrivateFile);
  }

  /**
   * The items that can be read, and whether these are all. A folder that is missing does not say that there are none: ending an item leaves
   * its folder, so the home folder may not be mounted.
   * @throws Error for an id that is no id of a client
   */
  async listing(client: string): Promise<ItemListing<T>> {
    try {
      return { items: await this.#list(client, namesInExistingFolder, textOfPrivateFile), isComplete: true };
    } catch {
      return { items: await this.list(client), isComplete: false };
    }
  }

  /**
   * The items that can be read, and why others cannot, to end some of them: what cannot be read keeps nothing else from ending.
   * @throws Error for an id that is no id of a client, and if the folder cannot be read
   */
  async listToEnd(client: string): Promise<ItemsToEnd<T>> {
    const problems: string[] = [];
    const items = await this.#list(client, namesInPrivateFolder, (path, most) =>
      textOfPrivateFile(path, most).catch((error: unknown) => void problems.push(errorText(error, maxReasonLength))),
    );
    return { items, problems };
  }

  async #list(client: string, list: typeof listPrivateFolder, read: typeof readPrivateFile): Promise<readonly T[]> {
    assertClientId(client);
    const names = namesOf(client, await list(this.#options.folder)).slice(0, maxItems);
    const items = await Promise.all(names.map((name) => this.#read(client, name, read)));
    return items
      .flatMap((item) => (item ? [{ item, key: JSON.stringify(this.#options.keyOf(item)) }] : []))
      .sort((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ item }) => item);
  }

  /**
   * Replaces the item with a key by the result of `change`; `undefined`: there is none.
   * @throws Error if there would be too many, or it is too long, or if the folder or the file is not the user's alone, or cannot be read or
   *   written. The item is then as it was.
   */
  change(client: string, key: readonly unknown[], change: (known: T | undefined) => T | undefined): Promise<void> {
    assertClientId(client);
    const changed = this.#changes.then(() => this.#change(client, key, change));
    this.#changes = changed.catch(() => undefined);
    return changed;
  }

  async #change(
    client: string,
    key: readonly unknown[],
    change: (known: T | undefined) => T | undefined,
  ): Promise<void> {
    const name = fileName(client, key);
    const names = namesOf(client, await namesInPrivateFolder(this.#options.folder));
    const isThere = names.includes(name);
    const known = isThere ? await this.#read(client, name, textOfPrivateFile) : undefined;
    const item = change(known);
    if (item === undefined) {
      await rm(join(this.#options.folder, name), { force: true });
    } else if (item !== known) {
      if (!isThere && names.length >= maxItems) {
        throw new Error(this.#options.tooMany);
      }
      await this.#write(name, item);
    }
  }

  async #write(name: string, item: T): Promise<void> {
    const text = JSON.stringify({ version: fileVersion, item });
    if (Buffer.byteLength(text) > maxBytes) {
      throw new Error('What has to be remembered of a server is too long.');
    }
    await ensurePrivateFolder(this.#home.root);
    await writePrivateFile(this.#options.folder, name, text);
  }

  /** A file with another name than that of its item is none: nothing would remove it. */
  async #read(client: string, name: string, read: typeof readPrivateFile): Promise<T | undefined> {
    const { folder, isItem, keyOf } = this.#options;
    const value = tryParseJson(await read(join(folder, name), maxBytes));
    const item = isRecord(value) && value['version'] === fileVersion ? value['item'] : undefined;
    return isItem(item) && fileName(client, keyOf(item)) === name ? item : undefined;
  }
}

function namesOf(client: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith(`${client}.`) && name.endsWith('.json')).sort();
}

/** An id of a client has no dot. */
function fileName(client: string, key: readonly unknown[]): string {
  return `${client}.${digestOf(key).slice(0, 32)}.json`;
}
