import { HostError } from '#core/common/errors.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { createClient, type ElicitingClient } from '#core/connection/sdk/client.ts';
import type { VersionRefusal } from '#core/connection/sdk/eraDiscovery.ts';
import { noRequestTimeout } from '#core/connection/sdk/requestTimeout.ts';
import { deliveryOf } from '#core/delivery/roundDelivery.ts';
import { combineInteractions, PausableTimeout } from '#core/model/pausableTimeout.ts';
import { type ConnectAttempt, DiscoverAnsweredLate, type OpenOptions } from './connectAttempt.ts';
import { Connection } from './connection.ts';
import { httpStatusOf, isRefusedThere } from './connectionFailure.ts';
import { lostResponseSummary } from './requestSender.ts';
import { explainVersionRefusal } from './versionFailure.ts';

const drainMs = 300;

/**
 * Begins a session over the transport of `attempt`. `reopen` opens another connection to the same server.
 * @throws HostError, whose cause says whether another attempt may succeed; the signal's reason if aborted.
 */
export async function connect(
  options: OpenOptions,
  attempt: ConnectAttempt,
  reopen: () => Promise<Connection>,
): Promise<Connection> {
  const { clientInfo, secrets, signal, elicitations, modes, roots, limits, authorization } = options;
  const { transport, type, probe, replies, fault, terminateSession } = attempt;
  const { discovery } = transport;
  // In `wait`, half of the time to start is left for `initialize`, should the server be legacy after all.
  const probeMs = probe === 'wait' ? Math.max(limits.startMs / 2, limits.probeMs[type]) : limits.probeMs[type];
  const interactions = combineInteractions(elicitations, authorization);
  const startLimit = new PausableTimeout(limits.startMs, interactions);
  // Where the user may have to sign in, the SDK's own limit would not stand still meanwhile.
  const probeLimit = attempt.answered && new PausableTimeout(probeMs, interactions);
  void attempt.answered?.then(() => probeLimit?.dispose());
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
      elicitations.refusedUnread(error, limit);
    }
  };
  transport.ontaken = ({ params }) => deliveryOf(params?.['inputResponses'])?.markTaken();
  // No other response will come, and there is no connection yet whose health could be checked.
  transport.onlost = (id) => transport.giveUp(id, lostResponseSummary());
  discovery.fallback = type !== 'http' ? 'none' : probe === 'wait' ? 'lasting' : 'any';
  const isLate = () => type === 'stdio' && probe === 'ask' && discovery.answeredLate;
  try {
    const prior = probe === 'legacy' ? ({ kind: 'legacy' } as const) : undefined;
    const connecting = client.connect(transport, { timeout: noRequestTimeout, prior });
    const ends = AbortSignal.any([signal, startLimit.signal, ...(probeLimit ? [probeLimit.signal] : [])]);
    await rejectOnAbort(connecting, ends);
    if (eraOf(client) === 'legacy') {
      if (isLate()) {
        throw new DiscoverAnsweredLate();
      }
      await attempt.ready?.();
      if (transport.fault !== undefined) {
        throw new Error(transport.fault);
      }
    }
    if (!discovery.isFailureTemporary) {
      options.era.remember(discovery.answered ? 'modern' : eraOf(client), client.getServerVersion()?.version);
    }
  } catch (error) {
    if (!signal.aborted) {
      const failure = discovery.refusal
        ? refusedVersion(options.name, attempt, discovery.refusal)
        : await attempt.explainStart(moreInformative(discovery.failure, error));
      await closeAll(client, attempt);
      const cause = isLate() ? new DiscoverAnsweredLate() : discovery.failure ? error : failure.cause;
      throw new HostError(secrets.maskFailure(failure), { cause });
    }
    // The server may have sent a request before it was connected: the `cancel` for that is on its way.
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
      explainEnd: (error, forgotten) => secrets.maskFailure(attempt.explainEnd(error, forgotten)),
      fault,
      reopen,
      terminateSession,
    },
  );
  replies.checkHealth = () => void connection.checkHealth();
  attempt.opened?.(connection);
  return connection;
}

function eraOf(client: ElicitingClient): 'legacy' | 'modern' {
  return client.getProtocolEra() ?? 'legacy';
}

/**
 * Of two failures the one that says more to the user. `probe`: of `server/discover`, absent where it said only that the
 * method is unknown; `error`: of what followed.
 */
function moreInformative(probe: unknown, error: unknown): unknown {
  const isUninformative = httpStatusOf(error) === undefined || isRefusedThere(error);
  return httpStatusOf(probe) !== undefined && isUninformative ? probe : error;
}

/** Has no cause, so no second attempt is made. */
function refusedVersion(name: string, { type }: ConnectAttempt, refusal: VersionRefusal): HostError {
  const failure = type === 'stdio' ? 'ServerFailedToStart' : 'ServerUnreachable';
  return new HostError(explainVersionRefusal(name, failure, refusal));
}

/** Ends the session too: a server keeps one that has begun until it is told. */
async function closeAll(client: ElicitingClient, { transport, terminateSession }: ConnectAttempt): Promise<void> {
  await Promise.allSettled([client.close(), transport.close(), terminateSession?.()]);
}
