import { setTimeout as delay } from 'node:timers/promises';
import { Emitter, type Event } from '#core/common/events.ts';
import { settlesWithin } from '#core/common/timing.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import type { CallEnd, Delivery, DeliveryFailure, DeliveryState, TrackedDelivery } from './deliveryState.ts';
import { createTrackedDelivery, deliveriesWhere, deliveryIsOver, hasArrived } from './deliveryState.ts';

/** Milliseconds without a response after which a delivery counts as slow. */
const slowMs = 20_000;
/** Milliseconds to wait for a delivery that is still being sent when the server has responded to its call. */
const sendingAfterCallMs = 5000;
/** The number of undelivered answers of ended calls that are kept. Their content is also kept as a draft. */
const maxEnded = 20;
/** The number of answers in the state `sent`, whose calls still run. */
const maxSent = 500;

/**
 * The delivery of each answer of the user. The panel, the record, the steps of a call and the retries all read it from here.
 * Only an answer that is `delivered` or `sent` counts as given.
 */
export class Deliveries {
  readonly #tracked = new Map<string, TrackedDelivery>();
  readonly #changed = new Emitter<Delivery>();

  /** Fires when the state of a delivery changes or the delivery ends. A settled delivery is removed before its last event. */
  readonly onDidChange: Event<Delivery> = this.#changed.event;

