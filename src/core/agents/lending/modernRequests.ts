import type { LentMessage } from './lentConnection.ts';
import { revisionIn } from './lentRequests.ts';

interface ModernRequest {
  readonly method: string | undefined;
  readonly revision: string;
  readonly abort: AbortController;
}

/** The requests of 2026-07-28 over one HTTP connection whose response has not come, by the JSON of their id. */
export class ModernRequests {
  readonly #requests = new Map<string, ModernRequest>();
  #isAccepted = false;

  /** Adds a request, if it is one. Returns the signal that ends it. */
  add(id: string, { head, value }: LentMessage): AbortSignal {
    const revision = revisionIn(value);
    const abort = new AbortController();
    if (revision !== undefined) {
      this.#requests.set(id, { method: head.method, revision, abort });
    }
    return abort.signal;
  }

  get(id: string): ModernRequest | undefined {
    return this.#requests.get(id);
  }

  remove(id: string): void {
    this.#requests.delete(id);
  }

  /** Called when the server has accepted a request. */
  accepted(): void {
    this.#isAccepted = true;
  }

  /** Called when the session begins with `initialize`. */
  begun(): void {
    this.#isAccepted = false;
  }

  /**
   * Ends a request that the agent has cancelled, by the end of its response. False if the cancellation is to be sent: up to 2025-11-25.
   * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Cancellation".
   */
  cancel(id: string): boolean {
    const request = this.#requests.get(id);
    this.#requests.delete(id);
    request?.abort.abort(new DOMException('The request was cancelled.', 'AbortError'));
    return request !== undefined || this.#isAccepted;
  }
}
