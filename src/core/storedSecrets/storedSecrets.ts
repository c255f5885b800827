import type { SecretStore } from '#core/authorization/authorizationServices.ts';
import { signOutByKey } from '#core/authorization/signOut.ts';
import type { Clock } from '#core/common/clock.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';
import { SecretReferences, type SecretReferencesOptions } from './secretReferences.ts';

/** Milliseconds for which an entry has to be absent before its stored secrets are deleted. */
export const deletionDelayMs = 7 * 24 * 60 * 60 * 1000;
/** Stored secrets in one index. */
export const maxIndexed = 1000;

/** A stored value of one entry or one input definition of the settings. */
export interface StoredSecret {
  /** The key that it is stored under. */
  readonly key: string;
  readonly kind: 'signIn' | 'input';
  /** The `scopeKey` of the settings with the entry or definition. */
  readonly scope: string;
  /** The name of the entry, or the id of the input. */
  readonly name: string;
}

/** A stored secret whose entry or definition is not in the settings, as far as they can be read. */
interface UnusedSecret extends StoredSecret {
  /** False if a part of the settings that cannot be read may have the entry or definition. */
  readonly isGone: boolean;
}

/** The settings of one scope at one moment. */
export interface ScopeSnapshot {
  /** `scopeKey`. */
  readonly scope: string;
  /** The secrets that may be stored for its entries and input definitions. */
  readonly present: readonly StoredSecret[];
  /** True if a faulty part of the settings may have the entry or definition. */
  isFaulty(stored: StoredSecret): boolean;
  /** True if the settings were read completely. Called only where an entry or definition is absent. */
  isComplete(kind: StoredSecret['kind']): Promise<boolean>;
  /** True if a settings file of another profile has an entry or definition of this name. */
  isInOtherFile(stored: StoredSecret): Promise<boolean>;
}

/** `memory` also holds the index, and the values of inputs that are no passwords. */
interface StoredSecretsOptions extends SecretReferencesOptions {
  readonly secrets: SecretStore;
  readonly clock: Clock;
  /** Called after a deletion. `revoked`: whether the authorization servers revoked all tokens. */
  onDeleted(stored: StoredSecret, revoked: boolean): void;
}

/**
 * Deletes the tokens, client registrations and input values whose entry or definition was removed from the settings. An
 * entry counts as removed when the settings were read completely, still lack it after `deletionDelayMs`, and no window has
 * seen it meanwhile. Writes to the secret store only to delete: in a browser, a window writes all secrets at once, and would
 * undo the changes of other windows.
 */
export class StoredSecrets {
  readonly #options: StoredSecretsOptions;
  readonly #index: StoredIndex;
  readonly #users: SecretReferences;

  constructor(options: StoredSecretsOptions) {
    this.#options = options;
    this.#index = new StoredIndex(options.memory, options.settingsId);
    this.#users = new SecretReferences(options);
  }

  /** Updates the index from the settings and deletes what is due. Rejects when the secret store does; the next update tries again. */
  async update(reading: ScopeSnapshot): Promise<void> {
    this.#index.add(reading.present);
    const used: string[] = [];
    for (const stored of reading.present) {
      if (await this.#isStored(stored)) {
        used.push(stored.key);
      }
    }
    this.#users.add(used);
    for (const stored of this.#secretsAbsentFrom(reading)) {
      if (!reading.isFaulty(stored) && (await reading.isComplete(stored.kind))) {
        if (await reading.isInOtherFile(stored)) {
          this.#index.add([stored]);
        } else {
          await this.#handleAbsent(stored);
        }
      }
    }
  }

  /** The stored secrets without an entry or definition in these settings, as far as they can be read. */
  async unused(reading: ScopeSnapshot): Promise<readonly UnusedSecret[]> {
    const unused: UnusedSecret[] = [];
    for (const stored of this.#secretsAbsentFrom(reading)) {
      if (await this.#isStored(stored)) {
        unused.push({ ...stored, isGone: !reading.isFaulty(stored) && (await reading.isComplete(stored.kind)) });
      }
    }
    return unused;
  }

