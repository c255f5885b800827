import { isRecord } from '../../form/json.ts';
import type { Memory } from '../ports.ts';

/** A value of one entry, or of one input definition, of the settings that SecretStorage may hold. */
export interface Stored {
  /** Under which it is stored. */
  readonly key: string;
  readonly kind: 'signIn' | 'input';
  /** `scopeKey` of the settings that have the entry or the definition. */
  readonly scope: string;
  /** The name of the entry, or the id of the input. */
  readonly name: string;
}

export interface IndexedSecret extends Stored {
  /** When it was first found that the settings have no use for it any more, in milliseconds since the epoch. */
  readonly goneSince?: number;
}

/** As many as are known of in one index. */
export const mostIndexed = 1000;

const indexKey = 'storedSecrets';

/** What may be stored for the entries of some scopes, in a memory that lasts as long as those scopes. Windows share it. */
export class StoredIndex {
  readonly #memory: Memory;
  readonly #key: string;

  /** @param place Names the settings that fill this index. */
  constructor(memory: Memory, place: string) {
    this.#memory = memory;
    this.#key = `${indexKey}.${place}`;
  }

  get all(): readonly IndexedSecret[] {
    const value = this.#memory.get(this.#key);
    return Array.isArray(value) ? value.filter(isIndexed) : [];
  }

  get(key: string): IndexedSecret | undefined {
    return this.all.find((one) => one.key === key);
  }

  /** The settings have a use for all of these. */
  present(stored: readonly Stored[]): void {
    const known = new Map(this.all.map((one) => [one.key, one]));
    const news = stored.filter(({ key }) => {
      const one = known.get(key);
      return !one || one.goneSince !== undefined;
    });
    if (news.length > 0) {
      for (const { key, kind, scope, name } of news) {
        if (known.has(key) || known.size < mostIndexed) {
          known.set(key, { key, kind, scope, name });
        }
      }
      this.#write([...known.values()]);
    }
  }

  gone(key: string, since: number): void {
    this.#write(this.all.map((one) => (one.key === key ? { ...one, goneSince: since } : one)));
  }

  remove(key: string): void {
    this.#write(this.all.filter((one) => one.key !== key));
  }

  #write(all: readonly IndexedSecret[]): void {
    this.#memory.set(this.#key, all);
  }
}

/** The memory is ours, but its content may be from another version. */
function isIndexed(value: unknown): value is IndexedSecret {
  return (
    isRecord(value) &&
    [value['key'], value['scope'], value['name']].every((part) => typeof part === 'string') &&
    (value['kind'] === 'signIn' || value['kind'] === 'input') &&
    (value['goneSince'] === undefined || typeof value['goneSince'] === 'number')
  );
}
