import type { Delivery } from '#core/delivery/deliveryState.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { type Batch, type CallStepPosition, CallSteps, type EarlierSteps } from './callSteps.ts';
import type { Settlement } from './inbox.ts';

/** Ended calls whose steps are kept until their result arrives. */
const maxOver = 5;

/**
 * The requests of each call as numbered steps, whether pushed one by one, pushed together, or in rounds. Kept in memory only,
 * because they contain answers (never secrets). A request without a known call is not a step.
 */
export class CallStepsStore {
  /** By call. */
  readonly #stepsByCall = new Map<string, CallSteps>();

  arrived(request: ElicitationRequest): void {
    const { call } = request;
    if (call) {
      const journey = this.#stepsByCall.get(call.id) ?? new CallSteps(call.request);
      this.#stepsByCall.set(call.id, journey);
      journey.arrived(request);
    }
  }

  settled(request: ElicitationRequest, settlement: Settlement, delivery?: Delivery): void {
    this.#of(request)?.settled(request, settlement, delivery);
  }

  /** The delivery of an answer has changed. */
  delivery(delivery: Delivery): void {
    this.#of(delivery.request)?.delivery(delivery);
  }

  /** The position of a waiting request in its call; `undefined` if it is the only one so far. */
  steps(request: ElicitationRequest): CallStepPosition | undefined {
    return this.#of(request)?.steps(request.id);
  }

  /** The batch of a waiting request: the same object for all requests that arrived together. */
  batchOf(request: ElicitationRequest): Batch | undefined {
    return this.#of(request)?.batchOf(request.id);
  }

  /** How many requests of a call wait. */
  waiting(callId: string): number {
    return this.#stepsByCall.get(callId)?.waiting ?? 0;
  }

  /** The settled steps of a call. */
  past(callId: string): EarlierSteps | undefined {
    return this.#stepsByCall.get(callId)?.past;
  }

  /** Removes and returns the settled steps of the newest call with this request object, whose result has arrived. */
  takePast(request: CallRequest): EarlierSteps | undefined {
    const [id, journey] = [...this.#stepsByCall].findLast(([, { request: of }]) => of === request) ?? [];
    if (id !== undefined && !journey?.waits) {
      this.#stepsByCall.delete(id);
    }
    return journey?.lastPast;
  }

  /** Drops the steps of ended calls, except for calls with a waiting request and the newest five. */
  keepOnly(inFlight: ReadonlySet<string>): void {
    const over = [...this.#stepsByCall].filter(([id, { waits }]) => !waits && !inFlight.has(id));
    for (const [id] of over.slice(0, Math.max(0, over.length - maxOver))) {
      this.#stepsByCall.delete(id);
    }
  }

  #of({ call }: ElicitationRequest): CallSteps | undefined {
    return call && this.#stepsByCall.get(call.id);
  }
}
