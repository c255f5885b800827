import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isRequestId, type RequestId } from '#core/common/ids.ts';
import { ConcurrencyLimit, maxConcurrentReplies } from './concurrencyLimit.ts';
import { reportError } from './receivedMessages.ts';

/** The time in which a server can end the response of a request that is answered or cancelled. In milliseconds. */
const endMs = 2000;
/** The time in which a server has to accept a cancellation. In milliseconds. */
const cancellationMs = 10_000;

/** The HTTP exchange of a request of the host. */
interface RequestExchange {
  readonly end: AbortController;
  isCancelled: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Posts the messages of a transport over HTTP, with a limit of concurrent replies. Ends the exchange of each request that is
 * answered or cancelled, soon after that: otherwise a server could keep the connections of any number of such requests open. The SDK
 * does this only for cancelled requests of the modern era.
 */
export class MessagePosts {
  readonly #transport: Pick<Transport, 'onerror'>;
  readonly #closing: AbortSignal;
  readonly #replyLimit = new ConcurrencyLimit(maxConcurrentReplies);
  /** The exchanges that are not over, by the ids of their requests. */
  readonly #exchanges = new Map<RequestId, RequestExchange>();

  /** `closing`: aborts every post. */
  constructor(transport: Pick<Transport, 'onerror'>, closing: AbortSignal) {
    this.#transport = transport;
    this.#closing = closing;
  }

  /**
   * Posts a message by `post`, at once or when fewer replies are posted. A failure is reported to the transport's `onerror`, too.
   * `post` resolves when the message is posted, with a promise of the end of its response if that continues.
   * @throws what `post` throws; the reason of a signal that was aborted before `post` ran
   */
  async send(
    message: JSONRPCMessage,
    requestSignal: AbortSignal | undefined,
    post: (signal: AbortSignal) => Promise<{ readonly responseEnd: Promise<void> } | undefined>,
  ): Promise<void> {
    if (!('method' in message)) {
      const signal = this.#signal(requestSignal);
      return this.#reported(signal, () => this.#replyLimit.run(async () => void (await post(signal)), signal));
    }
    if ('id' in message) {
      return this.#sendRequest(message.id, requestSignal, post);
    }
    const isCancellation = message.method === 'notifications/cancelled';
    const cancelled = isCancellation ? message.params?.['requestId'] : undefined;
    const exchange = isRequestId(cancelled) ? this.#exchanges.get(cancelled) : undefined;
    const signal = this.#signal(requestSignal, isCancellation ? AbortSignal.timeout(cancellationMs) : undefined);
    if (exchange) {
      exchange.isCancelled = true;
    }
    try {
      await this.#reported(signal, () => post(signal));
    } finally {
      if (exchange) {
        endSoon(exchange);
      }
    }
  }

  /** True if the request with this id was cancelled. */
  isCancelled(id: RequestId): boolean {
    return this.#exchanges.get(id)?.isCancelled === true;
  }

  /** Handles the response to the request with this id. */
  markAnswered(id: RequestId): void {
    const exchange = this.#exchanges.get(id);
    if (exchange) {
      endSoon(exchange);
    }
  }

  async #sendRequest(
    id: RequestId,
    requestSignal: AbortSignal | undefined,
    post: Parameters<MessagePosts['send']>[2],
  ): Promise<void> {
    const exchange: RequestExchange = { end: new AbortController(), isCancelled: false, timer: undefined };
    this.#exchanges.set(id, exchange);
    const finish = () => {
      clearTimeout(exchange.timer);
      // The id may have been used again.
      if (this.#exchanges.get(id) === exchange) {
        this.#exchanges.delete(id);
      }
    };
    const signal = this.#signal(requestSignal, exchange.end.signal);
    try {
      const posted = await this.#reported(signal, () => post(signal));
      if (posted) {
        void posted.responseEnd.finally(finish);
      } else {
        finish();
      }
    } catch (error) {
      finish();
      throw error;
    }
  }

  #signal(...others: (AbortSignal | undefined)[]): AbortSignal {
    const signals = others.filter((signal) => signal !== undefined);
    return signals.length > 0 ? AbortSignal.any([this.#closing, ...signals]) : this.#closing;
  }

  async #reported<T>(signal: AbortSignal, post: () => Promise<T>): Promise<T> {
    try {
      return await post();
    } catch (error) {
      if (!signal.aborted) {
        reportError(this.#transport, error);
      }
      throw error;
    }
  }
}

function endSoon(exchange: RequestExchange): void {
  const reason = () => new DOMException('The request is over.', 'AbortError');
  exchange.timer ??= setTimeout(() => exchange.end.abort(reason()), endMs).unref();
}
