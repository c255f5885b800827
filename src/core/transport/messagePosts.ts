import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { ConcurrencyLimit, maxConcurrentReplies } from './concurrencyLimit.ts';
import { reportError } from './receivedMessages.ts';

/** Posts the messages of a transport over HTTP, with a limit of concurrent replies. */
export class MessagePosts {
  readonly #transport: Pick<Transport, 'onerror'>;
  readonly #closing: AbortSignal;
  readonly #replyLimit = new ConcurrencyLimit(maxConcurrentReplies);

  /** `closing`: aborts every post. */
  constructor(transport: Pick<Transport, 'onerror'>, closing: AbortSignal) {
    this.#transport = transport;
    this.#closing = closing;
  }

  /**
   * Posts a message by `post`, at once or when fewer replies are posted. A failure is reported to the transport's `onerror`, too.
   * @throws what `post` throws; the reason of a signal that was aborted before `post` ran
   */
  async send(
    message: JSONRPCMessage,
    requestSignal: AbortSignal | undefined,
    post: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const signal = requestSignal ? AbortSignal.any([this.#closing, requestSignal]) : this.#closing;
    try {
      await ('method' in message ? post(signal) : this.#replyLimit.run(() => post(signal), signal));
    } catch (error) {
      if (!signal.aborted) {
        reportError(this.#transport, error);
      }
      throw error;
    }
  }
}
