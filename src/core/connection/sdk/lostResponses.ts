import type { JSONRPCErrorResponse, JSONRPCRequest, TransportSendOptions } from '@modelcontextprotocol/client';
import type { RequestId } from '#core/common/ids.ts';

/** The `data` of the error that ends a request whose response is lost. No server can send it. */
export const lostResponse = Symbol('lostResponse');

/**
 * The host's requests that wait for a response. Over Streamable HTTP the transport reports the end of a request's response
 * stream: the SDK leaves a request pending if the stream has ended without the response.
 */
export class AwaitedResponses {
  readonly #awaited = new Set<RequestId>();
  readonly #streamed = new Set<RequestId>();

  add(id: RequestId): void {
    this.#awaited.add(id);
  }

  /** True if a response to this request was still awaited. */
  remove(id: RequestId): boolean {
    this.#streamed.delete(id);
    return this.#awaited.delete(id);
  }

  /**
   * Returns the options to send a request with, so that `onLost` is called when the response stream ends without the
   * response. `subscriptions/listen` is left out, because the SDK watches its stream.
   */
  watchStream(
    { id, method }: JSONRPCRequest,
    options: TransportSendOptions | undefined,
    onLost: (id: RequestId) => void,
  ): TransportSendOptions | undefined {
    if (method === 'subscriptions/listen') {
      return options;
    }
    this.#streamed.add(id);
    return {
      ...options,
      onRequestStreamEnd: () => {
        options?.onRequestStreamEnd?.();
        if (this.#streamed.has(id)) {
          onLost(id);
        }
      },
    };
  }

  /**
   * Returns the error response that ends a request whose response is lost; `undefined` if the request has ended, or has no
   * watched stream.
   */
  giveUp(id: RequestId, reason: string): JSONRPCErrorResponse | undefined {
    if (!this.#streamed.has(id)) {
      return undefined;
    }
    this.remove(id);
    return { jsonrpc: '2.0', id, error: { code: -32000, message: reason, data: lostResponse } };
  }
}
