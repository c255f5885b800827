/** How long a request waits for a window that has closed or was killed. */
const waitMs = 30_000;
/** How long until a window that listens is found, and until the run knows that it listens, also on a machine that is busy. */
const findMs = 10_000;

interface WindowTime {
  readonly since: number;
  until: number;
  isSwitchedOff: boolean;
}

/** When which window listened. */
export class WindowTimes {
  readonly #windows = new Map<string, WindowTime>();

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
}
