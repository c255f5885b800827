import { HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { createClient, type ElicitingClient } from '#core/connection/sdk/client.ts';
import type { VersionRefusal } from '#core/connection/sdk/eraDiscovery.ts';
import { noRequestTimeout } from '#core/connection/sdk/requestTimeout.ts';
import { deliveryOf } from '#core/delivery/roundDelivery.ts';
import { combineInteractions, PausableTimeout } from '#core/model/pausableTimeout.ts';
import { type ConnectAttempt, type ConnectOptions, LateDiscoverResultError } from './connectAttempt.ts';
import { Connection } from './connection.ts';
import { httpStatusOf, isRefusedByUrl } from './connectionFailure.ts';
import { lostResponseSummary } from './requestSender.ts';
import { explainVersionRefusal } from './versionFailure.ts';

const drainMs = 300;

/**
 * Begins a session over the transport of `attempt`. `reopen` opens another connection to the same server.
 * @throws HostError, whose cause shows whether another attempt may succeed; the signal's reason if aborted.
 */
export async function connect(
  options: ConnectOptions,
  attempt: ConnectAttempt,
  reopen: () => Promise<Connection>,
): Promise<Connection> {
  const { clientInfo, secrets, signal, elicitations, modes, roots, limits, authorization } = options;
  const { transport, type, probe, replies, failureByHost, terminateSession } = attempt;
  const { discovery } = transport;
  // For `discoverLonger`, half of the time to start is left for `initialize`, in case the server is legacy now.
  const probeMs =
    probe === 'discoverLonger' ? Math.max(limits.startMs / 2, limits.probeMs[type]) : limits.probeMs[type];
  const interactions = combineInteractions(elicitations, authorization);
  const startLimit = new PausableTimeout(limits.startMs, interactions);
  // If the user may have to sign in, the SDK's limit is replaced by one that pauses during the sign-in.
  const probeLimit = attempt.firstRequestSettled && new PausableTimeout(probeMs, interactions);
  void attempt.firstRequestSettled?.then(() => probeLimit?.dispose());
  const client = createClient({
    clientInfo,
    elicitations,
    modes,
    roots,
    extensions: authorization?.extensions,
    probeTimeoutMs: probeLimit ? noRequestTimeout : probeMs,
    replies,
  });
  transport.onunread = ({ method }, error, limit) => {
    if (method === 'elicitation/create') {
      elicitations.recordUnread(error, limit);
    }
  };
  transport.onaccepted = ({ params }) => deliveryOf(params?.['inputResponses'])?.markSent();
  // The request is ended without a health check, for which there is no connection yet.
  transport.onlost = (id) => transport.giveUp(id, lostResponseSummary());
  discovery.fallback = type !== 'http' ? 'none' : probe === 'discoverLonger' ? 'lasting' : 'any';
  const isLate = () => type === 'stdio' && probe === 'discover' && discovery.hasLateResult;
  try {
    const prior = probe === 'legacy' ? ({ kind: 'legacy' } as const) : undefined;
    const connecting = client.connect(transport, { timeout: noRequestTimeout, prior });
    const endSignal = AbortSignal.any([signal, startLimit.signal, ...(probeLimit ? [probeLimit.signal] : [])]);
    await rejectOnAbort(connecting, endSignal);
    if (eraOf(client) === 'legacy') {
      if (isLate()) {
        throw new LateDiscoverResultError();
      }
      await attempt.waitForStandaloneStream?.();
      if (transport.fault !== undefined) {
        throw new Error(transport.fault);
      }
    }
    if (!discovery.isFailureTemporary) {
      options.era.remember(discovery.hasResult ? 'modern' : eraOf(client), client.getServerVersion()?.version);
    }
  } catch (error) {
    if (!signal.aborted) {
      const failure = discovery.refusal
        ? versionFailure(options.name, attempt, discovery.refusal)
        : await attempt.explainStartFailure(moreInformative(discovery.failure, error));
      await closeAll(client, attempt);
      const cause = isLate() ? new LateDiscoverResultError() : discovery.failure ? error : failure.cause;
      throw new HostError(secrets.maskFailure(failure), { cause });
    }
    // The server may have sent a request before it was connected: the `cancel` for this request is sent before the close.
    await transport.drain(drainMs);
    await closeAll(client, attempt);
    throw signal.reason;
  } finally {
    startLimit.dispose();
    probeLimit?.dispose();
  }
  const connection = new Connection(
    { client, transport, type, era: eraOf(client), log: options.log, limits, interactions },
    {
      listeners: options.listeners,
      explainEnd: (error, isSessionOver) => secrets.maskFailure(attempt.explainEnd(error, isSessionOver)),
      failureByHost,
      reopen,
      terminateSession,
    },
  );
  replies.checkHealth = () => void connection.checkHealth();
  attempt.onOpened?.(connection);
  return connection;
}

function eraOf(client: ElicitingClient): 'legacy' | 'modern' {
  return client.getProtocolEra() ?? 'legacy';
}

/**
 * The failure that is more informative for the user. `discoverFailure`: that of `server/discover`, `undefined` if the server
 * reported only that it does not know the method. `error`: that of the following requests.
 */
function moreInformative(discoverFailure: unknown, error: unknown): unknown {
  const isUninformative = httpStatusOf(error) === undefined || isRefusedByUrl(error);
  return httpStatusOf(discoverFailure) !== undefined && isUninformative ? discoverFailure : error;
}

/** The failure of a refused version. It has no `cause`, so no second attempt is made. */
function versionFailure(name: string, { type }: ConnectAttempt, refusal: VersionRefusal): HostError {
  const failure = type === 'stdio' ? 'ServerFailedToStart' : 'ServerUnreachable';
  return new HostError(explainVersionRefusal(name, failure, refusal));
}

/** Closes the client and the transport, and ends a session that has begun: the server would keep the session. */
async function closeAll(client: ElicitingClient, { transport, terminateSession }: ConnectAttempt): Promise<void> {
  await Promise.allSettled([client.close(), transport.close(), terminateSession?.()]);
}
