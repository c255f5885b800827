import { LogThrottle } from '#core/common/logThrottle.ts';
import { isLoggingLevel, type LoggingLevel } from '#core/model/loggingLevel.ts';
import type { ConnectionLog } from '#core/transport/connectionLog.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';

const linesPerSecond = 200;
/** Characters of a message that are masked, and that are shown. */
const maxRead = 20_000;
const maxShown = 2000;
/** Characters of a logger's name that are masked. */
const maxLoggerName = 1000;

const logMethods: Readonly<Record<LoggingLevel, 'info' | 'warn' | 'error'>> = {
  // Not `debug` or `trace`: the user would have to lower the level of the log as well.
  debug: 'info',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
};

/**
 * Writes the log messages that a server sends over the protocol into its log: at most 200 a second, and the number of others.
 * Source: MCP specification, server/utilities/logging, "Log Message Notifications".
 */
export class ServerLogMessages {
  readonly #log: Pick<ConnectionLog, 'clean' | 'write' | 'warn'>;
  readonly #throttle: LogThrottle;

  constructor(log: Pick<ConnectionLog, 'clean' | 'write' | 'warn'>) {
    this.#log = log;
    this.#throttle = new LogThrottle(linesPerSecond, (count) =>
      log.warn(`${count} more messages came within a second and are not shown.`),
    );
  }

  /** Writes the parameters of `notifications/message`. Ignores malformed ones. */
  receive(params: unknown): void {
    this.#throttle.write(() => this.#write(params));
  }

  #write(params: unknown): void {
    if (!isRecord(params)) {
      return;
    }
    const { level, logger, data } = params;
    const known = isLoggingLevel(level) ? level : 'info';
    const from =
      typeof logger === 'string' ? ` [${inOneLine(this.#log.clean(logger.slice(0, maxLoggerName)), 60)}]` : '';
    const text = (typeof data === 'string' ? data : (JSON.stringify(data) ?? '')).slice(0, maxRead);
    this.#log.write(logMethods[known], `${known}${from}: ${inOneLine(this.#log.clean(text), maxShown)}`);
  }
}