  /** Deletes without a delay. False if an authorization server did not revoke its tokens. */
  async delete({ key, kind }: StoredSecret): Promise<boolean> {
    const { secrets, memory } = this.#options;
    if (memory.get(key) !== undefined) {
      memory.set(key, undefined);
    }
    const isSecret = (await secrets.get(key)) !== undefined;
    const revoked = kind === 'input' || !isSecret || (await signOutByKey(key, secrets));
    if (kind === 'input' && isSecret) {
      await secrets.delete(key);
    }
    this.#users.forget(key);
    return revoked;
  }

  #secretsAbsentFrom({ scope, present }: ScopeSnapshot): IndexedSecret[] {
    const keys = new Set(present.map(({ key }) => key));
    return this.#index.all.filter((stored) => stored.scope === scope && !keys.has(stored.key));
  }

  async #handleAbsent(before: IndexedSecret): Promise<void> {
    const { clock, onDeleted: deleted } = this.#options;
    // Another window may have seen the entry since the index was read.
    const stored = this.#index.get(before.key);
    if (!stored || stored.goneSince !== before.goneSince) {
      return;
    }
    const now = clock.now();
    const { key, goneSince = Number.POSITIVE_INFINITY } = stored;
    if (goneSince > now) {
      this.#index.markAbsent(key, now);
    } else if (now - goneSince >= deletionDelayMs) {
      if (!(await this.#isStored(stored))) {
        this.#users.forget(key);
        this.#index.remove(key);
        return;
      }
      if (this.#users.remove(key)) {
        this.#index.remove(key);
        return;
      }
      deleted(stored, await this.delete(stored));
      // In a browser, another window may write it back: it stays in the index and is checked again.
      this.#index.markAbsent(key, now);
    }
  }

  async #isStored({ key }: StoredSecret): Promise<boolean> {
    const { secrets, memory } = this.#options;
    return memory.get(key) !== undefined || (await secrets.get(key)) !== undefined;
  }
}

interface IndexedSecret extends StoredSecret {
  /** When the entry or definition was first found to be absent, in milliseconds since the epoch. */
  readonly goneSince?: number;
}

/** The secrets that may be stored for some scopes. Lives in a memory that windows share and that lasts as long as the scopes. */
class StoredIndex {
  readonly #memory: StateStore;
  readonly #key: string;

  /** @param settingsId Identifies the settings that fill this index. */
  constructor(memory: StateStore, settingsId: string) {
    this.#memory = memory;
    this.#key = `storedSecrets.${settingsId}`;
  }

  get all(): readonly IndexedSecret[] {
    const value = this.#memory.get(this.#key);
    return Array.isArray(value) ? value.filter(isIndexed) : [];
  }

  get(key: string): IndexedSecret | undefined {
    return this.all.find((one) => one.key === key);
  }

  /** Adds secrets whose entry or definition is in the settings. */
  add(stored: readonly StoredSecret[]): void {
    const known = new Map(this.all.map((one) => [one.key, one]));
    const news = stored.filter(({ key }) => {
      const one = known.get(key);
      return !one || one.goneSince !== undefined;
    });
    if (news.length > 0) {
      for (const { key, kind, scope, name } of news) {
        if (known.has(key) || known.size < maxIndexed) {
          known.set(key, { key, kind, scope, name });
        }
      }
      this.#write([...known.values()]);
    }
  }

  markAbsent(key: string, since: number): void {
    this.#write(this.all.map((one) => (one.key === key ? { ...one, goneSince: since } : one)));
  }

  remove(key: string): void {
    this.#write(this.all.filter((one) => one.key !== key));
  }

  #write(all: readonly IndexedSecret[]): void {
    this.#memory.set(this.#key, all);
  }
}

/** Checks a stored value, which another version may have written. */
function isIndexed(value: unknown): value is IndexedSecret {
  return (
    isRecord(value) &&
    [value['key'], value['scope'], value['name']].every((part) => typeof part === 'string') &&
    (value['kind'] === 'signIn' || value['kind'] === 'input') &&
    (value['goneSince'] === undefined || typeof value['goneSince'] === 'number')
  );
}
