import type { Delivery } from '#core/delivery/deliveryState.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { type Batch, type CallStepPosition, CallSteps, type EarlierSteps } from './callSteps.ts';
import type { Settlement } from './inbox.ts';

/** Calls that are over and whose result may be on its way. */
const mostOver = 5;

/**
 * The questions of each call as steps of one way, however they came: pushed one by one, pushed together, or in rounds.
 * Kept in memory only, because answers are in it; never secrets. A question of no known call is a step of none.
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

  /** Something else is known of an answer that is on its way. */
  delivery(delivery: Delivery): void {
    this.#of(delivery.request)?.delivery(delivery);
  }

  /** Where a question that waits stands in its call; `undefined` where it is the only one so far. */
  steps(request: ElicitationRequest): CallStepPosition | undefined {
    return this.#of(request)?.steps(request.id);
  }

  /** The same object for questions that wait and came together. */
  batchOf(request: ElicitationRequest): Batch | undefined {
    return this.#of(request)?.batchOf(request.id);
  }

  /** How many questions of a call wait. */
  waiting(callId: string): number {
    return this.#stepsByCall.get(callId)?.waiting ?? 0;
  }

  /** What is settled of a call. */
  past(callId: string): EarlierSteps | undefined {
    return this.#stepsByCall.get(callId)?.past;
  }

  /** The same of the newest call with this very request, whose result has come: from now on it is the result's. */
  takePast(request: CallRequest): EarlierSteps | undefined {
    const [id, journey] = [...this.#stepsByCall].findLast(([, { request: of }]) => of === request) ?? [];
    if (id !== undefined && !journey?.waits) {
      this.#stepsByCall.delete(id);
    }
    return journey?.lastPast;
  }

  /** Forgets the calls that are over, but for those that a question still waits for, and the newest few. */
  keepOnly(inFlight: ReadonlySet<string>): void {
    const over = [...this.#stepsByCall].filter(([id, { waits }]) => !waits && !inFlight.has(id));
    for (const [id] of over.slice(0, Math.max(0, over.length - mostOver))) {
      this.#stepsByCall.delete(id);
    }
  }

  #of({ call }: ElicitationRequest): CallSteps | undefined {
    return call && this.#stepsByCall.get(call.id);
  }
}
