import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import { nameSchema } from './samples.ts';
import { TestConnection } from './testConnection.ts';

/** The parameters of a form elicitation. */
export const nameForm = (message = 'Name?') => ({ message, requestedSchema: nameSchema });

/** An `input_required` result with this number of forms. */
export function roundOf(requestCount: number) {
  return {
    resultType: 'input_required',
    inputRequests: Object.fromEntries(
      Array.from({ length: requestCount }, (_, index) => [
        `q${index}`,
        { method: 'elicitation/create', params: nameForm(`${index}?`) },
      ]),
    ),
  };
}

/** A connection with the default rate limits. */
export class RateLimitedConnection extends TestConnection {
  override rateLimits = defaultRateLimits;
  readonly rateControl = new ServerRateControl(
    this,
    () => 'user:mine',
    () => undefined,
  );

  /** Pushes an elicitation. Returns the reply, or the code and the data of the error. */
  replyTo(params: unknown) {
    return this.push(params).catch((error: unknown) => {
      assert.ok(error instanceof ProtocolError);
      return { code: error.code, data: error.data as { reason: string; retryAfterMs: number } };
    });
  }

  /** Pushes requests without a call and cancels each of them: a cancelled request counts towards the limit. */
  async pushAndCancel(times: number): Promise<void> {
    const { calls } = this;
    this.calls = [];
    for (let time = 0; time < times; time += 1) {
      const reply = this.replyTo(nameForm());
      await this.decide({ action: 'cancel' });
      await reply;
    }
    this.calls = calls;
  }
}
