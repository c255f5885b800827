import type { CallEnd } from '#core/delivery/deliveryState.ts';
import type { RoundDelivery } from '#core/delivery/roundDelivery.ts';

/** The rounds of one client whose answers are on their way: until the server asks again in the call, or the call ends. */
export class SentRounds {
  /** The host's id of the call of each. */
  readonly #calls = new Map<RoundDelivery, string>();

  /** Sends the answers. `write`: see `RoundDelivery.sendThrough`. */
  send(callId: string, delivery: RoundDelivery, write: () => Promise<void>): void {
    this.#calls.set(delivery, callId);
    void delivery.sendThrough(write).then(() => this.#calls.delete(delivery));
  }

  /** Ends the rounds of a call as the call has ended; without `callId`, all. `answered`: the server has responded, perhaps with another round. */
  callEnded(how: CallEnd, callId?: string): void {
    for (const [delivery, id] of [...this.#calls]) {
      if (callId === undefined || id === callId) {
        delivery.callEnded(how);
      }
    }
  }
}
