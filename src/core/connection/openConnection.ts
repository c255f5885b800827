import { setTimeout as delay } from 'node:timers/promises';
import { HostError } from '#core/common/errors.ts';
import { maxTimerMs, rejectOnAbort, settlesWithin } from '#core/common/timing.ts';
import { createClient } from '#core/connection/sdk/client.ts';
import type { VersionRefusal } from '#core/connection/sdk/eraDiscovery.ts';
import { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import { deliveryOf } from '#core/delivery/roundDelivery.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { combineInteractions, isTimeout, PausableTimeout } from '#core/model/pausableTimeout.ts';
import { NonProtocolOutputLog, StderrLog } from '#core/transport/connectionLog.ts';
import { readStartFailure } from '#core/transport/stdio/launcherProtocol.ts';
import { StdioTransport } from '#core/transport/stdio/stdioTransport.ts';
import type { ConnectAttempt, EraProbe, OpenOptions } from './connectAttempt.ts';
import { Connection } from './connection.ts';
import { explainCrash, explainStdioStart, httpStatusOf } from './connectionFailure.ts';
import { prepareHttp } from './httpConnection.ts';
import { lostResponseSummary } from './requestSender.ts';
import { explainVersionRefusal } from './versionFailure.ts';

const exitLimitMs = 500;
const drainMs = 300;
/** How often in a row a server may be out of reach after its connection broke. */
const mostFailures = 5;

/**
 * Connects to a server, of whichever era. The era is asked for in place, on the connection that is then used; a stdio
 * server that leaves on the question is started once more and not asked, one that answers it when nobody waited for it
 * any more is started once more and waited for. A server remembered as legacy is not asked.
 * @throws HostError `ServerFailedToStart`, `ServerUnreachable` or `EntryInvalid`; the signal's reason when aborted.
 * Source: MCP specification, basic/lifecycle, and basic/transports, "Backwards Compatibility".
 */
export async function openConnection(options: OpenOptions): Promise<Connection> {
  if (options.era.isLegacy()) {
    try {
      return await openAs(options, 'legacy');
    } catch (error) {
      options.signal.throwIfAborted();
      options.era.forget();
      if (error instanceof HostError && isTimeout(error.cause)) {
        // Nobody waits twice as long for the same silence.
        throw error;
      }
    }
  }
  if (options.era.isModern()) {
    try {
      return await openAs(options, 'wait');
    } catch (error) {
      options.signal.throwIfAborted();
      options.era.forget();
      throw error;
    }
  }
  return openAs(options, 'ask');
}

async function openAs(options: OpenOptions, era: EraProbe): Promise<Connection> {
  const { spec, signal } = options;
  try {
    return spec.type === 'stdio' ? await openStdio(options, spec, era) : await openHttp(options, spec, spec.type, era);
  } catch (error) {
    signal.throwIfAborted();
    if (spec.type === 'stdio' && era !== 'legacy' && error instanceof HostError) {
      if (error.cause instanceof AnsweredLate) {
        return openStdio(options, spec, 'wait');
      }
      if (error.cause instanceof LeftWhenAsked) {
        return openStdio(options, spec, 'legacy');
      }
    }
    if (spec.type === 'http' && error instanceof HostError && mayBeHttpWithSse(error)) {
      // When the old transport fails too, what the new one said is the better explanation.
      return openHttp(options, spec, 'sse', 'legacy').catch(() => {
        throw error;
      });
    }
    throw error;
  }
}

/** The server's process ended while it was asked for its era: the cause of the failure that is then reported. */
class LeftWhenAsked extends Error {}

/** The server said that it speaks the modern era after it had been taken for one of the legacy era. */
class AnsweredLate extends Error {}

/**
 * A wire that the SDK takes for stdio, which decides how it reads silence during version negotiation. It looks for
 * these two members.
 */
export class ObservedStdioTransport extends ObservedTransport {
  readonly pid = null;
  readonly stderr = null;
}

async function openStdio(
  options: OpenOptions,
  spec: LaunchSpec & { type: 'stdio' },
  era: EraProbe,
): Promise<Connection> {
  const { name, log } = options;
  const stderr = new StderrLog(log);
  const noise = new NonProtocolOutputLog(log, 'Standard output is for protocol messages only');
  const transport = new StdioTransport(spec, options.launcher, {
    stderr: (line) => stderr.add(line),
    nonProtocolOutput: (line) => noise.add(line),
  });
  const replies = new ReplyDelivery('stdio');
  const wire = new ObservedStdioTransport(transport, log, replies);
  const processEnd = () => ({ exit: transport.exit, fault: wire.fault ?? transport.fault, stderr: stderr.last() });
  return connect(options, wire, {
    type: 'stdio',
    era,
    replies,
    explainEnd: () => explainCrash(name, processEnd()),
    explainStart: async (error) => {
      if (!isTimeout(error) && !(error instanceof HostError) && !(error instanceof AnsweredLate)) {
        // A write can fail before the exit is known, and the exit says more.
        await settlesWithin(transport.ended, exitLimitMs);
      }
      const end = processEnd();
      const left = end.exit && !readStartFailure(end.stderr.at(-1));
      const failure = explainStdioStart(name, spec, error, end);
      return new HostError(failure, { cause: left ? new LeftWhenAsked() : error });
    },
  });
}

async function openHttp(
  options: OpenOptions,
  spec: LaunchSpec & { type: 'http' | 'sse' },
  type: 'http' | 'sse',
  era: EraProbe,
): Promise<Connection> {
  const { wire, way } = prepareHttp(options, spec, type, era);
  return connect(options, wire, way);
}

/** Connects again to a server whose connection broke, with growing pauses, as long as it may be on its way back. */
async function comeBack(options: OpenOptions): Promise<Connection> {
  const { limits, signal } = options;
  const { firstMs, longestMs } = limits.pauses;
  for (let failures = 0; ; failures += 1) {
    await delay(Math.min(firstMs * 2 ** failures, longestMs), undefined, { signal });
    try {
      return await openConnection(options);
    } catch (error) {
      signal.throwIfAborted();
      const status = httpStatusOf(error);
      if (failures + 1 >= mostFailures || (status !== undefined && status < 500)) {
        throw error;
      }
    }
  }
}

/**
 * True when a server may be one of the old ones that speak HTTP+SSE only.
 * Source: MCP specification, basic/transports, "Backwards Compatibility".
 */
function mayBeHttpWithSse({ cause }: HostError): boolean {
  return isUnknownThere(httpStatusOf(cause) ?? 0);
}

/** With this HTTP status a server says that it takes no such message there. */
function isUnknownThere(status: number): boolean {
  return [400, 404, 405].includes(status);
}

async function connect(options: OpenOptions, wire: ObservedTransport, way: ConnectAttempt): Promise<Connection> {
  const { clientInfo, secrets, signal, questions, modes, roots, limits } = options;
  // Time is left for `initialize`, should it be of the legacy era after all.
  const probeMs =
    way.era === 'wait' ? Math.max(limits.startMs / 2, limits.probeMs[way.type]) : limits.probeMs[way.type];
  const waiting = combineInteractions(questions, options.authorization);
  const limit = new PausableTimeout(limits.startMs, waiting);
  // The SDK's own limit does not stand still.
  const probing = way.answered && new PausableTimeout(probeMs, waiting);
  void way.answered?.then(() => probing?.dispose());
  const probeTimeoutMs = probing ? maxTimerMs : probeMs;
  const extensions = options.authorization?.extensions;
  wire.onunread = ({ method }, error, limit) => {
    if (method === 'elicitation/create') {
      questions.refusedUnread(error, limit);
    }
  };
  wire.ontaken = ({ params }) => deliveryOf(params?.['inputResponses'])?.taken();
  const client = createClient({
    clientInfo,
    questions,
    modes,
    roots,
    extensions,
    probeTimeoutMs,
    replies: way.replies,
  });
  wire.discovery.fallback = way.type !== 'http' ? 'none' : way.era === 'wait' ? 'lasting' : 'any';
  // Nothing else will come, and there is no connection yet whose life could be looked into.
  wire.onlost = (id) => wire.giveUp(id, lostResponseSummary());
  const isLate = () => way.type === 'stdio' && way.era === 'ask' && wire.discovery.answeredLate;
  try {
    const prior = way.era === 'legacy' ? ({ kind: 'legacy' } as const) : undefined;
    const connecting = client.connect(wire, { timeout: maxTimerMs, prior });
    await rejectOnAbort(connecting, AbortSignal.any([signal, limit.signal, ...(probing ? [probing.signal] : [])]));
    const era = client.getProtocolEra() ?? 'legacy';
    if (era === 'legacy') {
      if (isLate()) {
        throw new AnsweredLate();
      }
      await way.ready?.();
      if (wire.fault !== undefined) {
        throw new Error(wire.fault);
      }
    }
    if (!wire.discovery.mayPass) {
      options.era.remember(wire.discovery.answered ? 'modern' : era, client.getServerVersion()?.version);
    }
  } catch (error) {
    if (!signal.aborted) {
      const failure = wire.discovery.refusal
        ? refused(options.name, way, wire.discovery.refusal)
        : await way.explainStart(moreTelling(wire.discovery.failure, error));
      await closeAll(client.close(), wire.close(), endSession(way));
      const cause = isLate() ? new AnsweredLate() : wire.discovery.failure ? error : failure.cause;
      throw new HostError(secrets.maskFailure(failure), { cause });
    }
    // A server may have asked before it was connected; its `cancel` is on its way.
    await wire.drain(drainMs);
    await closeAll(client.close(), wire.close(), endSession(way));
    throw signal.reason;
  } finally {
    limit.dispose();
    probing?.dispose();
  }
  const explainEnd = (error: unknown, forgotten: boolean) => secrets.maskFailure(way.explainEnd(error, forgotten));
  const { type, fault, terminateSession } = way;
  const connection = new Connection({
    client,
    wire,
    log: options.log,
    listeners: options.listeners,
    type,
    limits,
    questions: waiting,
    explainEnd,
    fault,
    reopen: () => (type === 'sse' ? comeBack(options) : openConnection(options)),
    terminateSession,
  });
  way.replies.suspect = () => void connection.checkLife();
  way.opened?.(connection);
  return connection;
}

/**
 * Of two failures the one that says more to the user. `probe`: of `server/discover`, absent where that said only that it is
 * unknown; `error`: of what came after it.
 */
function moreTelling(probe: unknown, error: unknown): unknown {
  const status = httpStatusOf(error);
  const saysLittle = status === undefined || isUnknownThere(status);
  return httpStatusOf(probe) !== undefined && saysLittle ? probe : error;
}

/** No second attempt is made: its cause is none that asks for one. */
function refused(name: string, { type }: ConnectAttempt, refusal: VersionRefusal): HostError {
  return new HostError(
    explainVersionRefusal(name, type === 'stdio' ? 'ServerFailedToStart' : 'ServerUnreachable', refusal),
  );
}

/** A server that has begun a session keeps it until it is told that nobody comes. */
async function endSession({ terminateSession }: ConnectAttempt): Promise<void> {
  await terminateSession?.();
}

async function closeAll(...closing: Promise<void>[]): Promise<void> {
  await Promise.allSettled(closing);
}
