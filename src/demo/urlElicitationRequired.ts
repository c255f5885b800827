import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';
import type { PermissionPage, ThirdParty } from '#demo/pages/thirdPartySite.ts';
import type { ElicitUrl, Permission } from '#demo/stories/story.ts';
import { runWithAnswers } from './storyRun.ts';

/**
 * Runs calls that fail with -32042 until the user has answered their pages; the client then retries them. In this era nothing
 * identifies a retried call, so the open pages are stored by the name of the story.
 * Source: MCP specification 2025-11-25, client/elicitation, "URL Elicitation Required Error".
 */
export class UrlElicitationRequiredCalls {
  readonly #thirdParty: ThirdParty;
  readonly #onPageAnswered: (page: PermissionPage) => void;
  /** The pages' ids, by story and permission. */
  readonly #pages = new Map<string, Map<string, string>>();

  /** `onPageAnswered` is called once for each answered page, even if no call waits for it. */
  constructor(thirdParty: ThirdParty, onPageAnswered: (page: PermissionPage) => void) {
    this.#thirdParty = thirdParty;
    this.#onPageAnswered = onPageAnswered;
  }

  /** @throws UrlElicitationRequiredError with the pages that have no answer yet. */
  async run<T>(story: string, runStory: (elicitUrl: ElicitUrl) => Promise<T>): Promise<T> {
    const pages = this.#pages.get(story) ?? new Map<string, string>();
    this.#pages.set(story, pages);
    const verdicts = [...pages].flatMap(([key, id]) => {
      const verdict = this.#thirdParty.get(id)?.verdict;
      return verdict ? [[key, verdict] as const] : [];
    });
    const outcome = await runWithAnswers((_sendForm, elicitUrl) => runStory(elicitUrl), new Map(), new Map(verdicts));
    if ('result' in outcome) {
      for (const id of pages.values()) {
        this.#thirdParty.forget(id);
      }
      this.#pages.delete(story);
      return outcome.result;
    }
    const elicitations = [];
    for (const elicitation of outcome.inputRequired) {
      if ('requestedSchema' in elicitation) {
        throw new Error('A story that needs permissions first has no forms.');
      }
      const { id, url } = await this.#pageFor(elicitation, pages);
      elicitations.push({ mode: 'url' as const, message: elicitation.message, url, elicitationId: id });
    }
    throw new UrlElicitationRequiredError(elicitations);
  }

  /** Returns the same page until it is answered: for the client, a repeated URL means "not yet". */
  async #pageFor(permission: Permission, pages: Map<string, string>): Promise<PermissionPage> {
    const openPage = this.#thirdParty.get(pages.get(permission.key) ?? '');
    if (openPage) {
      return openPage;
    }
    const page = await this.#thirdParty.open(permission);
    pages.set(permission.key, page.id);
    void page.answered.then(() => this.#onPageAnswered(page));
    return page;
  }
}
