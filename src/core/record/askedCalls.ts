import type { Disposable } from '#core/common/events.ts';
import type { Exchanges } from '#core/inbox/exchanges.ts';
import { isElicitation } from '#core/record/entries/elicitationOutcome.ts';

/** The number of calls that are remembered. The oldest are forgotten. */
const maxCalls = 1000;

/** Remembers during which calls a server has asked, from the arrival of the request to the end of the call. */
export class AskedCalls implements Disposable {
  readonly #ids = new Set<string>();
  readonly #subscription: Disposable;

  constructor(exchanges: Pick<Exchanges, 'onDidChange'>) {
    this.#subscription = exchanges.onDidChange((exchange) => {
      if (exchange.call && !exchange.reply && isElicitation(exchange)) {
        this.#add(exchange.call.id);
      }
    });
  }

  /** True if the server asked during the call with this id. Forgets the call. */
  take(callId: string): boolean {
    return this.#ids.delete(callId);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #add(callId: string): void {
    this.#ids.add(callId);
    const [oldest] = this.#ids;
    if (oldest !== undefined && this.#ids.size > maxCalls) {
      this.#ids.delete(oldest);
    }
  }
}
