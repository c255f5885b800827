import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';
import type { PermissionPage, ThirdParty } from '#demo/pages/thirdParty.ts';
import type { Permission, VisitPage } from '#demo/stories/story.ts';
import { replay } from './replay.ts';

/**
 * Calls that are refused until their pages are answered, and then made again by the client. In this era a call that is
 * made again carries nothing to know it by, so the open pages are kept by the story's name.
 * Source: MCP specification 2025-11-25, client/elicitation, "URL Elicitation Required Error".
 */
export class Requiring {
  readonly #thirdParty: ThirdParty;
  readonly #completed: (page: PermissionPage) => void;
  /** The pages' ids, by story and permission. */
  readonly #pages = new Map<string, Map<string, string>>();

  /** `completed` is called once for each page that was answered, whether or not a client waits for it. */
  constructor(thirdParty: ThirdParty, completed: (page: PermissionPage) => void) {
    this.#thirdParty = thirdParty;
    this.#completed = completed;
  }

  /** @throws UrlElicitationRequiredError with the pages that are not answered yet. */
  async tell<T>(story: string, tell: (visit: VisitPage) => Promise<T>): Promise<T> {
    const pages = this.#pages.get(story) ?? new Map<string, string>();
    this.#pages.set(story, pages);
    const verdicts = [...pages].flatMap(([key, id]) => {
      const verdict = this.#thirdParty.get(id)?.verdict;
      return verdict ? [[key, verdict] as const] : [];
    });
    const outcome = await replay((_put, visit) => tell(visit), new Map(), new Map(verdicts));
    if ('told' in outcome) {
      for (const id of pages.values()) {
        this.#thirdParty.forget(id);
      }
      this.#pages.delete(story);
      return outcome.told;
    }
    const elicitations = [];
    for (const asked of outcome.waitsFor) {
      if ('requestedSchema' in asked) {
        throw new Error('A story that needs permissions first has no forms.');
      }
      const { id, url } = await this.#pageFor(asked, pages);
      elicitations.push({ mode: 'url' as const, message: asked.message, url, elicitationId: id });
    }
    throw new UrlElicitationRequiredError(elicitations);
  }

  /** The same page as long as it waits: asking for it again means "not yet". */
  async #pageFor(permission: Permission, pages: Map<string, string>): Promise<PermissionPage> {
    const known = this.#thirdParty.get(pages.get(permission.key) ?? '');
    if (known) {
      return known;
    }
    const page = await this.#thirdParty.open(permission);
    pages.set(permission.key, page.id);
    void page.answered.then(() => this.#completed(page));
    return page;
  }
}
