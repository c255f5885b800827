import type { ReadUrl } from './readUrl.ts';
import { siteOf, type UrlFinding, urlFindings } from './urlFindings.ts';
import type { VisitedSites } from './visitedSites.ts';

/** Judges the URLs that one server sends, and remembers where the person went for it. */
export class UrlGuard {
  readonly #serverId: string;
  readonly #sites: VisitedSites;
  readonly #serverUrl: () => string | undefined;

  /** `serverUrl`: where the server itself is, where that is known. */
  constructor(serverId: string, sites: VisitedSites, serverUrl: () => string | undefined) {
    this.#serverId = serverId;
    this.#sites = sites;
    this.#serverUrl = serverUrl;
  }

  /** What there is to say about a URL now, the most serious first. */
  findings(url: ReadUrl): readonly UrlFinding[] {
    return urlFindings(url, {
      serverUrl: this.#serverUrl(),
      visited: this.#sites.of(this.#serverId),
      known: this.#sites.all(),
    });
  }

  /** The person has agreed to open it. */
  opened(url: ReadUrl): void {
    this.#sites.add(this.#serverId, siteOf(url));
  }
}
