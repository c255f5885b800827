import { Emitter } from '#core/common/events.ts';
import { Deliveries } from '#core/delivery/deliveries.ts';
import {
  type Decision,
  type ElicitationRequest,
  isByProgram,
  type Withdrawal,
} from '#core/model/elicitationRequest.ts';

/** How a request was settled: decided by the user, or withdrawn. */
export type Settlement = (
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'withdrawn'; readonly withdrawal: Withdrawal }
) & {
  /**
   * Present if the request was settled without acceptance while its page was being opened with the user's consent. Resolves
   * to true if the page was opened. Never rejects.
   */
  readonly opening?: Promise<boolean>;
};

interface WaitingRequest {
  readonly request: ElicitationRequest;
  readonly settle: (settlement: Settlement) => void;
  readonly isDelivered: boolean;
  opening?: Promise<boolean>;
}

/**
 * The requests that wait for the user, oldest first. Each request is settled exactly once, by the first attempt; every later
 * attempt returns false.
 */
export class Inbox {
  /** The deliveries of the answers. */
  readonly deliveries = new Deliveries();
  readonly #waiting = new Map<string, WaitingRequest>();
  /** The number of waiting requests, by server. */
  readonly #counts = new Map<string, number>();
  readonly #arrived = new Emitter<ElicitationRequest>();
  readonly #settled = new Emitter<{ request: ElicitationRequest; settlement: Settlement }>();

  /** Fires when a request was added. */
  readonly onDidArrive = this.#arrived.event;
  /** Fires when a request was settled. */
  readonly onDidSettle = this.#settled.event;

  /** The requests that wait, oldest first. */
  get pending(): readonly ElicitationRequest[] {
    return [...this.#waiting.values()].map(({ request }) => request);
  }

  get(id: string): ElicitationRequest | undefined {
    return this.#waiting.get(id)?.request;
  }

  /** True if a request of this call waits. */
  hasRequestOf(callId: string): boolean {
    for (const { request } of this.#waiting.values()) {
      if (request.call?.id === callId) {
        return true;
      }
    }
    return false;
  }

  /** The number of waiting requests of this server. */
  countOf(serverId: string): number {
    return this.#counts.get(serverId) ?? 0;
  }

  /**
   * Adds a request and waits without a time limit until it is settled. Never rejects.
   * @param isDelivered true if the caller reports the delivery of the answer to `deliveries`
   */
  ask(request: ElicitationRequest, isDelivered = false): Promise<Settlement> {
    return new Promise((resolve) => {
      this.#waiting.set(request.id, { request, settle: resolve, isDelivered });
      this.#counts.set(request.server.id, this.countOf(request.server.id) + 1);
      this.#arrived.fire(request);
    });
  }

  /** Settles a request with a decision. False if the request no longer waits. */
  decide(id: string, decision: Decision): boolean {
    const opening = decision.action === 'accept' ? undefined : this.#waiting.get(id)?.opening;
    return this.#settle(id, { kind: 'decided', decision, ...(opening && { opening }) });
  }

  /**
   * Registers that the page of a request is being opened with the user's consent. Does not settle the request. If the request
   * is settled without acceptance meanwhile, the settlement has the promise.
   * @param opening resolves to true if the page was opened, and never rejects
   */
  beginOpening(id: string, opening: Promise<boolean>): void {
    const waiting = this.#waiting.get(id);
    if (waiting) {
      waiting.opening = opening;
      void opening.then((opened) => {
        if (!opened && waiting.opening === opening) {
          delete waiting.opening;
        }
      });
    }
  }

  /** Withdraws a request. False if the request no longer waits. */
  withdraw(id: string, withdrawal: Withdrawal): boolean {
    const opening = this.#waiting.get(id)?.opening;
    return this.#settle(id, { kind: 'withdrawn', withdrawal, ...(opening && { opening }) });
  }

  /** Withdraws every request for which `matches` is true, and returns their number. */
  withdrawWhere(matches: (request: ElicitationRequest) => boolean, withdrawal: Withdrawal): number {
    const ids = this.pending.filter(matches).map(({ id }) => id);
    return ids.filter((id) => this.withdraw(id, withdrawal)).length;
  }

  #settle(id: string, settlement: Settlement): boolean {
    const waiting = this.#waiting.get(id);
    if (!waiting) {
      return false;
    }
    // Deleted before listeners are called: a listener that settles the request again must not find it.
    this.#waiting.delete(id);
    const { id: serverId } = waiting.request.server;
    const waitingCount = this.countOf(serverId) - 1;
    if (waitingCount > 0) {
      this.#counts.set(serverId, waitingCount);
    } else {
      this.#counts.delete(serverId);
    }
    if (waiting.isDelivered && settlement.kind === 'decided' && !isByProgram(settlement.decision)) {
      this.deliveries.begin(waiting.request, settlement.decision);
    }
    waiting.settle(settlement);
    this.#settled.fire({ request: waiting.request, settlement });
    return true;
  }
}
