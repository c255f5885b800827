import { HostError } from '#core/common/errors.ts';
import { settlesWithin } from '#core/common/timing.ts';
import { ObservedStdioTransport } from '#core/connection/sdk/observedTransport.ts';
import { ReplyDelivery } from '#core/delivery/replyDelivery.ts';
import type { LaunchSpec } from '#core/model/definition.ts';
import { isTimeout } from '#core/model/pausableTimeout.ts';
import { StdioTransport } from '#core/transport/stdio/stdioTransport.ts';
import { NonProtocolOutputLog, StderrLog } from '#core/transport/throttledLogs.ts';
import {
  type ConnectAttempt,
  type ConnectOptions,
  type EraProbe,
  ExitedBeforeReadyError,
  LateDiscoverResultError,
} from './connectAttempt.ts';
import { explainCrash, explainStdioStart } from './connectionFailure.ts';

const exitLimitMs = 500;

/** Prepares an attempt to connect to a server that is a process. */
export function prepareStdio(
  { name, log, watchdog }: ConnectOptions,
  spec: LaunchSpec & { type: 'stdio' },
  probe: EraProbe,
): ConnectAttempt {
  const stderr = new StderrLog(log);
  const nonProtocol = new NonProtocolOutputLog(log, 'Standard output is for protocol messages only');
  const stdio = new StdioTransport(spec, watchdog, {
    onStderrLine: (line) => stderr.add(line),
    onNonProtocolOutput: (line) => nonProtocol.add(line),
    onUnguarded: (line) => log.warn(line),
  });
  const replies = new ReplyDelivery('stdio');
  const transport = new ObservedStdioTransport(stdio, log, replies);
  const processEnd = () => ({ exit: stdio.exit, fault: transport.fault, stderr: stderr.last() });
  return {
    transport,
    type: 'stdio',
    probe,
    replies,
    explainEnd: () => explainCrash(name, processEnd()),
    explainStartFailure: async (error) => {
      if (!isTimeout(error) && !(error instanceof HostError) && !(error instanceof LateDiscoverResultError)) {
        // A write can fail before the exit is known, and the exit is more informative.
        await settlesWithin(stdio.ended, exitLimitMs);
      }
      const end = processEnd();
      const hasExited = end.exit && !stdio.startError;
      const failure = explainStdioStart(name, spec, stdio.startError ?? error, end);
      return new HostError(failure, { cause: hasExited ? new ExitedBeforeReadyError() : error });
    },
  };
}
