import type { AnswerBody, Ask } from '#agentProtocol/agentMessages.ts';
import { RequestEnd } from '#core/elicitation/pushedRequest.ts';
import type { Call } from '#core/model/call.ts';
import type { Withdrawal } from '#core/model/elicitationRequest.ts';
import type { ByteBudget } from './byteBudget.ts';

/** A request of a client that waits for its answer. */
export interface WaitingRequest {
  readonly ask: Ask;
  /** The call that asks, if it is certain which one. */
  readonly call: Call | undefined;
  /** The calls that may have asked, if it is not certain which one. */
  readonly candidates: readonly Call[];
  /** Aborted with a `RequestEnd` when the request is withdrawn. */
  readonly signal: AbortSignal;
  /** Sends the answer, unless the request was answered or withdrawn. False if it was. */
  readonly reply: (answer: AnswerBody) => boolean;
  /** Ends the request, without an answer if there was none. */
  readonly close: () => void;
}

/** The number of requests of one client that may wait. */
const maxOpen = 100;

/** The requests of one client that wait for their answers. Each is answered at most once, and not after it was withdrawn. */
export class WaitingRequests {
  readonly #open = new Map<string, { readonly request: WaitingRequest; readonly end: AbortController }>();
  readonly #budget: ByteBudget;
  readonly #send: (ask: Ask, answer: AnswerBody) => void;

  constructor(budget: ByteBudget, send: (ask: Ask, answer: AnswerBody) => void) {
    this.#budget = budget;
    this.#send = send;
  }

  get all(): readonly WaitingRequest[] {
    return [...this.#open.values()].map(({ request }) => request);
  }

  get(id: string): WaitingRequest | undefined {
    return this.#open.get(id)?.request;
  }

  /** Adds a request of these calls, whose id no other has. `undefined` if too many wait, or if they are too long together. */
  add(ask: Ask, calls: readonly Call[], bytes: number): WaitingRequest | undefined {
    const release = this.#open.size < maxOpen ? this.#budget.take(bytes) : undefined;
    if (!release) {
      return undefined;
    }
    const end = new AbortController();
    const isOpen = () => this.#open.get(ask.id)?.request === request;
    const close = () => {
      release();
      if (isOpen()) {
        this.#open.delete(ask.id);
      }
    };
    const request: WaitingRequest = {
      ask,
      call: calls.length === 1 ? calls[0] : undefined,
      candidates: calls.length > 1 ? calls : [],
      signal: end.signal,
      reply: (answer) => {
        const isWaiting = isOpen();
        if (isWaiting) {
          close();
          this.#send(ask, answer);
        }
        return isWaiting;
      },
      close,
    };
    this.#open.set(ask.id, { request, end });
    return request;
  }

  /** Ends a request without an answer, and returns it. `undefined` if it does not wait. */
  withdraw(id: string, withdrawal: Withdrawal): WaitingRequest | undefined {
    const open = this.#open.get(id);
    open?.request.close();
    open?.end.abort(new RequestEnd(withdrawal));
    return open?.request;
  }
}
