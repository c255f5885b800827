import type { ElicitingCall } from '#core/elicitation/rounds/elicitingCall.ts';
import type { RetryPauses } from '#core/elicitation/rounds/roundRetryPolicy.ts';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { page } from '#test/host/samples.ts';
import { TestConnection } from '#test/host/testConnection.ts';

type Sent = Record<string, unknown>;

export const optionalNameSchema = { type: 'object', properties: { name: { type: 'string' } } };
export const form = (message = 'Name?') => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: optionalNameSchema },
});
export const pageRequest = (name: string) => ({ method: 'elicitation/create', params: page(name) });
/** A result that asks for these before the call goes on. */
export const input = (inputRequests?: unknown, requestState?: unknown) => ({
  resultType: 'input_required',
  ...(inputRequests !== undefined && { inputRequests }),
  ...(requestState !== undefined && { requestState }),
});
export const accept = { action: 'accept', content: { name: 'Ann' } } as const;

export const never = 2_000_000_000;
export const quick: RetryPauses = { first: 1, longest: 1, firstForPage: 1, longestForPage: 1 };
/** Nothing is sent again before a person says so. */
export const patient: RetryPauses = { first: 1, longest: 1, firstForPage: never, longestForPage: never };

/** Calls that go through rounds, and everything that was sent for them. */
export class RoundsRig extends TestConnection {
  sent: Sent[] = [];

  /** A call that is answered with `results` in turn; the last one goes on for ever. */
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
