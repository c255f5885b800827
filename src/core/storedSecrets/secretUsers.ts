import { parsedJson } from '../../form/json.ts';
import type { SecretStore } from '../authorization/ports.ts';

/** As many as are noted for one secret. */
const mostPlaces = 50;

/**
 * Notes beside a secret which settings use it: profiles and remote machines share the store, but not the settings, and may
 * have an entry for the same server.
 */
export class SecretUsers {
  readonly #secrets: SecretStore;
  readonly #place: string;

  /** @param place Names these settings among all that share the store. */
  constructor(secrets: SecretStore, place: string) {
    this.#secrets = secrets;
    this.#place = place;
  }

  async add(key: string): Promise<void> {
    const places = await this.#places(key);
    if (!places.includes(this.#place)) {
      await this.#secrets.set(noteOf(key), JSON.stringify([...places, this.#place].slice(-mostPlaces)));
    }
  }

  /** True when other settings use the secret too; these do not any more. */
  async leave(key: string): Promise<boolean> {
    const others = (await this.#places(key)).filter((place) => place !== this.#place);
    if (others.length > 0) {
      await this.#secrets.set(noteOf(key), JSON.stringify(others));
    }
    return others.length > 0;
  }

  async forget(key: string): Promise<void> {
    await this.#secrets.delete(noteOf(key));
  }

  async #places(key: string): Promise<string[]> {
    const value = parsedJson(await this.#secrets.get(noteOf(key)));
    return Array.isArray(value) ? value.filter((place) => typeof place === 'string') : [];
  }
}

function noteOf(key: string): string {
  return `usedBy:${key}`;
}
