import { t } from '@vscode/l10n';
import type { RequestId } from '#core/common/ids.ts';
import { maxMessageLength } from '#core/common/messageLimits.ts';
import { settlesWithin } from '#core/common/timing.ts';
import { formatNumber } from '#form/language.ts';

/**
 * The number of requests of a server that may wait for the host's replies, and the number of characters of JSON in all of
 * them. The limits are high because a server that sends thousands of requests at once reads no replies until it has sent
 * them.
 */
const maxRequests = 12_000;
const maxTotalLength = 4 * maxMessageLength;

interface PendingRequest {
  readonly length: number;
  isReplyBeingSent: boolean;
}

/**
 * The server's requests whose replies the transport has not handed over yet. The SDK does not track them: it accepts any
 * number of requests, handles two with the same id at once, and closes a connection without waiting for replies that are
 * being sent.
 */
export class PendingReplies {
  readonly #requests = new Map<RequestId, PendingRequest>();
  #length = 0;
  #drains: (() => void)[] = [];

  /** Why no more requests can be accepted, as a sentence for the user; `undefined` if they can. */
  get fault(): string | undefined {
    if (this.#requests.size >= maxRequests) {
      return t('It sent more than {0} requests and did not read the replies.', formatNumber(maxRequests));
    }
    return this.#length >= maxTotalLength
      ? t('It sent requests of more than {0} characters and did not read the replies.', formatNumber(maxTotalLength))
      : undefined;
  }

  has(id: RequestId): boolean {
    return this.#requests.has(id);
  }

  add(id: RequestId, request: object): void {
    const { length } = JSON.stringify(request);
    this.#requests.set(id, { length, isReplyBeingSent: false });
    this.#length += length;
  }

  /** Notes that a reply is being sent. The request need not have been added: it may have been refused unread. */
  markSending(id: RequestId): void {
    const request = this.#requests.get(id);
    if (request) {
      request.isReplyBeingSent = true;
    } else {
      this.#requests.set(id, { length: 0, isReplyBeingSent: true });
    }
  }

  /** Removes a request that the server has cancelled, unless its reply is being sent. */
  cancel(id: RequestId): void {
    if (this.#requests.get(id)?.isReplyBeingSent === false) {
      this.remove(id);
    }
  }

  /** Removes a request whose reply was handed over, or cannot be. */
  remove(id: RequestId): void {
    this.#length -= this.#requests.get(id)?.length ?? 0;
    this.#requests.delete(id);
    if (this.#requests.size === 0) {
      this.endDrains();
    }
  }

  /** Waits at most `ms` until no request is left, or `endDrains` is called. */
  async drain(ms: number): Promise<void> {
    if (this.#requests.size > 0) {
      await settlesWithin(new Promise<void>((resolve) => this.#drains.push(resolve)), ms);
    }
  }

  /** Ends every `drain`, because no reply can leave any more. */
  endDrains(): void {
    const drains = this.#drains;
    this.#drains = [];
    for (const resolve of drains) {
      resolve();
    }
  }
}
