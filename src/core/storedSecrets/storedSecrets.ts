import type { SecretStore } from '../authorization/ports.ts';
import { signOutStored } from '../authorization/signOut.ts';
import type { Clock, Memory } from '../ports.ts';
import { SecretUsers } from './secretUsers.ts';
import { type IndexedSecret, type Stored, StoredIndex } from './storedIndex.ts';

/** Milliseconds for which an entry has to be absent before what is stored for it is deleted. */
export const keptAfterRemoval = 7 * 24 * 60 * 60 * 1000;

/** What the settings of one scope say at one moment. */
export interface ScopeReading {
  /** `scopeKey`. */
  readonly scope: string;
  /** What may be stored for its entries and definitions of inputs. */
  readonly present: readonly Stored[];
  /** True when nobody can tell whether the settings have a use for this, because a part of them cannot be read. */
  isFaulty(stored: Stored): boolean;
  /** True when the settings were read as a whole. Asked only where something is absent. */
  isWhole(kind: Stored['kind']): Promise<boolean>;
}

export interface StoredSecretsPorts {
  readonly secrets: SecretStore;
  /** Has the index, and the values of inputs that are no passwords. */
  readonly memory: Memory;
  /** Names these settings among all that share `secrets`. */
  readonly place: string;
  readonly clock: Clock;
  /** What was deleted, and that it was. */
  deleted(stored: Stored): void;
}

/**
 * Deletes the tokens, client registrations and values of inputs whose entry, or definition, the settings do not have any
 * more. That they do not have it is known only where they were read as a whole, and holds only if it is still so after
 * `keptAfterRemoval`, and no window has seen the entry meanwhile.
 */
export class StoredSecrets {
  readonly #ports: StoredSecretsPorts;
  readonly #index: StoredIndex;
  readonly #users: SecretUsers;

  constructor(ports: StoredSecretsPorts) {
    this.#ports = ports;
    this.#index = new StoredIndex(ports.memory, ports.place);
    this.#users = new SecretUsers(ports.secrets, ports.place);
  }

  /** Takes up what the settings say. Rejects when the store of secrets does; what was not deleted is tried again. */
  async look(reading: ScopeReading): Promise<void> {
    this.#index.present(reading.present);
    const keys = new Set(reading.present.map(({ key }) => key));
    for (const stored of reading.present) {
      if ((await this.#ports.secrets.get(stored.key)) !== undefined) {
        await this.#users.add(stored.key);
      }
    }
    const absent = this.#index.all.filter(
      (stored) => stored.scope === reading.scope && !keys.has(stored.key) && !reading.isFaulty(stored),
    );
    for (const kind of ['signIn', 'input'] as const) {
      const ofKind = absent.filter((stored) => stored.kind === kind);
      if (ofKind.length > 0 && (await reading.isWhole(kind))) {
        for (const stored of ofKind) {
          await this.#absent(stored);
        }
      }
    }
  }

  /** What is stored although these settings have no use for it, as far as they can be read. */
  async unused(readings: readonly ScopeReading[]): Promise<readonly Stored[]> {
    const present = new Set(readings.flatMap((reading) => reading.present.map(({ key }) => key)));
    const scopes = new Set(readings.map(({ scope }) => scope));
    const unused: Stored[] = [];
    for (const stored of this.#index.all) {
      if (scopes.has(stored.scope) && !present.has(stored.key) && (await this.#isStored(stored))) {
        unused.push(stored);
      }
    }
    return unused;
  }

  /** Deletes at once. False when an authorization server did not take back what it had granted. */
  async delete(stored: Stored): Promise<boolean> {
    const { key, kind } = stored;
    const { secrets, memory } = this.#ports;
    if (memory.get(key) !== undefined) {
      memory.set(key, undefined);
    }
    const revoked = kind === 'input' || (await signOutStored(key, secrets));
    await secrets.delete(key);
    await this.#users.forget(key);
    return revoked;
  }

  async #absent(before: IndexedSecret): Promise<void> {
    const { clock, deleted } = this.#ports;
    // Another window may have seen the entry since the index was read.
    const stored = this.#index.get(before.key);
    if (!stored || stored.goneSince !== before.goneSince) {
      return;
    }
    const now = clock.now();
    const { key, goneSince = Number.POSITIVE_INFINITY } = stored;
    if (goneSince > now) {
      this.#index.gone(key, now);
    } else if (now - goneSince >= keptAfterRemoval) {
      if (!(await this.#isStored(stored))) {
        await this.#users.forget(key);
        this.#index.remove(key);
        return;
      }
      if (await this.#users.leave(key)) {
        this.#index.remove(key);
        return;
      }
      await this.delete(stored);
      deleted(stored);
      // A browser's other window may write it back: it is looked for once more.
      this.#index.gone(key, now);
    }
  }

  async #isStored({ key }: Stored): Promise<boolean> {
    const { secrets, memory } = this.#ports;
    return memory.get(key) !== undefined || (await secrets.get(key)) !== undefined;
  }
}
