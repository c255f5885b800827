import type { JSONRPCErrorResponse, JSONRPCRequest, TransportSendOptions } from '@modelcontextprotocol/client';
import type { RequestId } from '#core/common/ids.ts';

/** The `data` of the error that ends a request whose response is lost. No server can send it. */
export const lostResponse = Symbol('lostResponse');

/**
 * Our requests that wait for a response, and those of them whose response stream the transport reports the end of
 * (Streamable HTTP). The SDK leaves a request pending whose response stream has ended without the response.
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
   * The options to send a request with, so that `lost` is called when its response stream ends without the response. The
   * SDK itself watches the stream of `subscriptions/listen`.
   */
  watchStream(
    { id, method }: JSONRPCRequest,
    options: TransportSendOptions | undefined,
    lost: (id: RequestId) => void,
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
          lost(id);
        }
      },
    };
  }

  /** The response that ends a request whose own is lost; `undefined` if the request has ended otherwise. */
  giveUp(id: RequestId, reason: string): JSONRPCErrorResponse | undefined {
    if (!this.#streamed.has(id)) {
      return undefined;
    }
    this.remove(id);
    return { jsonrpc: '2.0', id, error: { code: -32000, message: reason, data: lostResponse } };
  }
}
