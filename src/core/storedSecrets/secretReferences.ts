import { createHash } from 'node:crypto';
import type { SharedStateStore, StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';

/** Secrets whose users are recorded, and users that are recorded for one secret. */
const maxNotedSecrets = 2000;
const maxUsersOfSecret = 50;

export interface SecretReferencesOptions {
  /** Shared by the machines that use one profile. */
  readonly memory: StateStore;
  /** Shared by the profiles of one machine. */
  readonly notes: SharedStateStore;
  /** Identifies these settings among all that share the secret store. */
  readonly settingsId: string;
}

/** Ids of settings, by the hash of the secret's key. */
type Notes = Readonly<Record<string, readonly string[]>>;

const notesKey = 'usedBy';

/**
 * Records which settings use a stored secret: profiles and remote machines share the secret store but not the settings, and
 * may have an entry for the same server. Each note is written twice: for the other profiles of this machine, and for other
 * machines with this profile.
 */
export class SecretReferences {
  readonly #options: SecretReferencesOptions;

  constructor(options: SecretReferencesOptions) {
    this.#options = options;
  }

  add(keys: readonly string[]): void {
    const { settingsId } = this.#options;
    const names = keys.map(noteKeyOf);
    this.#change((notes) => {
      const missing = names.filter((name) => !notes[name]?.includes(settingsId));
      const room = maxNotedSecrets - Object.keys(notes).length;
      const added = [
        ...missing.filter((name) => notes[name]),
        ...missing.filter((name) => !notes[name]).slice(0, Math.max(0, room)),
      ].map((name) => [name, [...(notes[name] ?? []), settingsId].slice(-maxUsersOfSecret)] as const);
      return added.length === 0 ? notes : { ...notes, ...Object.fromEntries(added) };
    });
  }

  /** Removes these settings from the users of a secret. True if other settings use it, or may use it because the notes are full. */
  remove(key: string): boolean {
    const { memory, notes: shared, settingsId } = this.#options;
    const name = noteKeyOf(key);
    const all = [memory, shared].map((one) => notesIn(one.get(notesKey)));
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

  forget(key: string): void {
    const forgotten = noteKeyOf(key);
    this.#change((notes) =>
      notes[forgotten] ? Object.fromEntries(Object.entries(notes).filter(([name]) => name !== forgotten)) : notes,
    );
  }

  /** Writes only changed notes. @param change Returns the same object when it changes nothing. */
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

/** Checks a stored value, which another version may have written. */
function notesIn(value: unknown): Notes {
  const isUsers = (users: unknown): users is string[] =>
    Array.isArray(users) && users.every((user) => typeof user === 'string');
  return isRecord(value) && Object.values(value).every(isUsers) ? (value as Notes) : {};
}
