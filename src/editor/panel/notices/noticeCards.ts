import type { Notice } from '#bridge/messages.ts';
import type { ArgumentSecrets } from '#core/model/argumentSecrets.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';

const maxNotices = 3;

/** A call that the notice offers to run again: its request was withdrawn while the user answered it. */
export interface CallToRepeat {
  readonly serverId: string;
  readonly request: CallRequest;
  readonly secrets?: ArgumentSecrets | undefined;
}

/** The request that a notice is about. */
type NoticedRequest = Pick<ElicitationRequest, 'id' | 'server' | 'call' | 'message'>;

interface StoredNotice {
  readonly notice: Notice;
  readonly request: NoticedRequest | undefined;
  readonly callToRepeat: CallToRepeat | undefined;
}

/** The notices above the screen: the newest three, each until it is dismissed, and of a server at most one about a request. */
export class NoticeCards {
  #notices: readonly StoredNotice[] = [];
  #count = 0;

  get all(): Notice[] {
    return this.#notices.map(({ notice }) => notice);
  }

  /** Adds a notice, in place of an earlier one about the same request, or about another one of its server. */
  show(
    notice: Omit<Notice, 'id' | 'runAgain'>,
    { request, callToRepeat }: { request?: NoticedRequest; callToRepeat?: CallToRepeat | undefined } = {},
  ): void {
    const earlier = request && this.#notices.find((stored) => stored.request?.id === request.id);
    this.#count += 1;
    const id = earlier?.notice.id ?? `notice-${this.#count}`;
    const newNotice = { ...notice, id, ...(callToRepeat && { runAgain: true as const }) };
    const storedNotice = { notice: newNotice, request, callToRepeat };
    const isReplaced = (other: StoredNotice) => request !== undefined && other.request?.server.id === request.server.id;
    this.#notices = earlier
      ? this.#notices.map((other) => (other === earlier ? storedNotice : other))
      : [...this.#notices.filter((other) => !isReplaced(other)), storedNotice].slice(-maxNotices);
  }

  /** Removes the notices about requests for which `isObsolete` is true. */
  removeWhere(isObsolete: (request: NoticedRequest) => boolean): void {
    this.#notices = this.#notices.filter(({ request }) => !request || !isObsolete(request));
  }

  /** Removes a notice. Returns the call that it offered to run again. */
  dismiss(id: string): CallToRepeat | undefined {
    const callToRepeat = this.#notices.find(({ notice }) => notice.id === id)?.callToRepeat;
    this.#notices = this.#notices.filter(({ notice }) => notice.id !== id);
    return callToRepeat;
  }

  clear(): void {
    this.#notices = [];
  }
}
