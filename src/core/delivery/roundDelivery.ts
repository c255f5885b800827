import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { Deliveries } from './delivery.ts';
import { failureOfRetry, isExpired, retryPause } from './deliveryFailure.ts';
import type { DeliveryFailure, DeliveryState } from './deliveryState.ts';

/** The answers of one round, which leave together with the request that is sent again. */
export class RoundDelivery {
  readonly #deliveries: Deliveries;
  readonly #ids: readonly string[];
  readonly #finished: (state: DeliveryState) => void;
  #isOver = false;
  #isTaken = false;

  /** `ids`: the requests that the user has answered. `finished` is told once what became of the answers. */
  constructor(deliveries: Deliveries, ids: readonly string[], finished: (state: DeliveryState) => void) {
    this.#deliveries = deliveries;
    this.#ids = ids;
    this.#finished = finished;
  }

  /**
   * The server has begun to answer the request that carries the answers, or (stdio) the request is written. Its tool works
   * on, and what became of the answers is known when the request ends: until then they are kept.
   */
  markTaken(): void {
    if (this.#isOver) {
      return;
    }
    this.#isTaken = true;
    for (const id of this.#ids) {
      this.#deliveries.expectEnd(id);
      this.#deliveries.arrived(id, 'sent');
    }
  }

  /** The request that carries the answers was answered. */
  markArrived(): void {
    for (const id of this.#ids) {
      this.#deliveries.arrived(id, 'delivered');
    }
    this.#finish({ kind: 'delivered' });
  }

  /**
   * Sends the request that carries the answers. It runs the tool again, so it is sent once; after 429 and 503, with which
   * a server says that it did nothing, once more.
   * @throws HostError `CallFailed` when the server does not take the answers any more; else what `send` throws.
   */
  async send<T>(send: () => Promise<T>): Promise<T> {
    for (const id of this.#ids) {
      this.#deliveries.sending(id, true);
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
        const failed = failureOfRetry(error);
        const pauseMs = failed && attempt === 1 ? retryPause(failed.failure) : undefined;
        if (!failed) {
          this.markArrived();
        } else if (pauseMs !== undefined && (await this.#pause(pauseMs, failed.failure))) {
          continue;
        } else {
          this.#failed(failed);
        }
        throw isExpired(error) ? expired(error) : error;
      }
    }
  }

  /** False when nothing is to be sent any more. */
  async #pause(ms: number, failure: Parameters<Deliveries['pause']>[2]): Promise<boolean> {
    try {
      await Promise.all(this.#ids.map((id) => this.#deliveries.pause(id, ms, failure)));
      return true;
    } catch {
      return false;
    }
  }

  #failed({ kind, failure: why }: NonNullable<ReturnType<typeof failureOfRetry>>): void {
    const failure: DeliveryFailure = this.#isTaken && why.code === 'broken' ? { code: 'noResult' } : why;
    const end = failure.code === 'stopped' ? 'stopped' : 'lost';
    for (const id of this.#ids) {
      this.#deliveries.failed(id, kind, failure, end);
    }
    this.#finish({ kind, failure });
  }

  #finish(state: DeliveryState): void {
    if (!this.#isOver) {
      this.#isOver = true;
      this.#finished(state);
    }
  }
}

/** By the responses that a request carries. */
const deliveriesByResponses = new WeakMap<object, RoundDelivery>();

/** From now on `responses` are delivered by `delivery`. */
export function deliverWith<T extends object>(responses: T, delivery: RoundDelivery): T {
  deliveriesByResponses.set(responses, delivery);
  return responses;
}

/** What delivers the responses of a request; `undefined` where the user has answered none of them. */
export function deliveryOf(responses: unknown): RoundDelivery | undefined {
  return typeof responses === 'object' && responses !== null ? deliveriesByResponses.get(responses) : undefined;
}

function expired(error: Error): HostError {
  return new HostError(
    {
      name: 'CallFailed',
      summary: t('The server does not accept the answer any more.'),
      remedy: t('Run it again. What you answered is kept.'),
      detail: error.message,
    },
    { cause: error },
  );
}
