import { setTimeout as delay } from 'node:timers/promises';
import { Emitter, type Event } from '#core/common/events.ts';
import { settlesWithin } from '#core/common/timing.ts';
import type { Decision, ElicitationRequest } from '#core/model/elicitationRequest.ts';
import type { CallEnd, Delivery, DeliveryFailure, DeliveryState, TrackedDelivery } from './deliveryState.ts';
import { hasArrived, trackDelivery } from './deliveryState.ts';

/** Milliseconds after which a server that says nothing is told of. */
const slowMs = 20_000;
/** What is still being sent when its call has been answered is waited for. */
const lateMs = 5000;
/** Answers whose calls are over and that the user has not dealt with; what was typed is kept as a draft anyway. */
const mostEnded = 20;
/** Answers that were written and whose calls go on. */
const mostSent = 500;

/**
 * What became of each answer: the panel, the record, the history of a call and whoever sends again all read it here. An
 * answer counts as given only when it is `delivered` or `sent`.
 */
export class Deliveries {
  readonly #tracked = new Map<string, TrackedDelivery>();
  readonly #changed = new Emitter<Delivery>();

  /** The state of one, or whether it has ended, is another. In the end it is not kept any more. */
  readonly onDidChange: Event<Delivery> = this.#changed.event;

  /** Those that are not settled, oldest first. */
  get all(): readonly Delivery[] {
    return [...this.#tracked.values()].map(({ delivery }) => delivery);
  }

  /** Those that wait for the user, oldest first. */
  get undelivered(): readonly Delivery[] {
    return this.all.filter(({ state }) => state.kind === 'refused' || state.kind === 'unknown');
  }

  get(id: string): Delivery | undefined {
    return this.#tracked.get(id)?.delivery;
  }

  /** The user has answered: from now on it is on its way, or waits for the other answers of its round. */
  begin(request: ElicitationRequest, decision: Decision): void {
    const { id, group } = request;
    const kept = trackDelivery(request, decision);
    this.#tracked.set(id, kept);
    if (!group) {
      this.#startSlowTimer(kept);
    }
    this.#dropExcess();
  }

  /** Resolves to what became of it, as soon as nothing more is sent. Never rejects. */
  async finished(id: string): Promise<DeliveryState | undefined> {
    return this.#tracked.get(id)?.finished;
  }

  /** Resolves when it is known what became of the answers of a call, at most after `ms`. */
  async settledOf(callId: string, ms: number): Promise<void> {
    const sending = this.all.filter(({ request, state }) => request.call?.id === callId && state.kind === 'sending');
    if (sending.length > 0) {
      await settlesWithin(Promise.all(sending.map(({ id }) => this.finished(id))), ms);
    }
  }

  /** `end` will be called for it. */
  expectEnd(id: string): void {
    const kept = this.#tracked.get(id);
    if (kept) {
      kept.expectsEnd = true;
    }
  }

  /** Fires when nothing is to be sent any more. */
  endSignal(id: string): AbortSignal {
    return this.#tracked.get(id)?.over.signal ?? AbortSignal.abort();
  }

  /** It is sent now, or once more. `untilResult`: with a request whose response may be nothing but the result of the call. */
  sending(id: string, untilResult = false): void {
    const kept = this.#tracked.get(id);
    if (kept && !kept.delivery.ended) {
      kept.untilResult = untilResult;
      this.#send(kept, false);
    }
  }

  /** The server lets nothing through until the user has signed in, or does again: its silence means nothing meanwhile. */
  signingIn(serverId: string, isOpen: boolean): void {
    for (const kept of this.#tracked.values()) {
      const { request, state, ended } = kept.delivery;
      const isSending = state.kind === 'sending' && state.pauseMs === undefined && !ended;
      if (isSending && request.server.id === serverId && isOpen !== (state.signIn === true)) {
        this.#send(kept, isOpen);
      }
    }
  }

  /** Waits as the server asked when it refused it with `failure`. Rejects when nothing is to be sent any more. */
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

  /** The server has it, or `sent`: see `DeliveryState`. What then becomes of one that is followed is known when its call ends. */
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

  /** It did not arrive, or may not have. `ended`: nothing more is sent, since its call has ended so. */
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

  /** Resolves to true when the user wants it sent again, to false when nothing is to be sent any more. */
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

  /** The user wants it sent again, as it is. False when it is on its way already, or cannot be sent any more. */
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

  /** The user does not want it sent, or has dealt with it otherwise. */
  dismiss(id: string): void {
    const kept = this.#tracked.get(id);
    if (kept) {
      this.#settle(kept, kept.delivery.state);
    }
  }

  /** The server does not wait for it any more. What is being sent may have arrived. */
  withdraw(id: string): void {
    const kept = this.#tracked.get(id);
    const { state } = kept?.delivery ?? {};
    if (kept && state && !kept.delivery.ended && !hasArrived(state)) {
      const kind = state.kind === 'refused' || state.kind === 'held' ? 'refused' : 'unknown';
      this.#settle(kept, { kind, failure: { code: 'takenBack' } });
    }
  }

  /** Its call has ended, or its connection: nothing is sent any more. */
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

  /** The same for all that are known to belong to a call. */
  endOf(callId: string, how: CallEnd): void {
    for (const { id, request } of this.all) {
      if (request.call?.id === callId) {
        this.end(id, how);
      }
    }
  }

  /** What waits before it is sent again has not arrived. What is being sent may have, and a server that answers at once is waited for. */
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

  /** Only the answers to a form are worth keeping, and only where the call did not come to its end with them or by the user. */
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
    for (const kept of ended.slice(0, Math.max(0, ended.length - mostEnded))) {
      this.#settle(kept, kept.delivery.state);
    }
    for (const kept of sent.slice(0, Math.max(0, sent.length - mostSent))) {
      this.#settle(kept, { kind: 'unknown', failure: { code: 'broken' } });
    }
  }
}
