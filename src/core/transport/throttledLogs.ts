import type { SteadyClock } from '#core/common/clock.ts';
import { LogThrottle } from '#core/common/logThrottle.ts';
import { inOneLine } from '#form/text.ts';
import type { ConnectionLog } from './connectionLog.ts';
import { SendFailure } from './sendFailure.ts';

/** The number of lines without a message that are logged for one connection. */
const maxLines = 20;
/** How many characters of a text are read and masked, and how many of the masked text are logged. */
const maxReadLength = 5000;
const maxLoggedLength = 500;
/** How many errors of a connection are logged in a second, and how many characters of each. */
const errorsPerSecond = 20;
const maxErrorLength = 1000;

/** Logs the first lines that a server sends in place of protocol messages. */
export class NonProtocolOutputLog {
  readonly #log: Pick<ConnectionLog, 'clean' | 'write'>;
  readonly #prefix: string;
  #lines = 0;

  /** `prefix`: the beginning of each line, which names the problem. */
  constructor(log: Pick<ConnectionLog, 'clean' | 'write'>, prefix: string) {
    this.#log = log;
    this.#prefix = prefix;
  }

  add(text: string): void {
    this.#lines += 1;
    if (this.#lines > maxLines) {
      return;
    }
    const more = this.#lines === maxLines ? ' Further lines of this kind are not shown.' : '';
    const loggedText = inOneLine(this.#log.clean(text.slice(0, maxReadLength)), maxLoggedLength);
    this.#log.write('warn', `${this.#prefix}; ignored: ${loggedText}${more}`);
  }
}

/**
 * Logs the errors of one connection: the first errors in each second, and the number of the others. A server can cause many
 * errors by messages that cannot be read.
 */
export class ConnectionErrorLog {
  readonly #log: Pick<ConnectionLog, 'clean' | 'write'>;
  readonly #throttle: LogThrottle;

  constructor(log: Pick<ConnectionLog, 'clean' | 'write'>) {
    this.#log = log;
    this.#throttle = new LogThrottle(errorsPerSecond, (count) =>
      log.write('warn', `${count} more errors came within a second and are not shown.`),
    );
  }

  /** `prefix`: the beginning of the line, which names the operation that failed. */
  add(error: unknown, prefix = ''): void {
    this.#throttle.write(() => {
      const text = this.#log.clean(textOf(error).slice(0, maxReadLength));
      this.#log.write('warn', prefix + inOneLine(text, maxErrorLength));
    });
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error instanceof SendFailure && error.body ? `${error.message}: ${error.body}` : error.message;
}

/** The number of lines of standard error that are logged in a second. */
const stderrLinesPerSecond = 200;
/** The number of last lines that the failure of a server shows. */
const maxRecentLines = 20;
/** The number of characters of a masked line that are shown. The transport passes on twice as many. */
const maxStderrLineLength = 2000;

/**
 * Logs the first lines that a server writes to standard error in each second, and the number of the others. Keeps the last
 * lines for the failure of the server. Masks only lines that are shown, because masking can take milliseconds a line.
 */
export class StderrLog {
  readonly #log: Pick<ConnectionLog, 'clean' | 'write'>;
  readonly #throttle: LogThrottle;
  readonly #recent = new RecentLines(maxRecentLines);

  constructor(log: Pick<ConnectionLog, 'clean' | 'write' | 'warn'>, clock?: SteadyClock) {
    this.#log = log;
    this.#throttle = new LogThrottle(
      stderrLinesPerSecond,
      (count) => log.warn(`${count} more lines came on standard error within a second and are not shown.`),
      clock,
    );
  }

  add(line: string): void {
    this.#recent.add(line);
    this.#throttle.write(() => this.#log.write('info', this.#clean(line)));
  }

  /** The last lines, oldest first, masked. */
  last(): readonly string[] {
    return this.#recent.last(maxRecentLines).map((line) => this.#clean(line));
  }

  /** Masks before it cuts: a line must not end with the beginning of a secret. */
  #clean(line: string): string {
    return this.#log.clean(line).slice(0, maxStderrLineLength);
  }
}

/** Keeps the last `max` lines of an endless output. */
class RecentLines {
  readonly #max: number;
  readonly #lines: string[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > this.#max) {
      this.#lines.shift();
    }
  }

  /** At most `count` lines, oldest first. */
  last(count: number): readonly string[] {
    return this.#lines.slice(-count);
  }
}
