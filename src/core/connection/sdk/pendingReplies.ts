import { t } from '@vscode/l10n';
import type { RequestId } from '#core/common/ids.ts';
import { maxMessageLength } from '#core/common/messageLimits.ts';
import { settlesWithin } from '#core/common/timing.ts';
import { formatNumber } from '#form/language.ts';

/**
 * The most requests of a server that may wait for our replies, and the most characters of JSON in all of them. A server that
 * sends thousands at once reads no reply meanwhile, and takes its time on a busy machine.
 */
const maxRequests = 12_000;
const maxText = 4 * maxMessageLength;

interface PendingRequest {
  readonly length: number;
  isReplySent: boolean;
}

/**
 * The server's requests whose replies the transport has not handed over yet. The SDK tracks neither: it accepts any number
 * of requests, runs two with the same id side by side, and closes a connection without waiting for replies on their way.
 */
export class PendingReplies {
  readonly #requests = new Map<RequestId, PendingRequest>();
  #length = 0;
  #drained: (() => void)[] = [];

  /** Why no further request can be accepted, as a sentence for the user. */
  get fault(): string | undefined {
    if (this.#requests.size >= maxRequests) {
      return t('It sent more than {0} requests and did not take the replies.', formatNumber(maxRequests));
    }
    return this.#length >= maxText
      ? t('It sent requests of more than {0} characters and did not take the replies.', formatNumber(maxText))
      : undefined;
  }

  has(id: RequestId): boolean {
    return this.#requests.has(id);
  }

  add(id: RequestId, request: object): void {
    const { length } = JSON.stringify(request);
    this.#requests.set(id, { length, isReplySent: false });
    this.#length += length;
  }

  /** A reply is on its way. The request need not have been added: it may have been refused unread. */
  sending(id: RequestId): void {
    const request = this.#requests.get(id);
    if (request) {
      request.isReplySent = true;
    } else {
      this.#requests.set(id, { length: 0, isReplySent: true });
    }
  }

  /** The server has cancelled the request. A reply that is on its way must still be handed over. */
  cancelled(id: RequestId): void {
    if (this.#requests.get(id)?.isReplySent === false) {
      this.remove(id);
    }
  }

  /** The reply was handed over, or cannot be. */
  remove(id: RequestId): void {
    this.#length -= this.#requests.get(id)?.length ?? 0;
    this.#requests.delete(id);
    if (this.#requests.size === 0) {
      this.settle();
    }
  }

  /** Waits at most `ms` until no request is left, or `settle` is called. */
  async drain(ms: number): Promise<void> {
    if (this.#requests.size > 0) {
      await settlesWithin(new Promise<void>((resolve) => this.#drained.push(resolve)), ms);
    }
  }

  /** No reply will leave any more: ends every `drain`. */
  settle(): void {
    const drained = this.#drained;
    this.#drained = [];
    for (const resolve of drained) {
      resolve();
    }
  }
}
