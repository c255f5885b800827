import type { StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';

const key = 'sites';
/** Of one server; the ones that were opened longest ago are forgotten first. */
const sitesKept = 100;
const serversKept = 200;

/**
 * The sites that each server has sent the person to, with their consent. Of a URL only the site is kept (see `siteOf`):
 * what stands behind it may be secret.
 */
export class VisitedSites {
  readonly #memory: StateStore;

  constructor(memory: StateStore) {
    this.#memory = memory;
  }

  /** Sites that this server has sent the person to. */
  of(serverId: string): readonly string[] {
    return this.#read().get(serverId) ?? [];
  }

  /** Sites that any server has sent the person to. */
  all(): readonly string[] {
    return [...new Set([...this.#read().values()].flat())];
  }

  /** The person has opened a page of this site for this server. */
  add(serverId: string, site: string): void {
    const servers = this.#read();
    const sites = [...(servers.get(serverId) ?? []).filter((known) => known !== site), site].slice(-sitesKept);
    servers.delete(serverId);
    servers.set(serverId, sites);
    try {
      this.#memory.set(key, Object.fromEntries([...servers].slice(-serversKept)));
    } catch {
      // The person's answer counts all the same; the next time the site is shown as one that they have not opened.
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

  /** A memory that fails knows nothing. */
  #stored(): unknown {
    try {
      return this.#memory.get(key);
    } catch {
      return undefined;
    }
  }
}
