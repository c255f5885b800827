import { inOneLine } from '../../form/text.ts';
import { type Failure, HostError } from '../errors.ts';
import { Connection, type ConnectionListeners } from './connection.ts';
import { explainCrash, explainLoss, explainStdioStart, explainUnreachable } from './connectionFailure.ts';
import type { LaunchSpec } from './definition.ts';
import type { Questions } from './elicitation.ts';
import type { EraMemory } from './era.ts';
import { hostClient } from './hostClient.ts';
import { httpWithSse, mayBeHttpWithSse, StandaloneStream, streamableHttp } from './httpTransport.ts';
import { readNotStarted } from './launchFailure.ts';
import { isTimeout, Limit, type Limits } from './limits.ts';
import { RecentLines } from './lines.ts';
import type { Secrets } from './secrets.ts';
import { type Launcher, StdioTransport } from './stdioTransport.ts';
import { longestTimeoutMs, orAborted, timeLimit } from './timing.ts';
import { StdioWire, Wire } from './wire.ts';
import type { WireLog } from './wireLog.ts';

export interface OpenOptions {
  /** The configured name, for failures. */
  readonly name: string;
  readonly spec: LaunchSpec;
  readonly launcher: Launcher;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly limits: Limits;
  readonly era: EraMemory;
  readonly log: WireLog;
  readonly secrets: Secrets;
  /** Absent: elicitation is not declared. */
  readonly questions: Questions | undefined;
  readonly listeners: ConnectionListeners;
  /** Gives up the opening. */
  readonly signal: AbortSignal;
}

/** `wait`: the server is known to speak the modern era, and may take as long to say so as to connect. */
type Era = 'legacy' | 'ask' | 'wait';

const exitLimitMs = 500;
const drainMs = 300;
const stderrKept = 200;
/** Characters of a line; the transport hands over twice as many. */
const stderrShown = 2000;
const noiseShown = 20;
/** Characters of a line of standard output that are looked at, and that are shown. */
const noiseRead = 5000;
const noiseLength = 500;

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
  return openAs(options, 'ask');
}

async function openAs(options: OpenOptions, era: Era): Promise<Connection> {
  const { spec, signal } = options;
  try {
    return spec.type === 'stdio' ? await openStdio(options, spec, era) : await openHttp(options, spec, spec.type, era);
  } catch (error) {
    signal.throwIfAborted();
    if (spec.type === 'stdio' && era === 'ask' && error instanceof HostError) {
      if (error.cause instanceof AnsweredLate) {
        return openStdio(options, spec, 'wait');
      }
      if (error.cause instanceof LeftWhenAsked) {
        return openStdio(options, spec, 'legacy');
      }
    }
    if (spec.type === 'http' && error instanceof HostError && mayBeHttpWithSse(error.cause)) {
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

async function openStdio(options: OpenOptions, spec: LaunchSpec & { type: 'stdio' }, era: Era): Promise<Connection> {
  const { name, log } = options;
  const stderr = new RecentLines(stderrKept);
  let noise = 0;
  const transport = new StdioTransport(spec, options.launcher, {
    stderr: (line) => {
      // Cut after the secrets are out: the beginning of one must not stand at the end of a line.
      const clean = log.clean(line).slice(0, stderrShown);
      stderr.add(clean);
      log.info(clean);
    },
    noise: (line) => {
      noise += 1;
      if (noise <= noiseShown) {
        const more = noise === noiseShown ? ' Further lines of this kind are not shown.' : '';
        const said = inOneLine(log.clean(line.slice(0, noiseRead)), noiseLength);
        log.warn(`Standard output is for protocol messages only; ignored: ${said}${more}`);
      }
    },
  });
  const processEnd = () => ({ exit: transport.exit, fault: transport.fault, stderr: stderr.last(stderrKept) });
  return connect(options, new StdioWire(transport, log), {
    type: 'stdio',
    era,
    explainEnd: () => explainCrash(name, processEnd()),
    explainStart: async (error) => {
      if (!isTimeout(error) && !(error instanceof HostError) && !(error instanceof AnsweredLate)) {
        // A write can fail before the exit is known, and the exit says more.
        await timeLimit(transport.ended, exitLimitMs);
      }
      const end = processEnd();
      const left = end.exit && !readNotStarted(end.stderr.at(-1));
      const failure = explainStdioStart(name, spec, error, end);
      return new HostError(failure, { cause: left ? new LeftWhenAsked() : error });
    },
  });
}

async function openHttp(
  options: OpenOptions,
  spec: LaunchSpec & { type: 'http' | 'sse' },
  type: 'http' | 'sse',
  era: Era,
): Promise<Connection> {
  const { name, log } = options;
  const explainStart = async (error: unknown) =>
    new HostError(explainUnreachable(name, spec.url, error), { cause: error });
  const explainEnd = (error: unknown) => explainLoss(name, spec.url, error);
  if (type === 'sse') {
    const wire = new Wire(httpWithSse(spec), log);
    return connect(options, wire, { type, era: 'legacy', explainStart, explainEnd });
  }
  const stream = new StandaloneStream();
  const transport = streamableHttp(spec, stream.fetch);
  return connect(options, new Wire(transport, log), {
    type,
    era,
    explainStart,
    explainEnd,
    ready: () => stream.ready(),
    terminateSession: () => transport.terminateSession(),
  });
}

interface Way {
  readonly type: 'stdio' | 'http' | 'sse';
  readonly era: Era;
  readonly explainStart: (error: unknown) => Promise<HostError>;
  readonly explainEnd: (error: unknown) => Failure;
  /** What else to wait for in the legacy era. */
  readonly ready?: () => Promise<void>;
  readonly terminateSession?: () => Promise<void>;
}

async function connect(options: OpenOptions, wire: Wire, way: Way): Promise<Connection> {
  const { secrets, signal, questions, limits } = options;
  const probeMs = way.era === 'wait' ? limits.startMs : limits.probeMs[way.type];
  const client = hostClient(options.clientInfo, questions, probeMs);
  const limit = new Limit(limits.startMs, questions);
  const isLate = () => way.type === 'stdio' && way.era === 'ask' && wire.discoveredLate;
  try {
    const prior = way.era === 'legacy' ? ({ kind: 'legacy' } as const) : undefined;
    const connecting = client.connect(wire, { timeout: longestTimeoutMs, prior });
    await orAborted(connecting, AbortSignal.any([signal, limit.signal]));
    const era = client.getProtocolEra() ?? 'legacy';
    if (era === 'legacy') {
      if (isLate()) {
        throw new AnsweredLate();
      }
      await way.ready?.();
    }
    options.era.remember(wire.discovered ? 'modern' : era, client.getServerVersion()?.version);
  } catch (error) {
    if (!signal.aborted) {
      const failure = await way.explainStart(error);
      await closeAll(client.close(), wire.close());
      throw new HostError(secrets.maskFailure(failure), { cause: isLate() ? new AnsweredLate() : failure.cause });
    }
    // A server may have asked before it was connected; its `cancel` is on its way.
    await wire.drain(drainMs);
    await closeAll(client.close(), wire.close());
    throw signal.reason;
  } finally {
    limit.dispose();
  }
  const explainEnd = (error: unknown) => secrets.maskFailure(way.explainEnd(error));
  const { type, terminateSession } = way;
  return new Connection({
    client,
    wire,
    log: options.log,
    listeners: options.listeners,
    type,
    listMs: limits.listMs,
    questions,
    explainEnd,
    terminateSession,
  });
}

async function closeAll(...closing: Promise<void>[]): Promise<void> {
  await Promise.allSettled(closing);
}
