import { t } from '@vscode/l10n';
import type { RequestId } from '#core/common/ids.ts';
import { maxMessageLength } from '#core/common/messageLimits.ts';
import { settlesWithin } from '#core/common/timing.ts';
import { formatNumber } from '#form/language.ts';

/**
 * How many requests of a server wait for our replies at most, and of how many characters of JSON in all. A server that sends
 * thousands at a stroke reads no reply meanwhile, and takes its time on a busy machine.
 */
const mostRequests = 12_000;
const mostText = 4 * maxMessageLength;

interface Open {
  readonly length: number;
  /** Its reply is on its way. */
  replied: boolean;
}

/** The server's requests that still wait for our reply: until the transport has handed that over. */
export class PendingReplies {
  readonly #requests = new Map<RequestId, Open>();
  #length = 0;
  #drained: (() => void)[] = [];

  /** Why no other request can be taken, as a sentence. */
  get fault(): string | undefined {
    if (this.#requests.size >= mostRequests) {
      return t('It sent more than {0} requests and did not take the replies.', formatNumber(mostRequests));
    }
    return this.#length >= mostText
      ? t('It sent requests of more than {0} characters and did not take the replies.', formatNumber(mostText))
      : undefined;
  }

  has(id: RequestId): boolean {
    return this.#requests.has(id);
  }

  add(id: RequestId, request: object): void {
    const { length } = JSON.stringify(request);
    this.#requests.set(id, { length, replied: false });
    this.#length += length;
  }

  /** A reply is on its way, also one to a request that was not taken. */
  replying(id: RequestId): void {
    const open = this.#requests.get(id);
    if (open) {
      open.replied = true;
    } else {
      this.#requests.set(id, { length: 0, replied: true });
    }
  }

  /** The server does not want the reply any more; one that is on its way still has to be handed over. */
  cancelled(id: RequestId): void {
    if (this.#requests.get(id)?.replied === false) {
      this.answered(id);
    }
  }

  /** The reply was handed over, or cannot be. */
  answered(id: RequestId): void {
    this.#length -= this.#requests.get(id)?.length ?? 0;
    this.#requests.delete(id);
    if (this.#requests.size === 0) {
      this.settle();
    }
  }

  /** Waits until none is left, or `settle` is called, at most `ms`. */
  async drain(ms: number): Promise<void> {
    if (this.#requests.size > 0) {
      await settlesWithin(new Promise<void>((resolve) => this.#drained.push(resolve)), ms);
    }
  }

  /** No reply will leave any more: nobody has to wait for that. */
  settle(): void {
    const drained = this.#drained;
    this.#drained = [];
    for (const resolve of drained) {
      resolve();
    }
  }
}
