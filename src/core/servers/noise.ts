import { inOneLine } from '../../form/text.ts';
import type { WireLog } from './wireLog.ts';

/** Lines of one connection. */
const mostLines = 20;
/** Characters of a text that are looked at, and that are shown. */
const longestRead = 5000;
const longestShown = 500;

/** What a server says in the place of protocol messages. The log has the first of it. */
export class Noise {
  readonly #log: Pick<WireLog, 'clean' | 'warn'>;
  readonly #what: string;
  #lines = 0;

  /** `what` went wrong, as the beginning of each line. */
  constructor(log: Pick<WireLog, 'clean' | 'warn'>, what: string) {
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
    this.#log.warn(`${this.#what}; ignored: ${said}${more}`);
  }
}
