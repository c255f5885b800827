import { LogThrottle } from '#core/common/logThrottle.ts';
import { isLoggingLevel, type LoggingLevel } from '#core/model/loggingLevel.ts';
import type { ConnectionLog } from '#core/transport/connectionLog.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';

const linesPerSecond = 200;
/** How many characters of a message are read and masked, and how many of the masked text are logged. */
const maxReadLength = 20_000;
const maxLoggedLength = 2000;
/** How many characters of a logger's name are read and masked. */
const maxLoggerNameLength = 1000;

const logMethods: Readonly<Record<LoggingLevel, 'info' | 'warn' | 'error'>> = {
  // Not `debug` or `trace`: the user would also have to lower the level of the log.
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
 * Writes the log messages that a server sends by notifications into the server's log: at most 200 a second, and the number
 * of the others.
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

  /** Writes the message in the parameters of `notifications/message`. Ignores malformed parameters. */
  receive(params: unknown): void {
    this.#throttle.write(() => this.#write(params));
  }

  #write(params: unknown): void {
    if (!isRecord(params)) {
      return;
    }
    const { level, logger, data } = params;
    const knownLevel = isLoggingLevel(level) ? level : 'info';
    const loggerPart =
      typeof logger === 'string' ? ` [${inOneLine(this.#log.clean(logger.slice(0, maxLoggerNameLength)), 60)}]` : '';
    const text = (typeof data === 'string' ? data : (JSON.stringify(data) ?? '')).slice(0, maxReadLength);
    this.#log.write(
      logMethods[knownLevel],
      `${knownLevel}${loggerPart}: ${inOneLine(this.#log.clean(text), maxLoggedLength)}`,
    );
  }
}
