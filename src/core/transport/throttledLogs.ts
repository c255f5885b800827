import type { SteadyClock } from '#core/common/clock.ts';
import { LogThrottle } from '#core/common/logThrottle.ts';
import { inOneLine } from '#form/text.ts';
import type { ConnectionLog } from './connectionLog.ts';
import { SendFailure } from './sendFailure.ts';

/** Lines of one connection. */
const maxLines = 20;
/** Characters of a text that are masked, and that are shown. */
const maxRead = 5000;
const maxShown = 500;
/** Errors of a connection that are logged in a second, and characters that are shown of each. */
const errorsPerSecond = 20;
const maxError = 1000;

/** Logs the first lines that a server sends in place of protocol messages. */
export class NonProtocolOutputLog {
  readonly #log: Pick<ConnectionLog, 'clean' | 'write'>;
  readonly #what: string;
  #lines = 0;

  /** `what`: the beginning of each line, which says what is wrong. */
  constructor(log: Pick<ConnectionLog, 'clean' | 'write'>, what: string) {
    this.#log = log;
    this.#what = what;
  }

  add(text: string): void {
    this.#lines += 1;
    if (this.#lines > maxLines) {
      return;
    }
    const more = this.#lines === maxLines ? ' Further lines of this kind are not shown.' : '';
    const shown = inOneLine(this.#log.clean(text.slice(0, maxRead)), maxShown);
    this.#log.write('warn', `${this.#what}; ignored: ${shown}${more}`);
  }
}

/**
 * Logs the errors of one connection: the first of each second, and the number of others. A server can cause many of them by
 * messages that cannot be read.
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

  /** `what`: the beginning of the line, which says what went wrong. */
  add(error: unknown, what = ''): void {
    this.#throttle.write(() => {
      const text = this.#log.clean(textOf(error).slice(0, maxRead));
      this.#log.write('warn', what + inOneLine(text, maxError));
    });
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error instanceof SendFailure && error.body ? `${error.message}: ${error.body}` : error.message;
}

/** Lines of standard error that are logged in a second. */
const stderrLinesPerSecond = 200;
/** Lines that a failure shows. */
const maxRecentLines = 20;
/** Characters of a line that are shown; the transport passes on twice as many. */
const maxStderrLine = 2000;

/**
 * Logs what a server writes to standard error: the first lines of each second. Keeps the last lines for the failure of the
 * server. Only lines that are shown are masked, which can take milliseconds for each.
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
    return this.#log.clean(line).slice(0, maxStderrLine);
  }
}

/** The last lines of an endless output. */
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
