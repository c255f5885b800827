import { setTimeout as delay } from 'node:timers/promises';
import { Emitter, type Event } from '#core/common/events.ts';
import { settlesWithin } from '#core/common/timing.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import type { CallEnd, Delivery, DeliveryFailure, DeliveryState, TrackedDelivery } from './deliveryState.ts';
import { hasArrived, trackDelivery } from './deliveryState.ts';

/** Milliseconds without a response after which a delivery counts as slow. */
const slowMs = 20_000;
/** Milliseconds to wait for a delivery that is still being sent when its call was answered. */
const lateMs = 5000;
/** Undelivered answers of ended calls that the user has not dismissed. Their input is also kept as a draft. */
const maxEnded = 20;
/** Answers in the state `sent`, whose calls still run. */
const maxSent = 500;

/**
 * The delivery of each answer of the user: the only source for the panel, the record, the steps of a call and retries. An
 * answer counts as given only when it is `delivered` or `sent`.
 */
export class Deliveries {
  readonly #tracked = new Map<string, TrackedDelivery>();
  readonly #changed = new Emitter<Delivery>();

  /** Fires when the state of a delivery changes or it ends. A settled delivery is dropped before the last event. */
  readonly onDidChange: Event<Delivery> = this.#changed.event;

  /** The deliveries that are not settled, oldest first. */
  get all(): readonly Delivery[] {
    return [...this.#tracked.values()].map(({ delivery }) => delivery);
  }

  /** The failed deliveries that wait for the user, oldest first. */
  get undelivered(): readonly Delivery[] {
    return this.all.filter(({ state }) => state.kind === 'refused' || state.kind === 'unknown');
  }

  get(id: string): Delivery | undefined {
    return this.#tracked.get(id)?.delivery;
  }

  /** The user has answered: starts the delivery in the state `sending`, or `held` for an answer of a round. */
  begin(request: ElicitationRequest, decision: Decision): void {
    const { id, group } = request;
    const kept = trackDelivery(request, decision);
    this.#tracked.set(id, kept);
    if (!group) {
      this.#startSlowTimer(kept);
    }
    this.#dropExcess();
  }

  /** Resolves to the final state once nothing more is sent. Never rejects. */
  async finished(id: string): Promise<DeliveryState | undefined> {
    return this.#tracked.get(id)?.finished;
  }

  /** Resolves when no answer of the call is being sent any more, at most after `ms`. */
  async settledOf(callId: string, ms: number): Promise<void> {
    const sending = this.all.filter(({ request, state }) => request.call?.id === callId && state.kind === 'sending');
    if (sending.length > 0) {
      await settlesWithin(Promise.all(sending.map(({ id }) => this.finished(id))), ms);
    }
  }

  /** Announces that `end` will be called for this delivery. */
  expectEnd(id: string): void {
    const kept = this.#tracked.get(id);
    if (kept) {
      kept.expectsEnd = true;
    }
  }

  /** A signal that fires when nothing is to be sent any more. */
  endSignal(id: string): AbortSignal {
    return this.#tracked.get(id)?.over.signal ?? AbortSignal.abort();
  }

  /** The answer is being sent, or sent again. `untilResult`: only the result of the call may confirm its arrival. */
  sending(id: string, untilResult = false): void {
    const kept = this.#tracked.get(id);
    if (kept && !kept.delivery.ended) {
      kept.untilResult = untilResult;
      this.#send(kept, false);
    }
  }

  /** A sign-in has begun or ended. While it is open, deliveries to the server wait for it and do not count as slow. */
  signingIn(serverId: string, isOpen: boolean): void {
    for (const kept of this.#tracked.values()) {
      const { request, state, ended } = kept.delivery;
      const isSending = state.kind === 'sending' && state.pauseMs === undefined && !ended;
      if (isSending && request.server.id === serverId && isOpen !== (state.signIn === true)) {
        this.#send(kept, isOpen);
      }
    }
  }

  /** Waits for the server's `Retry-After` after a refusal with `failure`. Rejects when nothing is to be sent any more. */
  async pause(id: string, ms: number, failure: DeliveryFailure): Promise<void> {
    const kept = this.#tracked.get(id);
    if (kept) {
      clearTimeout(kept.timer);
      kept.failure = failure;
      this.#set(kept, { kind: 'sending', pauseMs: ms });
    }
    await delay(ms, undefined, { signal: this.endSignal(id) });
    this.sending(id, kept?.untilResult);
  }

  /** The answer arrived (`delivered`) or was written (`sent`). After `expectEnd`, a sent one is settled when its call ends. */
  arrived(id: string, kind: 'delivered' | 'sent'): void {
    const kept = this.#tracked.get(id);
    if (!kept) {
      return;
    }
    clearTimeout(kept.timer);
    if (kind === 'sent' && kept.expectsEnd && !kept.end) {
      this.#set(kept, { kind });
    } else if (kind === 'sent' && kept.end === 'lost') {
      this.#end(kept, { kind: 'unknown', failure: { code: 'serverEnded' } }, 'lost');
    } else {
      this.#settle(kept, { kind });
    }
  }

  /** The answer did not arrive, or may not have. `ended`: how its call ended, if nothing more is sent. */
  failed(id: string, kind: 'refused' | 'unknown', failure: DeliveryFailure, ended?: CallEnd): void {
    const kept = this.#tracked.get(id);
    if (!kept) {
      return;
    }
    clearTimeout(kept.timer);
    const end = ended ?? kept.end;
    if (end) {
      this.#end(kept, { kind, failure }, end);
    } else {
      this.#set(kept, { kind, failure });
    }
  }

  /** Resolves to true when the user requests a retry, to false when nothing is to be sent any more. */
  async waitForRetry(id: string): Promise<boolean> {
    const kept = this.#tracked.get(id);
    if (!kept || kept.over.signal.aborted) {
      return false;
    }
    const { signal } = kept.over;
    const again = await new Promise<boolean>((resolve) => {
      const stop = () => resolve(false);
      signal.addEventListener('abort', stop, { once: true });
      kept.again = () => {
        signal.removeEventListener('abort', stop);
        resolve(true);
      };
    });
    if (again) {
      this.sending(id);
    }
    return again;
  }

  /** The user requests a retry of the unchanged answer. False when it is being sent already, or cannot be sent any more. */
  sendAgain(id: string): boolean {
    const kept = this.#tracked.get(id);
    const { again } = kept ?? {};
    if (!kept || !again || kept.delivery.ended) {
      return false;
    }
    kept.again = undefined;
    again();
    return true;
  }

  /** The user dismisses the delivery. */
  dismiss(id: string): void {
    const kept = this.#tracked.get(id);
    if (kept) {
      this.#settle(kept, kept.delivery.state);
    }
  }

  /** The server has withdrawn the request. An answer that is being sent may have arrived. */
  withdraw(id: string): void {
    const kept = this.#tracked.get(id);
    const { state } = kept?.delivery ?? {};
    if (kept && state && !kept.delivery.ended && !hasArrived(state)) {
      const kind = state.kind === 'refused' || state.kind === 'held' ? 'refused' : 'unknown';
      this.#settle(kept, { kind, failure: { code: 'takenBack' } });
    }
  }

  /** The call or the connection has ended: nothing is sent any more. */
  end(id: string, how: CallEnd): void {
    const kept = this.#tracked.get(id);
    if (!kept || kept.end) {
      return;
    }
    kept.end = how;
    const { state } = kept.delivery;
    if (state.kind === 'held') {
      this.#end(kept, { kind: 'refused', failure: { code: how === 'stopped' ? 'stopped' : 'notSent' } }, how);
    } else if (state.kind === 'sending') {
      this.#endSending(kept, state, how);
    } else if (state.kind === 'sent' && how !== 'answered') {
      // Only a result shows that the server has read what was written.
      this.#end(kept, { kind: 'unknown', failure: { code: how === 'stopped' ? 'stopped' : 'serverEnded' } }, how);
    } else if (state.kind === 'refused' || state.kind === 'unknown') {
      this.#end(kept, state, how);
    } else {
      this.#settle(kept, state);
    }
  }

  /** Calls `end` for all deliveries that are attributed to a call. */
  endOf(callId: string, how: CallEnd): void {
    for (const { id, request } of this.all) {
      if (request.call?.id === callId) {
        this.end(id, how);
      }
    }
  }

  /** An answer that waits for a retry has not arrived. One that is being sent may have: waits for it if the call was answered. */
  #endSending(kept: TrackedDelivery, { pauseMs }: { readonly pauseMs?: number }, how: CallEnd): void {
    const failure: DeliveryFailure = (pauseMs === undefined ? undefined : kept.failure) ?? {
      code: how === 'stopped' ? 'stopped' : 'broken',
    };
    const end = () => this.#end(kept, { kind: pauseMs === undefined ? 'unknown' : 'refused', failure }, how);
    clearTimeout(kept.timer);
    if (how === 'answered' && pauseMs === undefined) {
      kept.timer = setTimeout(end, lateMs).unref();
      kept.over.abort();
    } else {
      end();
    }
  }

