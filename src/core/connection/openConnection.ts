import { setTimeout as delay } from 'node:timers/promises';
import { HostError } from '#core/common/errors.ts';
import { backoffMs } from '#core/common/timing.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { isTimeout } from '#core/model/pausableTimeout.ts';
import { connect } from './connect.ts';
import {
  type ConnectOptions,
  type EraProbe,
  ExitedBeforeReadyError,
  LateDiscoverResultError,
} from './connectAttempt.ts';
import type { Connection } from './connection.ts';
import { httpStatusOf, isRefusedByUrl } from './connectionFailure.ts';
import { prepareHttp } from './httpConnection.ts';
import { prepareStdio } from './stdioConnection.ts';

/** How often in a row a server may be unreachable after its connection broke. */
const maxFailures = 5;

/**
 * Connects to a server of either era. The connection begins with `server/discover`, which finds out the era, unless the
 * server is remembered as legacy. A stdio server that exits on `server/discover` is started a second time without it; a
 * stdio server that returns its result after the time-out is started a second time with a longer time-out.
 * @throws HostError `ServerFailedToStart`, `ServerUnreachable` or `EntryInvalid`; the signal's reason if aborted.
 * Source: MCP specification, basic/lifecycle, and basic/transports, "Backwards Compatibility".
 */
export async function openConnection(options: ConnectOptions): Promise<Connection> {
  if (options.era.isLegacy()) {
    try {
      return await openWithFallbacks(options, 'legacy');
    } catch (error) {
      options.signal.throwIfAborted();
      options.era.forget();
      if (error instanceof HostError && isTimeout(error.cause)) {
        // A second attempt would wait just as long for a silent server.
        throw error;
      }
    }
  }
  if (options.era.isModern()) {
    try {
      return await openWithFallbacks(options, 'discoverLonger');
    } catch (error) {
      options.signal.throwIfAborted();
      options.era.forget();
      throw error;
    }
  }
  return openWithFallbacks(options, 'discover');
}

async function openWithFallbacks(options: ConnectOptions, probe: EraProbe): Promise<Connection> {
  const { spec, signal } = options;
  try {
    return await (spec.type === 'stdio' ? openStdio(options, spec, probe) : openHttp(options, spec, spec.type, probe));
  } catch (error) {
    signal.throwIfAborted();
    if (spec.type === 'stdio' && probe !== 'legacy' && error instanceof HostError) {
      if (error.cause instanceof LateDiscoverResultError) {
        return openStdio(options, spec, 'discoverLonger');
      }
      if (error.cause instanceof ExitedBeforeReadyError) {
        return openStdio(options, spec, 'legacy');
      }
    }
    if (spec.type === 'http' && error instanceof HostError && isRefusedByUrl(error.cause)) {
      // The server may support only HTTP+SSE. If that also fails, the refusal over Streamable HTTP is more informative.
      return openHttp(options, spec, 'sse', 'legacy').catch(() => {
        throw error;
      });
    }
    throw error;
  }
}

async function openStdio(
  options: ConnectOptions,
  spec: LaunchSpec & { type: 'stdio' },
  probe: EraProbe,
): Promise<Connection> {
  return connect(options, prepareStdio(options, spec, probe), () => openConnection(options));
}

async function openHttp(
  options: ConnectOptions,
  spec: LaunchSpec & { type: 'http' | 'sse' },
  type: 'http' | 'sse',
  probe: EraProbe,
): Promise<Connection> {
  const reopen = () => (type === 'sse' ? reconnect(options) : openConnection(options));
  return connect(options, prepareHttp(options, spec, type, probe), reopen);
}

/** Connects again after the connection broke, with growing pauses, until the failures show that the server is gone. */
async function reconnect(options: ConnectOptions): Promise<Connection> {
  const { limits, signal } = options;
  const { firstMs, maxMs } = limits.pauses;
  for (let failures = 0; ; failures += 1) {
    await delay(backoffMs(failures, firstMs, maxMs), undefined, { signal });
    try {
      return await openConnection(options);
    } catch (error) {
      signal.throwIfAborted();
      const status = httpStatusOf(error);
      if (failures + 1 >= maxFailures || (status !== undefined && status < 500)) {
        throw error;
      }
    }
  }
}
