/** How long a request waits for a window that has closed or was killed. */
const waitMs = 30_000;
/** How long until a window that listens is found, and until the run knows that it listens, also on a machine that is busy. */
const findMs = 10_000;
/** How long before a moment a window may have ended that is described with it. */
const describedMs = 60_000;
const maxNotes = 100;

interface WindowTime {
  readonly since: number;
  until: number;
  isSwitchedOff: boolean;
}

/** When which window listened. */
export class WindowTimes {
  readonly #windows = new Map<string, WindowTime>();
  readonly #notes: { readonly at: number; readonly text: string }[] = [];

  listens(window: string): void {
    this.#windows.set(window, { since: Date.now(), until: Number.POSITIVE_INFINITY, isSwitchedOff: false });
  }

  /** It is closed or killed, or agents are switched off in it. */
  ends(window: string, isSwitchedOff: boolean): void {
    const times = this.#windows.get(window);
    if (!times) return;
    times.until = Math.min(times.until, Date.now());
    times.isSwitchedOff ||= isSwitchedOff;
  }

  /** The name of a window that could be asked at this time, or was to be waited for. */
  askable(at: number): string | undefined {
    const [found] =
      [...this.#windows].find(([, { since, until, isSwitchedOff }]) => {
        const end = isSwitchedOff ? until : until + waitMs;
        return since + findMs < at && at < end;
      }) ?? [];
    return found;
  }

  /** Something happens to a window that listens, for `describe`. */
  note(text: string): void {
    this.#notes.push({ at: Date.now(), text });
    if (this.#notes.length > maxNotes) this.#notes.shift();
  }

  /**
   * The windows that were there in the minute before a moment, and what happened to them, with the seconds from that moment:
   * "w1 from -20.0; w2 from -90.5 to -3.1, switched off; -12.0 w1 freezes".
   */
  describe(at: number): string {
    const seconds = (time: number) => ((time - at) / 1000).toFixed(1);
    const windows = [...this.#windows]
      .filter(([, { since, until }]) => since <= at && until > at - describedMs)
      .map(([name, { since, until, isSwitchedOff }]) => {
        const end = until === Number.POSITIVE_INFINITY ? '' : ` to ${seconds(until)}`;
        return `${name} from ${seconds(since)}${end}${isSwitchedOff ? ', switched off' : ''}`;
      });
    const notes = this.#notes
      .filter((note) => note.at <= at && note.at > at - describedMs)
      .map((note) => `${seconds(note.at)} ${note.text}`);
    return [...windows, ...notes].join('; ');
  }
}
