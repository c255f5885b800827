import { Emitter } from '#core/common/events.ts';
import { Deliveries } from '#core/delivery/delivery.ts';
import {
  type Decision,
  type ElicitationRequest,
  isByProgram,
  type Withdrawal,
} from '#core/model/elicitationRequest.ts';

/** How a question ended: by the person's decision, or by being withdrawn. */
export type Settlement = (
  | { readonly kind: 'decided'; readonly decision: Decision }
  | { readonly kind: 'withdrawn'; readonly withdrawal: Withdrawal }
) & {
  /**
   * Of one that was not accepted: the person had agreed to its page being opened, which was under way. True once it is
   * open. Never rejects.
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
 * The questions that wait for a person, oldest first. Each is settled exactly once: whoever comes first wins,
 * and every later attempt is told `false`.
 */
export class Inbox {
  /** What becomes of the answers. */
  readonly deliveries = new Deliveries();
  readonly #waiting = new Map<string, WaitingRequest>();
  /** How many wait, by server. */
  readonly #counts = new Map<string, number>();
  readonly #arrived = new Emitter<ElicitationRequest>();
  readonly #settled = new Emitter<{ request: ElicitationRequest; settlement: Settlement }>();

  /** A question was added. */
  readonly onDidArrive = this.#arrived.event;
  /** A question is gone, and how. */
  readonly onDidSettle = this.#settled.event;

  /** The questions that wait, oldest first. */
  get pending(): readonly ElicitationRequest[] {
    return [...this.#waiting.values()].map(({ request }) => request);
  }

  get(id: string): ElicitationRequest | undefined {
    return this.#waiting.get(id)?.request;
  }

  /** How many questions of this server wait. */
  countOf(serverId: string): number {
    return this.#counts.get(serverId) ?? 0;
  }

  /**
   * Adds a question and waits for its end, however long that takes. Never rejects. `isDelivered`: whoever asks tells
   * `deliveries` what becomes of the answer; without it, nothing is known of that.
   */
  ask(request: ElicitationRequest, isDelivered = false): Promise<Settlement> {
    return new Promise((resolve) => {
      this.#waiting.set(request.id, { request, settle: resolve, isDelivered });
      this.#counts.set(request.server.id, this.countOf(request.server.id) + 1);
      this.#arrived.fire(request);
    });
  }

  /** Settles a question with the person's decision. False when it is not open any more. */
  decide(id: string, decision: Decision): boolean {
    const opening = decision.action === 'accept' ? undefined : this.#waiting.get(id)?.opening;
    return this.#settle(id, { kind: 'decided', decision, ...(opening && { opening }) });
  }

  /**
   * The person has agreed to the page of a question, and it is being opened: `opening` resolves to whether it is open, and
   * never rejects. That decides nothing yet, but should the question end otherwise meanwhile, everyone is told of it.
   */
  begin(id: string, opening: Promise<boolean>): void {
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

  /** Takes a question back. False when it is not open any more. */
  withdraw(id: string, withdrawal: Withdrawal): boolean {
    const opening = this.#waiting.get(id)?.opening;
    return this.#settle(id, { kind: 'withdrawn', withdrawal, ...(opening && { opening }) });
  }

  /** Takes back every question that `matches`; returns how many there were. */
  withdrawWhere(matches: (request: ElicitationRequest) => boolean, withdrawal: Withdrawal): number {
    const ids = this.pending.filter(matches).map(({ id }) => id);
    return ids.filter((id) => this.withdraw(id, withdrawal)).length;
  }

  #settle(id: string, settlement: Settlement): boolean {
    const waiting = this.#waiting.get(id);
    if (!waiting) {
      return false;
    }
    // Out of the map first: a listener that settles again must find nothing.
    this.#waiting.delete(id);
    const { id: serverId } = waiting.request.server;
    const left = this.countOf(serverId) - 1;
    if (left > 0) {
      this.#counts.set(serverId, left);
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
