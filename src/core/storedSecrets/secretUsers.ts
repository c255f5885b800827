import { createHash } from 'node:crypto';
import type { SharedStateStore, StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';

/** Secrets whose users are noted, and places that are noted for one. */
const mostNoted = 2000;
const mostPlaces = 50;

export interface SecretUsersOptions {
  /** Machines that use one profile share it. */
  readonly memory: StateStore;
  /** Profiles of one machine share it. */
  readonly notes: SharedStateStore;
  /** Names these settings among all that share what is stored. */
  readonly settingsId: string;
}

/** Places by a name that does not tell the key of the secret. */
type Notes = Readonly<Record<string, readonly string[]>>;

const notesKey = 'usedBy';

/**
 * Notes which settings use what is stored: profiles and remote machines share it, but not the settings, and may have an entry
 * for the same server. Each note is where the profiles of this machine find it, and where other machines with this profile do.
 */
export class SecretUsers {
  readonly #ports: SecretUsersOptions;

  constructor(ports: SecretUsersOptions) {
    this.#ports = ports;
  }

  add(keys: readonly string[]): void {
    const { settingsId: place } = this.#ports;
    const names = keys.map(noteOf);
    this.#change((notes) => {
      const missing = names.filter((name) => !notes[name]?.includes(place));
      const room = mostNoted - Object.keys(notes).length;
      const added = [
        ...missing.filter((name) => notes[name]),
        ...missing.filter((name) => !notes[name]).slice(0, Math.max(0, room)),
      ].map((name) => [name, [...(notes[name] ?? []), place].slice(-mostPlaces)] as const);
      return added.length === 0 ? notes : { ...notes, ...Object.fromEntries(added) };
    });
  }

  /** True when other settings use it too, or nobody can tell; these do not any more. */
  remove(key: string): boolean {
    const { memory, notes: shared, settingsId: place } = this.#ports;
    const name = noteOf(key);
    const all = [memory, shared].map((one) => notesIn(one.get(notesKey)));
    const isUsed = all.some((notes) =>
      notes[name] ? notes[name].some((other) => other !== place) : Object.keys(notes).length >= mostNoted,
    );
    if (isUsed) {
      this.#change((notes) => {
        const others = notes[name]?.filter((other) => other !== place);
        return others && others.length !== notes[name]?.length ? { ...notes, [name]: others } : notes;
      });
    }
    return isUsed;
  }

  forget(key: string): void {
    const forgotten = noteOf(key);
    this.#change((notes) =>
      notes[forgotten] ? Object.fromEntries(Object.entries(notes).filter(([name]) => name !== forgotten)) : notes,
    );
  }

  /** Writes only what is changed. @param change Returns the same notes where nothing is. */
  #change(change: (notes: Notes) => Notes): void {
    const { memory, notes: shared } = this.#ports;
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

function noteOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The memory is ours, but its content may be from another version. */
function notesIn(value: unknown): Notes {
  const isPlaces = (places: unknown): places is string[] =>
    Array.isArray(places) && places.every((place) => typeof place === 'string');
  return isRecord(value) && Object.values(value).every(isPlaces) ? (value as Notes) : {};
}
