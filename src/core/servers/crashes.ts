import { t } from '@vscode/l10n';
import type { Failure } from '#core/common/errors.ts';
import type { Disposable } from '#core/common/events.ts';
import type { RestartLimits } from '#core/model/timeLimits.ts';

/**
 * Decides what follows from the crashes of one server's process. A process that had run for some time is started again after a
 * pause; otherwise it is started at its next use; after too many crashes only the user starts it.
 * Source: MCP specification 2026-07-28, basic/transports/stdio, "Shutdown": "the client SHOULD restart it".
 */
export class Crashes implements Disposable {
  readonly #limits: RestartLimits;
  /** The crashes of the last minutes; steady clock, as is `#runningSince`. */
  #times: number[] = [];
  #runningSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: RestartLimits) {
    this.#limits = limits;
  }

  /** The process runs. */
  started(): void {
    this.#runningSince ??= performance.now();
  }

  /** The process was stopped, or did not start: no restart is due. */
  ended(): void {
    this.#runningSince = undefined;
    this.dispose();
  }

  /** The process has crashed. Returns true, and calls `restart` after a pause, if it had run for some time. */
  crashed(restart: () => void): boolean {
    const { pauseMs, minRunMs, withinMs } = this.#limits;
    const now = performance.now();
    const ranLong = this.#runningSince !== undefined && now - this.#runningSince >= minRunMs;
    this.ended();
    this.#times = [...this.#times.filter((time) => now - time < withinMs), now];
    if (!ranLong || this.tooMany) {
      return false;
    }
    this.#timer = setTimeout(restart, pauseMs).unref();
    return true;
  }

  /** True if only the user may start it again. */
  get tooMany(): boolean {
    const now = performance.now();
    return this.#times.filter((time) => now - time < this.#limits.withinMs).length >= this.#limits.maxCrashes;
  }

  /** The user starts it: earlier crashes do not count any more. */
  reset(): void {
    this.#times = [];
  }

  /** The failure of a crash, with the remedy that follows from it. */
  explained(failure: Failure, restarts: boolean): Failure {
    const { maxCrashes, pauseMs, withinMs } = this.#limits;
    const { name, summary, detail } = failure;
    const remedy = restarts
      ? t('It is started again by itself in {0} seconds.', Math.round(pauseMs / 1000))
      : this.tooMany
        ? t('It crashed {0} times in {1} minutes: start it yourself.', maxCrashes, Math.round(withinMs / 60_000))
        : failure.remedy;
    return { name, summary, ...(remedy !== undefined && { remedy }), ...(detail !== undefined && { detail }) };
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
