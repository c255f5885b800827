import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type ElicitRequest,
  ElicitResultSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { PermissionPage, ThirdParty } from '#demo/pages/thirdPartySite.ts';
import type { Permission, StoryProgress, UrlOutcome } from '#demo/stories/story.ts';
import type { ElicitReply, FormParams } from './validatedElicitation.ts';

export type CallContext = RequestHandlerExtra<ServerRequest, ServerNotification>;

interface ElicitationSenderOptions {
  readonly context: CallContext;
  /** True if the client declared form mode. */
  readonly showsForms: boolean;
  readonly thirdParty: ThirdParty;
  readonly report: (step: StoryProgress) => Promise<void>;
  /** Called when the user has answered on a page. */
  readonly onPageAnswered: (page: PermissionPage) => void;
}

/** The maximum delay of a Node timer, in milliseconds. With the SDK's default a request would fail after 60 s. */
const noTimeout = 2_147_483_647;

/** Sends the elicitations of one call to the client, each as an `elicitation/create` request. */
export class ElicitationSender {
  readonly #options: ElicitationSenderOptions;
  // Each request has a controller: if a shared one was aborted, the SDK would also cancel the requests that were answered.
  readonly #pendingRequests = new Set<AbortController>();
  readonly #pages = new Set<PermissionPage>();

  constructor(options: ElicitationSenderOptions) {
    this.#options = options;
    options.context.signal.addEventListener('abort', () => this.cancelPending());
  }

  /** @throws Error with a sentence for the user if the client shows no forms or replies with an error. */
  async elicitForm({ message, requestedSchema }: FormParams): Promise<ElicitReply> {
    if (!this.#options.showsForms) {
      throw new Error(
        'This tool needs to ask you something, and your client cannot show forms (it did not declare the ' +
          'elicitation capability). Nothing was done.',
      );
    }
    return this.#send({ message, requestedSchema });
  }

  /**
   * Waits for the client's reply and then for the user's answer on the page: `accept` means only that the user agreed to open it.
   *
   * @throws Error with a sentence for the user if the client replies with an error.
   */
  async elicitUrl(permission: Permission): Promise<UrlOutcome> {
    const { thirdParty, report, onPageAnswered } = this.#options;
    const page = await thirdParty.open(permission);
    this.#pages.add(page);
    void page.answered.then(() => onPageAnswered(page));
    const { message, service } = permission;
    const { action } = await this.#send({ mode: 'url', message, url: page.url, elicitationId: page.id });
    if (action !== 'accept') {
      return action;
    }
    const total = this.#pages.size;
    await report({ progress: total - 1, total, message: `Waiting for your answer on the page of ${service}` });
    return page.answered;
  }

  /** Cancels the requests without a reply (`notifications/cancelled`) and removes the pages. */
  cancelPending(): void {
    for (const controller of this.#pendingRequests) {
      controller.abort();
    }
    for (const { id } of this.#pages) {
      this.#options.thirdParty.forget(id);
    }
  }

  async #send(params: ElicitRequest['params']): Promise<ElicitReply> {
    const controller = new AbortController();
    this.#pendingRequests.add(controller);
    try {
      // `elicitInput` would turn an invalid answer into an error, so that the form could not be sent again.
      return await this.#options.context.sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema, {
        timeout: noTimeout,
        signal: controller.signal,
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The question could not be put to you (${reason}). Nothing was done.`, { cause: error });
    } finally {
      this.#pendingRequests.delete(controller);
    }
  }
}
