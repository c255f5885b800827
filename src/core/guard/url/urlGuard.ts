import type { ParsedUrl } from './readUrl.ts';
import type { UrlFinding } from './urlFinding.ts';
import { siteOf, urlFindings } from './urlFindings.ts';
import type { VisitedSites } from './visitedSites.ts';

/** Evaluates the URLs of one server, and stores the sites that the user has opened for this server. */
export class UrlGuard {
  readonly #serverId: string;
  readonly #sites: VisitedSites;
  readonly #serverUrl: () => string | undefined;

  /** `serverUrl` returns the URL of the server, if it has one. */
  constructor(serverId: string, sites: VisitedSites, serverUrl: () => string | undefined) {
    this.#serverId = serverId;
    this.#sites = sites;
    this.#serverUrl = serverUrl;
  }

  /** The findings about a URL, the most serious first. The findings change when the user opens sites. */
  findings(url: ParsedUrl): readonly UrlFinding[] {
    return urlFindings(url, {
      serverUrl: this.#serverUrl(),
      visited: this.#sites.ofServer(this.#serverId),
      known: this.#sites.all(),
    });
  }

  /** Stores that the user has consented to open this URL. */
  addOpened(url: ParsedUrl): void {
    this.#sites.add(this.#serverId, siteOf(url));
  }
}
