import type { SteadyClock } from '#core/common/clock.ts';
import { LogThrottle } from '#core/common/logThrottle.ts';
import { inOneLine } from '#form/text.ts';
import { SendFailure } from './sendFailure.ts';
import type { WireLog } from './wireLog.ts';

/** Lines of one connection. */
const mostLines = 20;
/** Characters of a text that are looked at, and that are shown. */
const longestRead = 5000;
const longestShown = 500;
/** Errors of a connection that are told in a second, and characters that are shown of one. */
const errorsPerSecond = 20;
const longestError = 1000;

/** What a server says in the place of protocol messages. The log has the first of it. */
export class NonProtocolOutputLog {
  readonly #log: Pick<WireLog, 'clean' | 'write'>;
  readonly #what: string;
  #lines = 0;

  /** `what` went wrong, as the beginning of each line. */
  constructor(log: Pick<WireLog, 'clean' | 'write'>, what: string) {
    this.#log = log;
    this.#what = what;
  }

  add(text: string): void {
    this.#lines += 1;
    if (this.#lines > mostLines) {
      return;
    }
    const more = this.#lines === mostLines ? ' Further lines of this kind are not shown.' : '';
    const said = inOneLine(this.#log.clean(text.slice(0, longestRead)), longestShown);
    this.#log.write('warn', `${this.#what}; ignored: ${said}${more}`);
  }
}

/**
 * The errors of one connection, many of which a server causes with messages that cannot be read. The log has the first of
 * each second, and how many there were more.
 */
export class ConnectionErrorLog {
  readonly #log: Pick<WireLog, 'clean' | 'write'>;
  readonly #sparing: LogThrottle;

  constructor(log: Pick<WireLog, 'clean' | 'write'>) {
    this.#log = log;
    this.#sparing = new LogThrottle(errorsPerSecond, (count) =>
      log.write('warn', `${count} more errors came within a second and are not shown.`),
    );
  }

  /** `what` went wrong, as the beginning of the line. */
  add(error: unknown, what = ''): void {
    this.#sparing.write(() => {
      const said = this.#log.clean(wordsOf(error).slice(0, longestRead));
      this.#log.write('warn', what + inOneLine(said, longestError));
    });
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  return error instanceof SendFailure && error.body ? `${error.message}: ${error.body}` : error.message;
}

const shownPerSecond = 200;
/** Lines that a failure shows. */
const kept = 20;
/** Characters of a line; the transport hands over twice as many. */
const shown = 2000;

/**
 * What a server writes to standard error: the first lines of each second are in its log, and the last of all are kept for
 * its failure. Only those that are shown are looked through for secrets, which can take milliseconds for each.
 */
export class StderrLog {
  readonly #log: Pick<WireLog, 'clean' | 'write'>;
  readonly #sparing: LogThrottle;
  readonly #last = new RecentLines(kept);

  constructor(log: Pick<WireLog, 'clean' | 'write' | 'warn'>, clock?: SteadyClock) {
    this.#log = log;
    this.#sparing = new LogThrottle(
      shownPerSecond,
      (count) => log.warn(`${count} more lines came on standard error within a second and are not shown.`),
      clock,
    );
  }

  add(line: string): void {
    this.#last.add(line);
    this.#sparing.write(() => this.#log.write('info', this.#clean(line)));
  }

  /** The last lines, oldest first, without secrets. */
  last(): readonly string[] {
    return this.#last.last(kept).map((line) => this.#clean(line));
  }

  /** Cut after the secrets are out: the beginning of one must not stand at the end of a line. */
  #clean(line: string): string {
    return this.#log.clean(line).slice(0, shown);
  }
}

/** The last lines of something that may never end. */
class RecentLines {
  readonly #keep: number;
  readonly #lines: string[] = [];

  constructor(keep: number) {
    this.#keep = keep;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > this.#keep) {
      this.#lines.shift();
    }
  }

  /** At most `count` lines, oldest first. */
  last(count: number): readonly string[] {
    return this.#lines.slice(-count);
  }
}
