import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type ElicitRequest,
  ElicitResultSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { PermissionPage, ThirdParty } from '#demo/pages/thirdParty.ts';
import type { Permission, StoryProgress, Visited } from '#demo/stories/story.ts';
import type { Form, Reply } from './asking.ts';

export type CallContext = RequestHandlerExtra<ServerRequest, ServerNotification>;

interface PushingPorts {
  readonly context: CallContext;
  /** Whether the client declared form mode. */
  readonly showsForms: boolean;
  readonly thirdParty: ThirdParty;
  readonly report: (step: StoryProgress) => Promise<void>;
  /** Called when a page was answered. */
  readonly completed: (page: PermissionPage) => void;
}

/** The largest delay a Node timer takes, in milliseconds: the SDK's default would hang up on a person after 60 s. */
const AS_LONG_AS_IT_TAKES = 2_147_483_647;

/** The questions of one call, each pushed to the client as a request of its own. */
export class Pushing {
  readonly #ports: PushingPorts;
  // A signal for each question: from one that they share, the SDK would also take back those that are answered.
  readonly #open = new Set<AbortController>();
  readonly #pages = new Set<PermissionPage>();

  constructor(ports: PushingPorts) {
    this.#ports = ports;
    ports.context.signal.addEventListener('abort', () => this.takeBack());
  }

  /** @throws Error with a sentence for the person when the client shows no forms or answers with an error. */
  async put({ message, requestedSchema }: Form): Promise<Reply> {
    if (!this.#ports.showsForms) {
      throw new Error(
        'This tool needs to ask you something, and your client cannot show forms (it did not declare the ' +
          'elicitation capability). Nothing was done.',
      );
    }
    return this.#push({ message, requestedSchema });
  }

  /**
   * Waits for the client's word first and then for the page: `accept` says only that the person agreed to open it.
   *
   * @throws Error with a sentence for the person when the client answers with an error.
   */
  async visit(permission: Permission): Promise<Visited> {
    const { thirdParty, report, completed } = this.#ports;
    const page = await thirdParty.open(permission);
    this.#pages.add(page);
    void page.answered.then(() => completed(page));
    const { message, service } = permission;
    const { action } = await this.#push({ mode: 'url', message, url: page.url, elicitationId: page.id });
    if (action !== 'accept') {
      return action;
    }
    const total = this.#pages.size;
    await report({ progress: total - 1, total, message: `Waiting for your answer on the page of ${service}` });
    return page.answered;
  }

  /** Tells the client that the questions without an answer are void, and takes the pages away. */
  takeBack(): void {
    for (const question of this.#open) {
      question.abort();
    }
    for (const { id } of this.#pages) {
      this.#ports.thirdParty.forget(id);
    }
  }

  async #push(params: ElicitRequest['params']): Promise<Reply> {
    const question = new AbortController();
    this.#open.add(question);
    try {
      // Not `elicitInput`: it turns a wrong answer into an error and leaves no chance to ask again.
      return await this.#ports.context.sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema, {
        timeout: AS_LONG_AS_IT_TAKES,
        signal: question.signal,
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The question could not be put to you (${reason}). Nothing was done.`, { cause: error });
    } finally {
      this.#open.delete(question);
    }
  }
}
