import { setTimeout as delay } from 'node:timers/promises';
import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { maxTimerMs } from '#core/common/timing.ts';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import { PausableTimeout, type UserInteractions } from '#core/model/pausableTimeout.ts';
import type { StreamPauses } from '#core/model/timeLimits.ts';
import { inOneLine } from '#form/text.ts';

type Filter = Parameters<Client['listen']>[0];

interface SubscriptionParts {
  readonly client: Pick<Client, 'listen'>;
  readonly filter: Filter;
  readonly questions: UserInteractions | undefined;
  /** How long the server may take to acknowledge, in milliseconds. */
  readonly acknowledgeMs: number;
  readonly pauses: StreamPauses;
  /** The stream is open, for the subset of the filter that the server agreed to. */
  readonly acknowledged: (filter: Filter) => void;
  /** It is not open any more. */
  readonly ended: () => void;
  /** News may have been missed: the stream was interrupted, and is there again. */
  readonly reopened: () => void;
  readonly warn: (line: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** The server does not do that, whenever it is asked. */
const finalCodes: ReadonlySet<number> = new Set([ProtocolErrorCode.MethodNotFound, ProtocolErrorCode.InvalidParams]);
/**
 * Listens for changed lists as long as the connection lives: a stream that ends is opened again after a pause. The
 * pauses grow while streams bring nothing but their own end, so a server cannot keep us busy. Resolves when there is
 * nothing to listen to, or the signal has fired; never rejects.
 * Source: MCP specification 2026-07-28, basic/patterns/subscriptions.
 */
export async function keepSubscribed(parts: SubscriptionParts): Promise<void> {
  const { client, filter, signal, reopened, warn } = parts;
  const { firstMs, idleMs } = parts.pauses;
  let pauseMs = firstMs;
  let told = false;
  for (let first = true; !signal.aborted; first = false) {
    const limit = new PausableTimeout(parts.acknowledgeMs, parts.questions);
    try {
      const ends = AbortSignal.any([signal, limit.signal]);
      const subscription = await client.listen(filter, { timeout: maxTimerMs, signal: ends });
      limit.dispose();
      const since = performance.now();
      parts.acknowledged(subscription.honoredFilter);
      if (!first) {
        reopened();
      }
      await subscription.closed;
      parts.ended();
      pauseMs = performance.now() - since > pauseMs ? firstMs : pauseMs;
    } catch (failure) {
      limit.dispose();
      const error = errorInHttpBody(failure) ?? failure;
      if (!(told || signal.aborted)) {
        told = true;
        warn(`No news of changed lists: ${inOneLine(error instanceof Error ? error.message : String(error), 300)}`);
      }
      if (error instanceof ProtocolError && finalCodes.has(error.code)) {
        return;
      }
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, idleMs);
  }
}
