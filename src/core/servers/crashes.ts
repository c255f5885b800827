import { t } from '@vscode/l10n';
import type { Failure } from '#core/common/errors.ts';
import type { Disposable } from '#core/common/events.ts';
import type { RestartLimits } from '#core/model/timeLimits.ts';

/**
 * Decides on the restart after a crash of one server's process. A process that had run for `minRunMs` is restarted after a
 * pause, another process at its next use. After `maxCrashes` crashes only the user can start it.
 * Source: MCP specification 2026-07-28, basic/transports/stdio, "Shutdown": "the client SHOULD restart it".
 */
export class Crashes implements Disposable {
  readonly #limits: RestartLimits;
  /** The times of the crashes within `withinMs`, by the monotonic clock. */
  #crashTimes: number[] = [];
  /** The time of the start, by the monotonic clock; `undefined` if the process does not run. */
  #runningSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: RestartLimits) {
    this.#limits = limits;
  }

  /** Notes that the process runs. */
  noteStart(): void {
    this.#runningSince ??= performance.now();
  }

  /** Notes that the process was stopped or did not start, and ends a planned restart. */
  noteEnd(): void {
    this.#runningSince = undefined;
    this.dispose();
  }

  /** Handles a crash. If the process had run for `minRunMs`, returns true and calls `restart` after a pause. */
  handleCrash(restart: () => void): boolean {
    const { pauseMs, minRunMs, withinMs } = this.#limits;
    const now = performance.now();
    const ranLong = this.#runningSince !== undefined && now - this.#runningSince >= minRunMs;
    this.noteEnd();
    this.#crashTimes = [...this.#crashTimes.filter((time) => now - time < withinMs), now];
    if (!ranLong || this.isLimitReached) {
      return false;
    }
    this.#timer = setTimeout(restart, pauseMs).unref();
    return true;
  }

  /** True if there were so many crashes that only the user may start the process. */
  get isLimitReached(): boolean {
    const now = performance.now();
    return this.#crashTimes.filter((time) => now - time < this.#limits.withinMs).length >= this.#limits.maxCrashes;
  }

  /** Forgets earlier crashes, because the user starts the process. */
  reset(): void {
    this.#crashTimes = [];
  }

  /** The failure of a crash, with a remedy for the user. `restarts`: true if the process is restarted automatically. */
  explain(failure: Failure, restarts: boolean): Failure {
    const { maxCrashes, pauseMs, withinMs } = this.#limits;
    const { name, summary, detail } = failure;
    const remedy = restarts
      ? t('It restarts automatically in {0} seconds.', Math.round(pauseMs / 1000))
      : this.isLimitReached
        ? t(
            'It crashed {0} times in {1} minutes and is not restarted automatically. Start it yourself.',
            maxCrashes,
            Math.round(withinMs / 60_000),
          )
        : failure.remedy;
    return { name, summary, ...(remedy !== undefined && { remedy }), ...(detail !== undefined && { detail }) };
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
