import { setTimeout as delay } from 'node:timers/promises';
import { type Client, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { errorText } from '#core/common/errors.ts';
import { backoffMs } from '#core/common/timing.ts';
import { errorInHttpBody } from '#core/connection/sdk/errorInHttpBody.ts';
import { noRequestTimeout } from '#core/connection/sdk/requestTimeout.ts';
import { PausableTimeout } from '#core/model/pausableTimeout.ts';
import type { ConnectionContext } from './connectionContext.ts';

type Filter = Parameters<Client['listen']>[0];

interface Subscription {
  readonly filter: Filter;
  /** Called when the stream is open, with the part of the filter that the server accepts. */
  readonly onAcknowledged: (filter: Filter) => void;
  /** Called when the stream has ended. */
  readonly onStreamEnd: () => void;
  /** Called when the stream is open again after it had ended; notifications may have been missed. */
  readonly onResubscribed: () => void;
  /** Fires to end the subscription. */
  readonly signal: AbortSignal;
}

interface SubscriptionContext {
  readonly client: Pick<Client, 'listen'>;
  readonly log: Pick<ConnectionContext['log'], 'warn'>;
  readonly limits: Pick<ConnectionContext['limits'], 'listMs' | 'pauses'>;
  readonly interactions?: ConnectionContext['interactions'] | undefined;
}

/** The error codes with which a server shows that it does not support subscriptions. After these the host stops trying. */
const finalCodes: ReadonlySet<number> = new Set([ProtocolErrorCode.MethodNotFound, ProtocolErrorCode.InvalidParams]);

/**
 * Keeps a subscription to changed lists open until the signal fires: a stream that ends is opened again after a pause. The
 * pauses grow if streams end at once, so that a server cannot keep the host busy. Resolves when the signal has fired, or if
 * the server does not support subscriptions; never rejects.
 * Source: MCP specification 2026-07-28, basic/patterns/subscriptions.
 */
export async function keepSubscribed(context: SubscriptionContext, subscription: Subscription): Promise<void> {
  const { client, log, limits, interactions } = context;
  const { filter, signal } = subscription;
  const { firstMs, maxStandaloneMs } = limits.pauses;
  let failures = 0;
  let isReported = false;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const limit = new PausableTimeout(limits.listMs, interactions);
    try {
      const endSignal = AbortSignal.any([signal, limit.signal]);
      const stream = await client.listen(filter, { timeout: noRequestTimeout, signal: endSignal });
      limit.dispose();
      const since = performance.now();
      subscription.onAcknowledged(stream.honoredFilter);
      if (!isFirst) {
        subscription.onResubscribed();
      }
      await stream.closed;
      subscription.onStreamEnd();
      const lastedMs = performance.now() - since;
      failures = lastedMs > backoffMs(failures, firstMs, maxStandaloneMs) ? 0 : failures;
    } catch (failure) {
      limit.dispose();
      const error = errorInHttpBody(failure) ?? failure;
      if (!(isReported || signal.aborted)) {
        isReported = true;
        log.warn(`The subscription to changed lists failed: ${errorText(error, 300)}`);
      }
      if (error instanceof ProtocolError && finalCodes.has(error.code)) {
        return;
      }
    }
    await delay(backoffMs(failures, firstMs, maxStandaloneMs), undefined, { signal }).catch(() => undefined);
    failures += 1;
  }
}
