import type { SentAnswer } from '#bridge/messages.ts';
import { type Delivery, hasArrived } from '#core/delivery/deliveryState.ts';

/** How long the panel says that an answer has arrived. In milliseconds. */
const shownMs = 6000;

/**
 * Says for a short time that an answer has arrived at the server of an agent: nothing else in this window shows what the agent does with it. It
 * is said when the delivery is known, and no longer when it turns out that the answer may not have arrived.
 */
export class SentAnswers {
  readonly #onChange: () => void;
  /** The requests whose answers have arrived, and whose calls have not ended. */
  readonly #arrived = new Set<string>();
  #shown: { readonly request: string; readonly answer: SentAnswer } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #count = 0;

  /** `onChange` runs when the time is over. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get shown(): SentAnswer | undefined {
    return this.#shown?.answer;
  }

  /** Handles a change of the delivery of an answer. */
  update({ id, request, decision, state, ended }: Delivery): void {
    const wasKnown = this.#arrived.has(id);
    if (hasArrived(state) && !wasKnown && request.server.asker?.kind === 'agent') {
      this.#count += 1;
      this.#show({
        request: id,
        answer: { id: `sent-${this.#count}`, server: request.server.name, action: decision.action },
      });
    } else if (!hasArrived(state) && this.#shown?.request === id) {
      this.clear();
    }
    if (ended || !hasArrived(state)) {
      this.#arrived.delete(id);
    } else {
      this.#arrived.add(id);
    }
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#shown = undefined;
  }

  #show(shown: { readonly request: string; readonly answer: SentAnswer }): void {
    clearTimeout(this.#timer);
    this.#shown = shown;
    this.#timer = setTimeout(() => {
      this.#shown = undefined;
      this.#onChange();
    }, shownMs).unref();
  }
}
