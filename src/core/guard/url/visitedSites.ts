import type { StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';

const key = 'sites';
/** The number of sites of one server, and of servers, that are kept. The oldest are forgotten first. */
const maxSites = 100;
const maxServers = 200;

/** The sites that the user has opened for each server. Only the site of a URL is stored (see `siteOf`): the rest may be secret. */
export class VisitedSites {
  readonly #memory: StateStore;

  constructor(memory: StateStore) {
    this.#memory = memory;
  }

  /** The sites that the user has opened for this server. */
  ofServer(serverId: string): readonly string[] {
    return this.#read().get(serverId) ?? [];
  }

  /** The sites that the user has opened for any server. */
  all(): readonly string[] {
    return [...new Set([...this.#read().values()].flat())];
  }

  /** Stores that the user has opened a page of this site for this server. */
  add(serverId: string, site: string): void {
    const servers = this.#read();
    const sites = [...(servers.get(serverId) ?? []).filter((known) => known !== site), site].slice(-maxSites);
    servers.delete(serverId);
    servers.set(serverId, sites);
    try {
      this.#memory.set(key, Object.fromEntries([...servers].slice(-maxServers)));
    } catch {
      // The user's answer counts anyway; the next time, the site is shown as not opened before.
    }
  }

  #read(): Map<string, readonly string[]> {
    const stored = this.#stored();
    return new Map(
      Object.entries(isRecord(stored) ? stored : {}).flatMap(([server, sites]) =>
        Array.isArray(sites) ? [[server, sites.filter((site): site is string => typeof site === 'string')]] : [],
      ),
    );
  }

  /** Reads the stored value; `undefined` if reading fails. */
  #stored(): unknown {
    try {
      return this.#memory.get(key);
    } catch {
      return undefined;
    }
  }
}
