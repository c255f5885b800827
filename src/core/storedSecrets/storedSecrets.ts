import type { SecretStore } from '#core/authorization/authorizationServices.ts';
import { signOutByKey } from '#core/authorization/signOut.ts';
import type { Clock } from '#core/common/clock.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import { updateTrustedTime } from '#core/record/trustedTime.ts';
import { isRecord } from '#form/json.ts';
import { SecretReferences, type SecretReferencesOptions } from './secretReferences.ts';

/** How long an entry has to be absent before its stored secrets are deleted. */
export const deletionDelayMs = 7 * 24 * 60 * 60 * 1000;
/** Where the time is stored with which their ages are computed: see `updateTrustedTime`. */
export const trustedTimeKey = 'storedSecrets.reached';
/** The number of stored secrets in one index. */
export const maxIndexed = 1000;

/** A stored secret of one entry or one input definition of the settings. */
export interface StoredSecret {
  /** The key of the secret in its store. */
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
  readonly isDefinitelyGone: boolean;
}

/** The settings of one scope at one moment. */
export interface ScopeSnapshot {
  /** The scope: see `scopeKey`. */
  readonly scope: string;
  /** The secrets that may be stored for the entries and input definitions of the scope. */
  readonly present: readonly StoredSecret[];
  /** True if a faulty part of the settings may have the entry or definition. */
  isFaulty(stored: StoredSecret): boolean;
  /** True if the settings were read completely. Called only if an entry or definition is absent. */
  isComplete(kind: StoredSecret['kind']): Promise<boolean>;
  /** True if a settings file of another profile has an entry or definition of this name. */
  isInOtherFile(stored: StoredSecret): Promise<boolean>;
}

/** The options of `StoredSecrets`. `memory` also contains the index, and the values of inputs that are no passwords. */
interface StoredSecretsOptions extends SecretReferencesOptions {
  readonly secrets: SecretStore;
  readonly clock: Clock;
  /** Called after a deletion. `isRevoked`: true if the authorization servers have revoked all tokens. */
  onDeleted(stored: StoredSecret, isRevoked: boolean): void;
}

/**
 * Deletes the tokens, client registrations and input values whose entry or definition was removed from the settings. An
 * entry counts as removed if it is absent from completely read settings, is still absent after `deletionDelayMs`, and no
 * window has found it in between. Writes to the secret store only to delete: in a browser a window writes all secrets at once,
 * which would undo the changes of other windows.
 */
export class StoredSecrets {
  readonly #options: StoredSecretsOptions;
  readonly #index: StoredIndex;
  readonly #references: SecretReferences;

  constructor(options: StoredSecretsOptions) {
    this.#options = options;
    this.#index = new StoredIndex(options.memory, options.settingsId);
    this.#references = new SecretReferences(options);
  }

  /**
   * Updates the index from the settings, and deletes secrets that were absent long enough. Rejects if the secret store does;
   * the next update tries again.
   */
  async update(snapshot: ScopeSnapshot): Promise<void> {
    this.#index.add(snapshot.present);
    const usedKeys: string[] = [];
    for (const stored of snapshot.present) {
      if (await this.#isStored(stored)) {
        usedKeys.push(stored.key);
      }
    }
    this.#references.add(usedKeys);
    const { memory, clock } = this.#options;
    const now = updateTrustedTime(memory, clock.now(), undefined, trustedTimeKey);
    for (const stored of this.#secretsAbsentFrom(snapshot)) {
      if (!snapshot.isFaulty(stored) && (await snapshot.isComplete(stored.kind))) {
        if (await snapshot.isInOtherFile(stored)) {
          this.#index.add([stored]);
        } else {
          await this.#handleAbsent(stored, now);
        }
      }
    }
  }

  /** The stored secrets without an entry or definition in these settings, as far as they can be read. */
  async unused(snapshot: ScopeSnapshot): Promise<readonly UnusedSecret[]> {
    const unused: UnusedSecret[] = [];
    for (const stored of this.#secretsAbsentFrom(snapshot)) {
      if (await this.#isStored(stored)) {
        unused.push({
          ...stored,
          isDefinitelyGone: !snapshot.isFaulty(stored) && (await snapshot.isComplete(stored.kind)),
        });
      }
    }
    return unused;
  }

