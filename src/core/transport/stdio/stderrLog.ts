import { LogThrottle } from '#core/common/logThrottle.ts';
import type { SteadyClock } from '#core/common/ports.ts';
import type { WireLog } from '#core/transport/wireLog.ts';
import { RecentLines } from './lines.ts';

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
