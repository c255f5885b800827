import type { Delivery } from '#core/delivery/deliveryState.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { ElicitationRequest } from '#core/model/elicitationRequest.ts';
import { type CallStepPosition, CallSteps, type EarlierSteps, type RequestGroup } from './callSteps.ts';
import type { Settlement } from './inbox.ts';

/** The number of ended calls whose steps are kept for the screens of their results. */
const maxEndedCalls = 5;

/**
 * The requests of each call as numbered steps, whether pushed one by one, pushed together, or in rounds. Kept in memory only,
 * because they contain answers (never secrets). A request without a known call is not a step.
 */
export class CallStepsStore {
  /** The steps, by the id of the call. */
  readonly #stepsByCall = new Map<string, CallSteps>();

  add(request: ElicitationRequest): void {
    const { call } = request;
    if (call) {
      const callSteps = this.#stepsByCall.get(call.id) ?? new CallSteps(call.request);
      this.#stepsByCall.set(call.id, callSteps);
      callSteps.add(request);
    }
  }

  settle(request: ElicitationRequest, settlement: Settlement, delivery?: Delivery): void {
    this.#stepsFor(request)?.settle(request, settlement, delivery);
  }

  /** Updates the step of an answer whose delivery has changed. */
  updateDelivery(delivery: Delivery): void {
    this.#stepsFor(delivery.request)?.updateDelivery(delivery);
  }

  /** The position of a waiting request in its call; `undefined` if it is the only one so far. */
  positionOf(request: ElicitationRequest): CallStepPosition | undefined {
    return this.#stepsFor(request)?.positionOf(request.id);
  }

  /** The group of a waiting request: the same object for all requests that arrived together. */
  groupOf(request: ElicitationRequest): RequestGroup | undefined {
    return this.#stepsFor(request)?.groupOf(request.id);
  }

  /** The number of requests of a call that wait. */
  waitingCount(callId: string): number {
    return this.#stepsByCall.get(callId)?.waitingCount ?? 0;
  }

  /** The settled steps of a call. */
  earlierSteps(callId: string): EarlierSteps | undefined {
    return this.#stepsByCall.get(callId)?.earlierSteps;
  }

  /** Removes and returns the settled steps of the newest call with this request object, which has ended. */
  takeEarlierSteps(request: CallRequest): EarlierSteps | undefined {
    const [id, callSteps] = [...this.#stepsByCall].findLast(([, steps]) => steps.request === request) ?? [];
    if (id !== undefined && !callSteps?.hasWaiting) {
      this.#stepsByCall.delete(id);
    }
    return callSteps?.finalEarlierSteps;
  }

  /** Drops the steps of ended calls, except for calls with a waiting request and the newest five. */
  keepOnly(inFlight: ReadonlySet<string>): void {
    const ended = [...this.#stepsByCall].filter(([id, { hasWaiting }]) => !hasWaiting && !inFlight.has(id));
    for (const [id] of ended.slice(0, Math.max(0, ended.length - maxEndedCalls))) {
      this.#stepsByCall.delete(id);
    }
  }

  #stepsFor({ call }: ElicitationRequest): CallSteps | undefined {
    return call && this.#stepsByCall.get(call.id);
  }
}
