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
export class NonProtocolOutput {
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
export class ConnectionErrors {
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
