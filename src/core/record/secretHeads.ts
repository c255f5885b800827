import { isRecord } from '../../form/json.ts';
import { troubles } from './entry.ts';
import { readName } from './names.ts';
import type { Heads, KeptHead } from './ports.ts';

/** The shape of `vscode.SecretStorage`. */
export interface Secrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

const keyOf = (file: string) => `record.head.${file}`;
const indexKey = 'record.heads';

/**
 * Heads in the editor's secret storage, one secret each, and one more that lists them: the storage cannot. Two windows
 * that change the list in the same moment may lose each other's change; so a file that is not in it is listed again
 * whenever its head is kept or asked for.
 */
export class SecretHeads implements Heads {
  readonly #secrets: Secrets;
  #changing: Promise<unknown> = Promise.resolve();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  async names(): Promise<readonly string[]> {
    const names = parsed(await this.#secrets.get(indexKey));
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string' && readName(name)) : [];
  }

  async get(file: string): Promise<KeptHead | undefined> {
    const head = parsed(await this.#secrets.get(keyOf(file)));
    if (!isHead(head)) {
      return undefined;
    }
    await this.#list(file, true);
    return head;
  }

  async set(file: string, head: KeptHead): Promise<void> {
    await this.#secrets.store(keyOf(file), JSON.stringify(head));
    await this.#list(file, true);
  }

  async delete(file: string): Promise<void> {
    await this.#secrets.delete(keyOf(file));
    await this.#list(file, false);
  }

  /** Changes the list one at a time, and only where it is not right already. */
  #list(file: string, listed: boolean): Promise<void> {
    const change = this.#changing.then(async () => {
      const names = await this.names();
      if (names.includes(file) !== listed) {
        const changed = listed ? [...names, file] : names.filter((name) => name !== file);
        await this.#secrets.store(indexKey, JSON.stringify(changed));
      }
    });
    this.#changing = change.catch(() => undefined);
    return change;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isHead(value: unknown): value is KeptHead {
  if (!isRecord(value)) {
    return false;
  }
  const { hash, count, bytes, sure, torn, said } = value;
  return (
    typeof hash === 'string' &&
    [count, bytes, sure ?? 0].every((number) => Number.isSafeInteger(number)) &&
    (torn === undefined || (isRecord(torn) && Number.isSafeInteger(torn['bytes']))) &&
    (said === undefined || troubles.some((trouble) => trouble === said))
  );
}
