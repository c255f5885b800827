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
 * Returns the responses to the input requests of a call, by key. All requests are read before the first is shown. Requests for
 * roots, and for pages that the user has opened before in this call, have automatic responses; if there are no other
 * requests, the function returns after a pause. If the call runs as a task, several rounds may run at a time. `signal` is aborted
 * when the responses are no longer needed.
 * @throws HostError `CallFailed` if a request cannot be shown
 * @throws HostError `CallCancelled` if a request was withdrawn or the user stopped the call
 */
export type RespondToRound = (inputRequests: Params, signal: AbortSignal) => Promise<InputResponses>;

/**
 * Sends the request of a call until the server responds with another result type than `input_required`. The responses of a
 * round are sent together, with the byte-identical `requestState`. After a round without requests for the user there is a
 * pause, which grows. The number of rounds is not limited: the user answers in each of them, or is asked after some of them
 * whether to continue.
 * The loop of the SDK is not used: it has no call to attribute requests to, does not read all requests before it shows the
 * first, and stops after ten rounds.
 * @param send receives the function for the rounds of a call that runs as a task
 * @throws HostError if a request cannot be shown or was withdrawn, or the user stopped the call
 * Source: MCP specification 2026-07-28, basic/patterns/mrtr.
 */
export async function throughRounds(
  send: (params: Params, respond: RespondToRound) => Promise<unknown>,
  params: Params,
  context: ElicitingCall,
  pauses: RetryPauses = defaultRetryPauses,
): Promise<unknown> {
  const { signal } = context;
  const rounds = new Rounds(context, pauses);
  const respond: RespondToRound = (inputRequests, roundSignal) => rounds.respond(inputRequests, roundSignal);
  const sendOnce = (roundParams: Params) => rejectOnAbort(send(roundParams, respond), signal);
  try {
    let result = await sendOnce(params);
    while (isRecord(result) && result['resultType'] === 'input_required') {
      const { requestState } = result;
      const inputRequests = readInputRequests(result);
      const inputResponses = await respond(inputRequests, signal);
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

/**
 * The rounds of one call. Its owner sends the responses, if `deliveryOf` names a delivery through that, and calls `end` when the call
 * has ended.
 */
export class Rounds {
  readonly #context: ElicitingCall;
  readonly #retryPolicy: RoundRetryPolicy;
  /** The number of requests that wait for an answer. */
  #open = 0;
  /** Resolves when the pauses of all earlier rounds without requests for the user are over. */
  #pause: Promise<unknown> = Promise.resolve();

  constructor(context: ElicitingCall, pauses: RetryPauses = defaultRetryPauses) {
    this.#context = context;
    this.#retryPolicy = new RoundRetryPolicy(context, pauses);
  }

  /** See `RespondToRound`. */
  async respond(inputRequests: Params, signal: AbortSignal): Promise<InputResponses> {
    signal.throwIfAborted();
    const arrived = new ArrivedRound(inputRequests, { ...this.#context, signal }, this.#open);
    this.#open += arrived.size;
    try {
      const round = await arrived.admit(() => this.#retryPolicy.reset());
      if (round.needsUser) {
        this.#retryPolicy.reset();
        return await round.respond(undefined, true);
      }
      const pause = this.#pause.then(() => this.#retryPolicy.wait(round.openedPages, signal));
      this.#pause = pause.catch(() => undefined);
      return await round.respond(pause);
    } finally {
      this.#open -= arrived.size;
    }
  }

  end(): void {
    this.#retryPolicy.end();
  }
}

function readInputRequests({ inputRequests, requestState }: Readonly<Record<string, unknown>>): Params {
  const isValid = inputRequests === undefined ? requestState !== undefined : isRecord(inputRequests);
  if (!isValid || (requestState !== undefined && typeof requestState !== 'string')) {
    throw new HostError({
      name: 'CallFailed',
      summary: t('The server asked for more input in a way that does not follow the protocol.'),
      remedy: t('The server has to be corrected.'),
    });
  }
  return isRecord(inputRequests) ? inputRequests : {};
}
