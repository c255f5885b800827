import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { deliveryOf } from '#core/delivery/roundDelivery.ts';
import { isRecord } from '#form/json.ts';
import { ArrivedRound } from './arrivedRound.ts';
import type { ElicitingCall } from './elicitingCall.ts';
import type { InputResponses } from './round.ts';
import { defaultRetryPauses, type RetryPauses, RoundRetryPolicy } from './roundRetryPolicy.ts';

type Params = Readonly<Record<string, unknown>>;

/**
 * Answers the input requests of a call, by key. All are read before the first is shown. Roots, and pages that the user has
 * opened before in this call, are answered automatically; a round with nothing else is answered after a pause. Several rounds
 * may run at a time if the call runs as a task. `signal` fires when the answers are not needed any more.
 * @throws HostError `CallFailed` if a request cannot be shown, `CallCancelled` when one was withdrawn or the user stopped
 * the call.
 */
export type AnswerRound = (inputRequests: Params, signal: AbortSignal) => Promise<InputResponses>;

/**
 * Sends a call's request until the server responds with another result type than `input_required`. The requests of a round
 * are all read before the first is shown, answered together, and sent back with the byte-identical `requestState`. A round
 * without requests for the user is answered after a growing pause. The number of rounds is not limited: the user answers in
 * each of them, or is asked after some of them whether to continue.
 * `send` receives the function that answers rounds of a call that runs as a task.
 * The SDK's own loop is not used: it does not know the call, does not read all requests first, and stops after ten rounds.
 * @throws HostError if a request cannot be shown or was withdrawn, or the user stopped the call.
 * Source: MCP specification 2026-07-28, basic/patterns/mrtr.
 */
export async function throughRounds(
  send: (params: Params, answer: AnswerRound) => Promise<unknown>,
  params: Params,
  context: ElicitingCall,
  pauses: RetryPauses = defaultRetryPauses,
): Promise<unknown> {
  const { signal } = context;
  const rounds = new Rounds(context, pauses);
  const answer: AnswerRound = (inputRequests, until) => rounds.answer(inputRequests, until);
  const sendOnce = (round: Params) => rejectOnAbort(send(round, answer), signal);
  try {
    let result = await sendOnce(params);
    while (isRecord(result) && result['resultType'] === 'input_required') {
      const { requestState } = result;
      const inputRequests = requestsOf(result);
      const inputResponses = await answer(inputRequests, signal);
      const retry = () =>
        sendOnce({
          ...params,
          ...(Object.keys(inputRequests).length > 0 && { inputResponses }),
          ...(requestState !== undefined && { requestState }),
        });
      result = await (deliveryOf(inputResponses)?.send(retry) ?? retry());
    }
    return result;
  } finally {
    rounds.end();
  }
}

/** The rounds of one call. */
class Rounds {
  readonly #context: ElicitingCall;
  readonly #retryPolicy: RoundRetryPolicy;
  /** How many requests wait for an answer. */
  #open = 0;
  /** Rounds without requests for the user wait one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(context: ElicitingCall, pauses: RetryPauses) {
    this.#context = context;
    this.#retryPolicy = new RoundRetryPolicy(context, pauses);
  }

  /** See `AnswerRound`. */
  async answer(inputRequests: Params, signal: AbortSignal): Promise<InputResponses> {
    signal.throwIfAborted();
    const arrived = new ArrivedRound(inputRequests, { ...this.#context, signal }, this.#open);
    this.#open += arrived.size;
    try {
      const round = await arrived.admit(() => this.#retryPolicy.reset());
      if (round.needsUser) {
        this.#retryPolicy.reset();
        return await round.answer(undefined, true);
      }
      const turn = this.#turn.then(() => this.#retryPolicy.wait(round.openedPages, signal));
      this.#turn = turn.catch(() => undefined);
      return await round.answer(turn);
    } finally {
      this.#open -= arrived.size;
    }
  }

  end(): void {
    this.#retryPolicy.end();
  }
}

function requestsOf({ inputRequests, requestState }: Readonly<Record<string, unknown>>): Params {
  const readable = inputRequests === undefined ? requestState !== undefined : isRecord(inputRequests);
  if (!readable || (requestState !== undefined && typeof requestState !== 'string')) {
    throw new HostError({
      name: 'CallFailed',
      summary: t('The server asked for more input in a way that does not follow the protocol.'),
      remedy: t('The server has to be corrected.'),
    });
  }
  return isRecord(inputRequests) ? inputRequests : {};
}
