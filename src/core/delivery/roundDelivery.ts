import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { classifyReplyError, classifyRetryError, isExpired, NotAwaited, retryPause } from './classifyDeliveryError.ts';
import type { Deliveries } from './deliveries.ts';
import { type CallEnd, type DeliveryFailure, type DeliveryState, hasArrived } from './deliveryState.ts';

/** Delivers the answers of one round, which are sent together in the retried request. */
export class RoundDelivery {
  readonly #deliveries: Deliveries;
  readonly #ids: readonly string[];
  readonly #onFinished: (state: DeliveryState) => void;
  #isOver = false;
  #hasResponseStarted = false;
  /** How the call has ended while the answers were being written. */
  #callEnd: CallEnd | undefined;

  /** `ids`: the requests that the user has answered. `onFinished` is called once, with the final state. */
  constructor(deliveries: Deliveries, ids: readonly string[], onFinished: (state: DeliveryState) => void) {
    this.#deliveries = deliveries;
    this.#ids = ids;
    this.#onFinished = onFinished;
  }

  /**
   * Marks the answers as sent: the server has started to respond to the request that carries them, or (stdio) the request is
   * written. The tool still runs, so the answers stay `sent` until the request ends.
   */
  markSent(): void {
    if (this.#isOver) {
      return;
    }
    this.#hasResponseStarted = true;
    for (const id of this.#ids) {
      this.#deliveries.expectEnd(id);
      this.#deliveries.markArrived(id, 'sent');
    }
  }

  /** Marks the answers as delivered: the server has responded to the request that carries them. */
  markArrived(): void {
    for (const id of this.#ids) {
      this.#deliveries.markArrived(id, 'delivered');
    }
    this.#finish({ kind: 'delivered' });
  }

  /**
   * Sends the request that carries the answers. The request runs the tool, so the request is sent only once, except that status 429 or
   * 503, with which a server reports that it has done nothing, is followed by one more attempt.
   * @throws HostError `CallFailed` if the server no longer accepts the answers
   * @throws NotAwaited if `send` does: the answers were not used, and the call goes on
   * @throws the error of `send` otherwise
   */
  async send<T>(send: () => Promise<T>): Promise<T> {
    for (const id of this.#ids) {
      this.#deliveries.markSending(id, true);
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await send();
        this.markArrived();
        return result;
      } catch (error) {
        if (this.#isOver) {
          throw error;
        }
        if (error instanceof NotAwaited) {
          this.#markTakenBack(error.kind);
          throw error;
        }
        const classified = classifyRetryError(error);
        const pauseMs = classified && attempt === 1 ? retryPause(classified.failure) : undefined;
        if (!classified) {
          this.markArrived();
        } else if (pauseMs !== undefined && (await this.#pause(pauseMs, classified.failure))) {
          continue;
        } else {
          this.#markFailed(classified);
        }
        throw isExpired(error) ? expiredAnswerError(error) : error;
      }
    }
  }

  /**
   * Has another program send the answers. `write` resolves when that has written them to the server, and rejects if they were not
   * written. From then on the answers are `sent`, until `callEnded`. Resolves when the delivery is over. Never rejects.
   */
  async sendThrough(write: () => Promise<void>): Promise<void> {
    const finalStates = Promise.all(this.#ids.map((id) => this.#deliveries.finalState(id)));
    for (const id of this.#ids) {
      this.#deliveries.markSending(id);
    }
    void this.#write(write);
    // The deliveries may also be ended without this object.
    const failed = (await finalStates).find((state) => state && !hasArrived(state));
    this.#finish(failed ?? { kind: 'delivered' });
  }

  /** Handles the end of the call whose answers another program sends, or `answered`: the call goes on, with another request. */
  callEnded(how: CallEnd): void {
    if (this.#isOver) {
      return;
    }
    if (!this.#hasResponseStarted) {
      this.#callEnd ??= how;
    } else if (how === 'answered') {
      this.markArrived();
    } else {
      // Only a response shows that the server has read what was written.
      this.#markFailed({ kind: 'unknown', failure: { code: how === 'stopped' ? 'stopped' : 'serverEnded' } });
    }
  }

  async #write(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!this.#isOver) {
        this.#markFailed(classifyReplyError(error));
      }
      return;
    }
    this.markSent();
    if (this.#callEnd) {
      this.callEnded(this.#callEnd);
    }
  }

  /** Pauses the deliveries. False if the answers must no longer be sent. */
  async #pause(ms: number, failure: Parameters<Deliveries['pause']>[2]): Promise<boolean> {
    try {
      await Promise.all(this.#ids.map((id) => this.#deliveries.pause(id, ms, failure)));
      return true;
    } catch {
      return false;
    }
  }

  #markFailed({ kind, failure: cause }: NonNullable<ReturnType<typeof classifyRetryError>>): void {
    const failure: DeliveryFailure = this.#hasResponseStarted && cause.code === 'broken' ? { code: 'noResult' } : cause;
    const end = failure.code === 'stopped' ? 'stopped' : 'lost';
    for (const id of this.#ids) {
      this.#deliveries.markFailed(id, kind, failure, end);
    }
    this.#finish({ kind, failure });
  }

  /** The call goes on, so nothing is kept for running it again: the user learns that the questions were taken back. */
  #markTakenBack(kind: NotAwaited['kind']): void {
    for (const id of this.#ids) {
      this.#deliveries.withdraw(id, kind);
    }
    this.#finish({ kind, failure: { code: 'takenBack' } });
  }

  #finish(state: DeliveryState): void {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#onFinished(state);
    }
  }
}

/** The deliveries, by the `inputResponses` object that a request carries. */
const deliveriesByResponses = new WeakMap<object, RoundDelivery>();

/** Associates `responses` with the delivery that sends them. */
export function deliverWith<T extends object>(responses: T, delivery: RoundDelivery): T {
  deliveriesByResponses.set(responses, delivery);
  return responses;
}

/** The delivery of `responses`; `undefined` if the user has answered none of them. */
export function deliveryOf(responses: unknown): RoundDelivery | undefined {
  return typeof responses === 'object' && responses !== null ? deliveriesByResponses.get(responses) : undefined;
}

function expiredAnswerError(error: Error): HostError {
  return new HostError(
    {
      name: 'CallFailed',
      summary: t('The server does not accept the answer any more.'),
      remedy: t('Run it again. Your answers are kept.'),
      detail: error.message,
    },
    { cause: error },
  );
}
