import { LogThrottle } from '#core/common/logThrottle.ts';
import { isLoggingLevel, type LoggingLevel } from '#core/model/loggingLevel.ts';
import type { WireLog } from '#core/transport/wireLog.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';

const shownPerSecond = 200;
/** In characters: of what is looked at for secrets, and of what is shown. */
const read = 20_000;
const shown = 2000;
/** In characters: of a logger's name that is looked at. */
const named = 1000;

const methods: Readonly<Record<LoggingLevel, 'info' | 'warn' | 'error'>> = {
  // Not below info, which the log's reader would have to switch on a second time.
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
 * Writes what a server logs over the protocol into its log: 200 lines a second, and then how many there were more.
 * Source: MCP specification, server/utilities/logging, "Log Message Notifications".
 */
export class ServerLogMessages {
  readonly #log: Pick<WireLog, 'clean' | 'write' | 'warn'>;
  readonly #sparing: LogThrottle;

  constructor(log: Pick<WireLog, 'clean' | 'write' | 'warn'>) {
    this.#log = log;
    this.#sparing = new LogThrottle(shownPerSecond, (count) =>
      log.warn(`${count} more messages came within a second and are not shown.`),
    );
  }

  /** Takes the parameters of `notifications/message`, whatever they are. */
  receive(params: unknown): void {
    this.#sparing.write(() => this.#write(params));
  }

  #write(params: unknown): void {
    if (!isRecord(params)) {
      return;
    }
    const { level, logger, data } = params;
    const known = isLoggingLevel(level) ? level : 'info';
    const from = typeof logger === 'string' ? ` [${inOneLine(this.#log.clean(logger.slice(0, named)), 60)}]` : '';
    const text = (typeof data === 'string' ? data : (JSON.stringify(data) ?? '')).slice(0, read);
    this.#log.write(methods[known], `${known}${from}: ${inOneLine(this.#log.clean(text), shown)}`);
  }
}
