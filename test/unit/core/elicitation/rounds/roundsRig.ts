import type { ElicitingCall } from '#core/elicitation/rounds/elicitingCall.ts';
import type { RetryPauses } from '#core/elicitation/rounds/roundRetryPolicy.ts';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { page } from '#test/host/samples.ts';
import { TestConnection } from '#test/host/testConnection.ts';

type Sent = Record<string, unknown>;

export const optionalNameSchema = { type: 'object', properties: { name: { type: 'string' } } };
export const formInput = (message = 'Name?') => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: optionalNameSchema },
});
export const pageRequest = (name: string) => ({ method: 'elicitation/create', params: page(name) });
/** An `input_required` result with these requests and this state. */
export const roundWith = (inputRequests?: unknown, requestState?: unknown) => ({
  resultType: 'input_required',
  ...(inputRequests !== undefined && { inputRequests }),
  ...(requestState !== undefined && { requestState }),
});
export const accept = { action: 'accept', content: { name: 'Ann' } } as const;

export const neverMs = 2_000_000_000;
export const quick: RetryPauses = { first: 1, longest: 1, firstForPage: 1, longestForPage: 1 };
/** Rounds with an opened page are not repeated before the user continues. */
export const manualRetries: RetryPauses = { first: 1, longest: 1, firstForPage: neverMs, longestForPage: neverMs };

/** Runs calls with rounds, and collects the parameters that were sent. */
export class RoundsRig extends TestConnection {
  sent: Sent[] = [];

  /** Runs a call to which the server responds with `results` in turn, and then always with the last one. */
  run(results: readonly unknown[], pauses = quick, context: ElicitingCall = this.context): Promise<unknown> {
    const send = async (params: Sent) => {
      this.sent.push(params);
      return results[Math.min(this.sent.length, results.length) - 1];
    };
    const result = throughRounds(send, { name: 'tool' }, context, pauses);
    result.catch(() => undefined);
    return result;
  }

  get lastAnswers(): unknown {
    return this.sent.at(-1)?.['inputResponses'];
  }
}
