import type { SecretStore } from '#core/authorization/authorizationServices.ts';
import { signOutByKey } from '#core/authorization/signOut.ts';
import type { Clock } from '#core/common/clock.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';
import { SecretUsers, type SecretUsersOptions } from './secretUsers.ts';

/** Milliseconds for which an entry has to be absent before what is stored for it is deleted. */
export const deletionDelayMs = 7 * 24 * 60 * 60 * 1000;
/** As many as are known of in one index. */
export const maxIndexed = 1000;

/** A value of one entry, or of one input definition, of the settings that is stored. */
export interface StoredSecret {
  /** Under which it is stored. */
  readonly key: string;
  readonly kind: 'signIn' | 'input';
  /** `scopeKey` of the settings that have the entry or the definition. */
  readonly scope: string;
  /** The name of the entry, or the id of the input. */
  readonly name: string;
}

/** Something that is stored although the settings, as far as they can be read, have no use for it. */
interface UnusedSecret extends StoredSecret {
  /** False when the settings may have it in a part that cannot be read. */
  readonly isGone: boolean;
}

/** What the settings of one scope say at one moment. */
export interface ScopeSnapshot {
  /** `scopeKey`. */
  readonly scope: string;
  /** What may be stored for its entries and definitions of inputs. */
  readonly present: readonly StoredSecret[];
  /** True when nobody can tell whether the settings have a use for this, because a part of them cannot be read. */
  isFaulty(stored: StoredSecret): boolean;
  /** True when the settings were read as a whole. Asked only where something is absent. */
  isWhole(kind: StoredSecret['kind']): Promise<boolean>;
  /** True when other settings files of the scope, those of other profiles, have an entry or a definition of this name. */
  isInOtherFile(stored: StoredSecret): Promise<boolean>;
}

/** `memory` has the index and the values of inputs that are no passwords, too. */
interface StoredSecretsOptions extends SecretUsersOptions {
  readonly secrets: SecretStore;
  readonly clock: Clock;
  /** What was deleted, and whether authorization servers took back all that they had granted. */
  onDeleted(stored: StoredSecret, revoked: boolean): void;
}

/**
 * Deletes the tokens, client registrations and values of inputs whose entry, or definition, the settings do not have any
 * more. That they do not have it is known only where they were read as a whole, and holds only if it is still so after
 * `keptAfterRemoval`, and no window has seen the entry meanwhile. Nothing else writes to the store of secrets: a window of a
 * browser writes all of them at once, as it knows them.
 */
export class StoredSecrets {
  readonly #ports: StoredSecretsOptions;
  readonly #index: StoredIndex;
  readonly #users: SecretUsers;

  constructor(ports: StoredSecretsOptions) {
    this.#ports = ports;
    this.#index = new StoredIndex(ports.memory, ports.settingsId);
    this.#users = new SecretUsers(ports);
  }

  /** Takes up what the settings say. Rejects when the store of secrets does; what was not deleted is tried again. */
  async update(reading: ScopeSnapshot): Promise<void> {
    this.#index.present(reading.present);
    const used: string[] = [];
    for (const stored of reading.present) {
      if (await this.#isStored(stored)) {
        used.push(stored.key);
      }
    }
    this.#users.add(used);
    for (const stored of this.#absentFrom(reading)) {
      if (!reading.isFaulty(stored) && (await reading.isWhole(stored.kind))) {
        if (await reading.isInOtherFile(stored)) {
          this.#index.present([stored]);
        } else {
          await this.#absent(stored);
        }
      }
    }
  }

  /** What is stored although these settings have no use for it, as far as they can be read. */
  async unused(reading: ScopeSnapshot): Promise<readonly UnusedSecret[]> {
    const unused: UnusedSecret[] = [];
    for (const stored of this.#absentFrom(reading)) {
      if (await this.#isStored(stored)) {
        unused.push({ ...stored, isGone: !reading.isFaulty(stored) && (await reading.isWhole(stored.kind)) });
      }
    }
    return unused;
  }

  /** Deletes at once. False when an authorization server did not take back what it had granted. */
  async delete({ key, kind }: StoredSecret): Promise<boolean> {
    const { secrets, memory } = this.#ports;
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

  #absentFrom({ scope, present }: ScopeSnapshot): IndexedSecret[] {
    const keys = new Set(present.map(({ key }) => key));
    return this.#index.all.filter((stored) => stored.scope === scope && !keys.has(stored.key));
  }

  async #absent(before: IndexedSecret): Promise<void> {
    const { clock, onDeleted: deleted } = this.#ports;
    // Another window may have seen the entry since the index was read.
    const stored = this.#index.get(before.key);
    if (!stored || stored.goneSince !== before.goneSince) {
      return;
    }
    const now = clock.now();
    const { key, goneSince = Number.POSITIVE_INFINITY } = stored;
    if (goneSince > now) {
      this.#index.gone(key, now);
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
      // A browser's other window may write it back: it is looked for once more.
      this.#index.gone(key, now);
    }
  }

  async #isStored({ key }: StoredSecret): Promise<boolean> {
    const { secrets, memory } = this.#ports;
    return memory.get(key) !== undefined || (await secrets.get(key)) !== undefined;
  }
}

interface IndexedSecret extends StoredSecret {
  /** When it was first found that the settings have no use for it any more, in milliseconds since the epoch. */
  readonly goneSince?: number;
}

/** What may be stored for the entries of some scopes, in a memory that lasts as long as those scopes. Windows share it. */
class StoredIndex {
  readonly #memory: StateStore;
  readonly #key: string;

  /** @param place Names the settings that fill this index. */
  constructor(memory: StateStore, place: string) {
    this.#memory = memory;
    this.#key = `storedSecrets.${place}`;
  }

  get all(): readonly IndexedSecret[] {
    const value = this.#memory.get(this.#key);
    return Array.isArray(value) ? value.filter(isIndexed) : [];
  }

  get(key: string): IndexedSecret | undefined {
    return this.all.find((one) => one.key === key);
  }

  /** The settings have a use for all of these. */
  present(stored: readonly StoredSecret[]): void {
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
