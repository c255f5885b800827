import { setTimeout as delay } from 'node:timers/promises';
import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { backoffMs } from '#core/common/timing.ts';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import { noRequestTimeout } from '#core/connection/sdk/requestTimeout.ts';
import { PausableTimeout } from '#core/model/pausableTimeout.ts';
import { inOneLine } from '#form/text.ts';
import type { ConnectionContext } from './connectionContext.ts';

type Filter = Parameters<Client['listen']>[0];

interface Subscription {
  readonly filter: Filter;
  /** The stream is open, for the subset of the filter that the server agreed to. */
  readonly acknowledged: (filter: Filter) => void;
  /** The stream has ended. */
  readonly ended: () => void;
  /** The stream is open again; notifications may have been missed meanwhile. */
  readonly resubscribed: () => void;
  /** Ends the subscription. */
  readonly signal: AbortSignal;
}

interface SubscriptionContext {
  readonly client: Pick<Client, 'listen'>;
  readonly log: Pick<ConnectionContext['log'], 'warn'>;
  readonly limits: Pick<ConnectionContext['limits'], 'listMs' | 'pauses'>;
  readonly interactions?: ConnectionContext['interactions'] | undefined;
}

/** The server does not support subscriptions, so it is not asked again. */
const finalCodes: ReadonlySet<number> = new Set([ProtocolErrorCode.MethodNotFound, ProtocolErrorCode.InvalidParams]);

/**
 * Keeps a subscription to changed lists open until the signal fires: a stream that ends is opened again after a pause. The
 * pauses grow while streams end at once, so a server cannot keep the host busy. Resolves when the server does not support
 * subscriptions, or the signal has fired; never rejects.
 * Source: MCP specification 2026-07-28, basic/patterns/subscriptions.
 */
export async function keepSubscribed(context: SubscriptionContext, subscription: Subscription): Promise<void> {
  const { client, log, limits, interactions } = context;
  const { filter, signal } = subscription;
  const { firstMs, idleMs } = limits.pauses;
  let failures = 0;
  let isReported = false;
  for (let first = true; !signal.aborted; first = false) {
    const limit = new PausableTimeout(limits.listMs, interactions);
    try {
      const ends = AbortSignal.any([signal, limit.signal]);
      const stream = await client.listen(filter, { timeout: noRequestTimeout, signal: ends });
      limit.dispose();
      const since = performance.now();
      subscription.acknowledged(stream.honoredFilter);
      if (!first) {
        subscription.resubscribed();
      }
      await stream.closed;
      subscription.ended();
      const lastedMs = performance.now() - since;
      failures = lastedMs > backoffMs(failures, firstMs, idleMs) ? 0 : failures;
    } catch (failure) {
      limit.dispose();
      const error = errorInHttpBody(failure) ?? failure;
      if (!(isReported || signal.aborted)) {
        isReported = true;
        const text = error instanceof Error ? error.message : String(error);
        log.warn(`No news of changed lists: ${inOneLine(text, 300)}`);
      }
      if (error instanceof ProtocolError && finalCodes.has(error.code)) {
        return;
      }
    }
    await delay(backoffMs(failures, firstMs, idleMs), undefined, { signal }).catch(() => undefined);
    failures += 1;
  }
}