  /** Keeps an undelivered answer to a form for the user, unless the call was answered or stopped; settles all others. */
  #end(kept: TrackedDelivery, state: Extract<DeliveryState, { kind: 'refused' | 'unknown' }>, how: CallEnd): void {
    const { decision, request } = kept.delivery;
    const isKept = decision.action === 'accept' && request.mode === 'form';
    if (!isKept || how === 'stopped' || (how === 'answered' && state.kind === 'unknown')) {
      this.#settle(kept, state);
      return;
    }
    clearTimeout(kept.timer);
    kept.end = how;
    kept.delivery = { ...kept.delivery, state, ended: true };
    kept.over.abort();
    kept.finish(state);
    this.#dropExcess();
    this.#changed.fire(kept.delivery);
  }

  #set(kept: TrackedDelivery, state: DeliveryState): void {
    kept.delivery = { ...kept.delivery, state };
    this.#changed.fire(kept.delivery);
  }

  #settle(kept: TrackedDelivery, state: DeliveryState): void {
    clearTimeout(kept.timer);
    this.#tracked.delete(kept.delivery.id);
    kept.delivery = { ...kept.delivery, state, ended: true };
    kept.over.abort();
    kept.finish(state);
    this.#changed.fire(kept.delivery);
  }

  #send(kept: TrackedDelivery, signIn: boolean): void {
    const { untilResult } = kept;
    clearTimeout(kept.timer);
    this.#set(kept, { kind: 'sending', ...(untilResult && { untilResult }), ...(signIn && { signIn }) });
    if (!signIn) {
      this.#startSlowTimer(kept);
    }
  }

  #startSlowTimer(kept: TrackedDelivery): void {
    clearTimeout(kept.timer);
    const slow = () => this.#set(kept, { ...kept.delivery.state, kind: 'sending', slow: true });
    kept.timer = setTimeout(slow, slowMs).unref();
  }

  #dropExcess(): void {
    const all = [...this.#tracked.values()];
    const ended = all.filter(({ delivery }) => delivery.ended);
    const sent = all.filter(({ delivery }) => delivery.state.kind === 'sent');
    for (const kept of ended.slice(0, Math.max(0, ended.length - maxEnded))) {
      this.#settle(kept, kept.delivery.state);
    }
    for (const kept of sent.slice(0, Math.max(0, sent.length - maxSent))) {
      this.#settle(kept, { kind: 'unknown', failure: { code: 'broken' } });
    }
  }
}
