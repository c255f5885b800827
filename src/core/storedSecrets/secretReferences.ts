import { createHash } from 'node:crypto';
import type { SharedStateStore, StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';

/** The number of secrets in the notes, and the number of settings that are noted for one secret. */
const maxNotedSecrets = 2000;
const maxSettingsPerSecret = 50;

export interface SecretReferencesOptions {
  /** The store that the machines with the same profile share. */
  readonly memory: StateStore;
  /** The store that the profiles of one machine share. */
  readonly notes: SharedStateStore;
  /** Identifies these settings among all settings that share the secret store. */
  readonly settingsId: string;
}

/** The ids of the settings that use a secret, by the hash of the secret's key. */
type Notes = Readonly<Record<string, readonly string[]>>;

const notesKey = 'usedBy';

/**
 * Notes which settings use a stored secret: profiles and remote machines share the secret store but not the settings, and may
 * have an entry for the same server. Each note is written twice: for the other profiles of this machine, and for other
 * machines with this profile.
 */
export class SecretReferences {
  readonly #options: SecretReferencesOptions;

  constructor(options: SecretReferencesOptions) {
    this.#options = options;
  }

  /** Notes that these settings use the secrets. */
  add(keys: readonly string[]): void {
    const { settingsId } = this.#options;
    const names = keys.map(noteKeyOf);
    this.#change((notes) => {
      const missing = names.filter((name) => !notes[name]?.includes(settingsId));
      const room = maxNotedSecrets - Object.keys(notes).length;
      const added = [
        ...missing.filter((name) => notes[name]),
        ...missing.filter((name) => !notes[name]).slice(0, Math.max(0, room)),
      ].map((name) => [name, [...(notes[name] ?? []), settingsId].slice(-maxSettingsPerSecret)] as const);
      return added.length === 0 ? notes : { ...notes, ...Object.fromEntries(added) };
    });
  }

  /**
   * Removes the note that these settings use a secret. Returns true if other settings use the secret, or if the notes are
   * full, so that other settings may use it.
   */
  remove(key: string): boolean {
    const { memory, notes: shared, settingsId } = this.#options;
    const name = noteKeyOf(key);
    const all = [memory, shared].map((store) => notesIn(store.get(notesKey)));
    const isUsed = all.some((notes) =>
      notes[name] ? notes[name].some((other) => other !== settingsId) : Object.keys(notes).length >= maxNotedSecrets,
    );
    if (isUsed) {
      this.#change((notes) => {
        const others = notes[name]?.filter((other) => other !== settingsId);
        return others && others.length !== notes[name]?.length ? { ...notes, [name]: others } : notes;
      });
    }
    return isUsed;
  }

  /** Removes all notes about a secret. */
  forget(key: string): void {
    const forgottenKey = noteKeyOf(key);
    this.#change((notes) =>
      notes[forgottenKey] ? Object.fromEntries(Object.entries(notes).filter(([name]) => name !== forgottenKey)) : notes,
    );
  }

  /** Changes the notes in both stores, and writes only changed notes. @param change Returns the same object for no change. */
  #change(change: (notes: Notes) => Notes): void {
    const { memory, notes: shared } = this.#options;
    const isChanged = (value: unknown) => {
      const notes = notesIn(value);
      return change(notes) !== notes;
    };
    if (isChanged(shared.get(notesKey))) {
      shared.update(notesKey, (value) => change(notesIn(value)));
    }
    if (isChanged(memory.get(notesKey))) {
      memory.set(notesKey, change(notesIn(memory.get(notesKey))));
    }
  }
}

function noteKeyOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The notes in a stored value, which another version of the host may have written; empty if the value is invalid. */
function notesIn(value: unknown): Notes {
  const isUsers = (users: unknown): users is string[] =>
    Array.isArray(users) && users.every((user) => typeof user === 'string');
  return isRecord(value) && Object.values(value).every(isUsers) ? (value as Notes) : {};
}