  /** The deliveries that are not settled, oldest first. */
  get all(): readonly Delivery[] {
    return [...this.#tracked.values()].map(({ delivery }) => delivery);
  }

  /** The failed deliveries that the user can retry or dismiss, oldest first. */
  get undelivered(): readonly Delivery[] {
    return this.all.filter(({ state }) => state.kind === 'refused' || state.kind === 'unknown');
  }

  get(id: string): Delivery | undefined {
    return this.#tracked.get(id)?.delivery;
  }

  /** Starts the delivery of an answer, in the state `held` for an answer of a round and `sending` otherwise. */
  begin(request: ElicitationRequest, decision: Decision): void {
    const { id, group } = request;
    const tracked = createTrackedDelivery(request, decision);
    this.#tracked.set(id, tracked);
    if (!group) {
      this.#startSlowTimer(tracked);
    }
    this.#dropExcess();
  }

  /** Resolves to the final state when the delivery is settled or its call has ended; `undefined` if the id is unknown. Never rejects. */
  async finalState(id: string): Promise<DeliveryState | undefined> {
    return this.#tracked.get(id)?.finalState;
  }

  /** Resolves when no answer of the call is being sent, or after `ms`. */
  async waitUntilSent(callId: string, ms: number): Promise<void> {
    const sending = this.#where(({ request, state }) => request.call?.id === callId && state.kind === 'sending');
    if (sending.length > 0) {
      await settlesWithin(Promise.all(sending.map(({ finalState }) => finalState)), ms);
    }
  }

  /** Announces that `end` will be called for this delivery. */
  expectEnd(id: string): void {
    const tracked = this.#tracked.get(id);
    if (tracked) {
      tracked.expectsEnd = true;
    }
  }

  /** Returns the signal that is aborted when the answer must no longer be sent. */
  endSignal(id: string): AbortSignal {
    return this.#tracked.get(id)?.ending.signal ?? AbortSignal.abort(deliveryIsOver);
  }

  /** Sets the state `sending`. `untilResult`: only the result of the call may confirm that the answer has arrived. */
  markSending(id: string, untilResult = false): void {
    const tracked = this.#tracked.get(id);
    if (tracked && !tracked.delivery.ended) {
      tracked.untilResult = untilResult;
      this.#send(tracked, false);
    }
  }

  /** Handles the start or the end of a sign-in. During the sign-in the deliveries to the server wait and do not count as slow. */
  setSignIn(serverId: string, isOpen: boolean): void {
    for (const tracked of this.#tracked.values()) {
      const { request, state, ended } = tracked.delivery;
      const isSending = state.kind === 'sending' && state.pauseMs === undefined && !ended;
      if (isSending && request.server.id === serverId && isOpen !== (state.signIn === true)) {
        this.#send(tracked, isOpen);
      }
    }
  }

  /** Waits for the server's `Retry-After` after a refusal with `failure`. Rejects if the answer must no longer be sent. */
  async pause(id: string, ms: number, failure: DeliveryFailure): Promise<void> {
    const tracked = this.#tracked.get(id);
    if (tracked) {
      clearTimeout(tracked.timer);
      tracked.failure = failure;
      this.#set(tracked, { kind: 'sending', pauseMs: ms });
    }
    await delay(ms, undefined, { signal: this.endSignal(id) });
    this.markSending(id, tracked?.untilResult);
  }

  /** Marks the answer as arrived (`delivered`) or written (`sent`). After `expectEnd`, a sent answer is settled when its call ends. */
  markArrived(id: string, kind: 'delivered' | 'sent'): void {
    const tracked = this.#tracked.get(id);
    if (!tracked) {
      return;
    }
    clearTimeout(tracked.timer);
    if (kind === 'sent' && tracked.expectsEnd && !tracked.end) {
      this.#set(tracked, { kind });
    } else if (kind === 'sent' && tracked.end === 'lost') {
      this.#end(tracked, { kind: 'unknown', failure: { code: 'serverEnded' } }, 'lost');
    } else {
      this.#settle(tracked, { kind });
    }
  }

  /** Marks the answer as `refused` (not arrived) or `unknown`. `ended`: present if its call has ended, so it is not sent again. */
  markFailed(id: string, kind: 'refused' | 'unknown', failure: DeliveryFailure, ended?: CallEnd): void {
    const tracked = this.#tracked.get(id);
    if (!tracked) {
      return;
    }
    clearTimeout(tracked.timer);
    const end = ended ?? tracked.end;
    if (end) {
      this.#end(tracked, { kind, failure }, end);
    } else {
      this.#set(tracked, { kind, failure });
    }
  }

  /** Resolves to true when the user requests a retry, to false when the answer must no longer be sent. */
  async waitForRetry(id: string): Promise<boolean> {
    const tracked = this.#tracked.get(id);
    if (!tracked || tracked.ending.signal.aborted) {
      return false;
    }
    const { signal } = tracked.ending;
    const shouldRetry = await new Promise<boolean>((resolve) => {
      const stop = () => resolve(false);
      signal.addEventListener('abort', stop, { once: true });
      tracked.retry = () => {
        signal.removeEventListener('abort', stop);
        resolve(true);
      };
    });
    if (shouldRetry) {
      this.markSending(id);
    }
    return shouldRetry;
  }

  /** Retries with the same answer, because the user requests it. False if the answer is being sent or can no longer be sent. */
  sendAgain(id: string): boolean {
    const tracked = this.#tracked.get(id);
    const { retry } = tracked ?? {};
    if (!tracked || !retry || tracked.delivery.ended) {
      return false;
    }
    tracked.retry = undefined;
    retry();
    return true;
  }

  /** Settles the delivery in its current state, because the user dismisses it. */
  dismiss(id: string): void {
    const tracked = this.#tracked.get(id);
    if (tracked) {
      this.#settle(tracked, tracked.delivery.state);
    }
  }

  /**
   * Settles a delivery whose request the server has withdrawn. An answer that was being sent may have arrived: `unknown`. `known`: what
   * the server said of the answer, also if it was sent.
   */
  withdraw(id: string, known?: 'refused' | 'unknown'): void {
    const tracked = this.#tracked.get(id);
    const { state } = tracked?.delivery ?? {};
    if (tracked && state && !tracked.delivery.ended && (known || !hasArrived(state))) {
      const kind = known ?? (state.kind === 'refused' || state.kind === 'held' ? 'refused' : 'unknown');
      this.#settle(tracked, { kind, failure: { code: 'takenBack' } });
    }
  }

  /** Ends the delivery, because the call or the connection has ended. The answer is no longer sent. */
  end(id: string, how: CallEnd): void {
    const tracked = this.#tracked.get(id);
    if (!tracked || tracked.end) {
      return;
    }
    tracked.end = how;
    const { state } = tracked.delivery;
    if (state.kind === 'held') {
      this.#end(tracked, { kind: 'refused', failure: { code: how === 'stopped' ? 'stopped' : 'notSent' } }, how);
    } else if (state.kind === 'sending') {
      this.#endSending(tracked, state, how);
    } else if (state.kind === 'sent' && how !== 'answered') {
      // Only a result shows that the server has read what was written.
      this.#end(tracked, { kind: 'unknown', failure: { code: how === 'stopped' ? 'stopped' : 'serverEnded' } }, how);
    } else if (state.kind === 'refused' || state.kind === 'unknown') {
      this.#end(tracked, state, how);
    } else {
      this.#settle(tracked, state);
    }
  }

  /** Calls `end` for all deliveries that are attributed to a call. */
  endAllOfCall(callId: string, how: CallEnd): void {
    for (const { delivery } of this.#where(({ request }) => request.call?.id === callId)) {
      this.end(delivery.id, how);
    }
  }

  /** Ends a delivery that is being sent: at once, or after a few seconds if the call was answered and there is no pause. */
  #endSending(tracked: TrackedDelivery, { pauseMs }: { readonly pauseMs?: number }, how: CallEnd): void {
    const failure: DeliveryFailure = (pauseMs === undefined ? undefined : tracked.failure) ?? {
      code: how === 'stopped' ? 'stopped' : 'broken',
    };
    const end = () => this.#end(tracked, { kind: pauseMs === undefined ? 'unknown' : 'refused', failure }, how);
    clearTimeout(tracked.timer);
    if (how === 'answered' && pauseMs === undefined) {
      tracked.timer = setTimeout(end, sendingAfterCallMs).unref();
      tracked.ending.abort();
    } else {
      end();
    }
  }

