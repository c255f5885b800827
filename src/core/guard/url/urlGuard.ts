import type { ParsedUrl } from './readUrl.ts';
import type { UrlFinding } from './urlFinding.ts';
import { siteOf, urlFindings } from './urlFindings.ts';
import type { VisitedSites } from './visitedSites.ts';

/** Evaluates the URLs of one server, and stores which sites the user has opened for it. */
export class UrlGuard {
  readonly #serverId: string;
  readonly #sites: VisitedSites;
  readonly #serverUrl: () => string | undefined;

  /** `serverUrl`: the server's own URL, if it has one. */
  constructor(serverId: string, sites: VisitedSites, serverUrl: () => string | undefined) {
    this.#serverId = serverId;
    this.#sites = sites;
    this.#serverUrl = serverUrl;
  }

  /** The present findings in a URL, the most serious first. */
  findings(url: ParsedUrl): readonly UrlFinding[] {
    return urlFindings(url, {
      serverUrl: this.#serverUrl(),
      visited: this.#sites.ofServer(this.#serverId),
      known: this.#sites.all(),
    });
  }

  /** The user has consented to open it. */
  addOpened(url: ParsedUrl): void {
    this.#sites.add(this.#serverId, siteOf(url));
  }
}