  /** Deletes a secret without a delay. Returns false if an authorization server did not revoke its tokens. */
  async delete({ key, kind }: StoredSecret): Promise<boolean> {
    const { secrets, memory } = this.#options;
    if (memory.get(key) !== undefined) {
      memory.set(key, undefined);
    }
    const isSecret = (await secrets.get(key)) !== undefined;
    const isRevoked = kind === 'input' || !isSecret || (await signOutByKey(key, secrets));
    if (kind === 'input' && isSecret) {
      await secrets.delete(key);
    }
    this.#references.forget(key);
    return isRevoked;
  }

  #secretsAbsentFrom({ scope, present }: ScopeSnapshot): IndexedSecret[] {
    const keys = new Set(present.map(({ key }) => key));
    return this.#index.all.filter((stored) => stored.scope === scope && !keys.has(stored.key));
  }

  /** @param now The trusted time: a clock that was set forward deletes nothing. */
  async #handleAbsent(indexed: IndexedSecret, now: number): Promise<void> {
    const { onDeleted } = this.#options;
    // Another window may have found the entry since the index was read.
    const stored = this.#index.get(indexed.key);
    if (!stored || stored.goneSince !== indexed.goneSince) {
      return;
    }
    const { key, goneSince = Number.POSITIVE_INFINITY } = stored;
    if (goneSince > now) {
      this.#index.markAbsent(key, now);
    } else if (now - goneSince >= deletionDelayMs) {
      if (!(await this.#isStored(stored))) {
        this.#references.forget(key);
        this.#index.remove(key);
        return;
      }
      if (this.#references.remove(key)) {
        this.#index.remove(key);
        return;
      }
      onDeleted(stored, await this.delete(stored));
      // In a browser another window may write the secret back, so the secret stays in the index and is checked again.
      this.#index.markAbsent(key, now);
    }
  }

  async #isStored({ key }: StoredSecret): Promise<boolean> {
    const { secrets, memory } = this.#options;
    return memory.get(key) !== undefined || (await secrets.get(key)) !== undefined;
  }
}

interface IndexedSecret extends StoredSecret {
  /** The time at which the entry or definition was first absent, in milliseconds since the epoch. */
  readonly goneSince?: number;
}

/**
 * The index of secrets that may be stored for some scopes, in a store that windows share and that exists as long as the
 * scopes.
 */
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
    return this.all.find((indexed) => indexed.key === key);
  }

  /** Adds secrets whose entry or definition is in the settings, or notes that these are not absent any more. */
  add(stored: readonly StoredSecret[]): void {
    const all = new Map(this.all.map((indexed) => [indexed.key, indexed]));
    const changed = stored.filter(({ key }) => {
      const indexed = all.get(key);
      return !indexed || indexed.goneSince !== undefined;
    });
    if (changed.length > 0) {
      for (const { key, kind, scope, name } of changed) {
        if (all.has(key) || all.size < maxIndexed) {
          all.set(key, { key, kind, scope, name });
        }
      }
      this.#write([...all.values()]);
    }
  }

  markAbsent(key: string, since: number): void {
    this.#write(this.all.map((indexed) => (indexed.key === key ? { ...indexed, goneSince: since } : indexed)));
  }

  remove(key: string): void {
    this.#write(this.all.filter((indexed) => indexed.key !== key));
  }

  #write(all: readonly IndexedSecret[]): void {
    this.#memory.set(this.#key, all);
  }
}

/** Checks a stored value, which another version of the host may have written. */
function isIndexed(value: unknown): value is IndexedSecret {
  return (
    isRecord(value) &&
    [value['key'], value['scope'], value['name']].every((part) => typeof part === 'string') &&
    (value['kind'] === 'signIn' || value['kind'] === 'input') &&
    (value['goneSince'] === undefined || typeof value['goneSince'] === 'number')
  );
}