  /** Keeps an undelivered answer to a form for the user, unless the call was answered or stopped; settles all others. */
  #end(tracked: TrackedDelivery, state: Extract<DeliveryState, { kind: 'refused' | 'unknown' }>, how: CallEnd): void {
    const { decision, request } = tracked.delivery;
    const isKept = decision.action === 'accept' && request.mode === 'form';
    if (!isKept || how === 'stopped' || (how === 'answered' && state.kind === 'unknown')) {
      this.#settle(tracked, state);
      return;
    }
    clearTimeout(tracked.timer);
    tracked.end = how;
    tracked.delivery = { ...tracked.delivery, state, ended: true };
    tracked.ending.abort();
    tracked.resolveFinalState(state);
    this.#dropExcess();
    this.#changed.fire(tracked.delivery);
  }

  #set(tracked: TrackedDelivery, state: DeliveryState): void {
    tracked.delivery = { ...tracked.delivery, state };
    this.#changed.fire(tracked.delivery);
  }

  #settle(tracked: TrackedDelivery, state: DeliveryState): void {
    clearTimeout(tracked.timer);
    this.#tracked.delete(tracked.delivery.id);
    tracked.delivery = { ...tracked.delivery, state, ended: true };
    tracked.ending.abort();
    tracked.resolveFinalState(state);
    this.#changed.fire(tracked.delivery);
  }

  #send(tracked: TrackedDelivery, signIn: boolean): void {
    const { untilResult } = tracked;
    clearTimeout(tracked.timer);
    this.#set(tracked, { kind: 'sending', ...(untilResult && { untilResult }), ...(signIn && { signIn }) });
    if (!signIn) {
      this.#startSlowTimer(tracked);
    }
  }

  #startSlowTimer(tracked: TrackedDelivery): void {
    clearTimeout(tracked.timer);
    const markSlow = () => this.#set(tracked, { ...tracked.delivery.state, kind: 'sending', slow: true });
    tracked.timer = setTimeout(markSlow, slowMs).unref();
  }

  #dropExcess(): void {
    for (const tracked of this.#where(({ ended }) => ended).slice(0, -maxEnded)) {
      this.#settle(tracked, tracked.delivery.state);
    }
    for (const tracked of this.#where(({ state }) => state.kind === 'sent').slice(0, -maxSent)) {
      this.#settle(tracked, { kind: 'unknown', failure: { code: 'broken' } });
    }
  }

  #where(matches: (delivery: Delivery) => boolean): readonly TrackedDelivery[] {
    return deliveriesWhere(this.#tracked.values(), matches);
  }
}
