import type { Receipt } from '#agentProtocol/agentMessages.ts';
import { NotDelivered } from '#core/delivery/classifyDeliveryError.ts';

interface Awaited {
  readonly number: number;
  readonly resolve: () => void;
  readonly reject: (error: NotDelivered) => void;
}

/** The answers that were sent to one client, and what the client says became of them. */
export class Receipts {
  readonly #awaited = new Map<string, Awaited>();
  #hasEnded = false;

  /**
   * Waits for the receipt of the answer to this request. Resolves when the answer was written to the server.
   * @throws NotDelivered if it was not, or if the connection ends first
   */
  expect(id: string, number: number): Promise<void> {
    if (this.#hasEnded) {
      return Promise.reject(new NotDelivered('refused', { code: 'notSent' }));
    }
    return new Promise((resolve, reject) => {
      this.#awaited.get(id)?.reject(new NotDelivered('refused', { code: 'takenBack' }));
      this.#awaited.set(id, { number, resolve, reject });
    });
  }

  receive({ id, number, outcome, moved }: Receipt): void {
    const awaited = this.#awaited.get(id);
    if (awaited?.number !== number) {
      return;
    }
    this.#awaited.delete(id);
    switch (outcome) {
      case 'sent':
        awaited.resolve();
        break;
      case 'refused':
        awaited.reject(new NotDelivered('refused', { code: moved === true ? 'moved' : 'takenBack' }));
        break;
      case 'lost':
        awaited.reject(new NotDelivered('refused', { code: 'notSent' }));
        break;
    }
  }

  /** Handles the end of the connection: the client may have written the answers, or not. */
  end(): void {
    this.#hasEnded = true;
    const all = [...this.#awaited.values()];
    this.#awaited.clear();
    for (const { reject } of all) {
      reject(new NotDelivered('unknown', { code: 'broken' }));
    }
  }
}
