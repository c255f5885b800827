import { t } from '@vscode/l10n';
import type { Failure } from '#core/common/errors.ts';
import type { Disposable } from '#core/common/events.ts';
import type { RestartLimits } from '#core/model/timeLimits.ts';

/**
 * The crashes of one server's process, and what follows from them: it is started again by itself where it had run well,
 * at its next use otherwise, and not at all where it crashes again and again.
 * Source: MCP specification 2026-07-28, basic/transports/stdio, "Shutdown": "the client SHOULD restart it".
 */
export class Crashes implements Disposable {
  readonly #limits: RestartLimits;
  /** When it crashed, of the last minutes; by a clock that nobody can set, as is `#runningSince`. */
  #times: number[] = [];
  #runningSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: RestartLimits) {
    this.#limits = limits;
  }

  /** It runs. */
  started(): void {
    this.#runningSince ??= performance.now();
  }

  /** It has ended on purpose, or did not start: nothing is to be started by itself. */
  ended(): void {
    this.#runningSince = undefined;
    this.dispose();
  }

  /** It has crashed. Calls `restart` after a pause, and returns true, where it is to be started again by itself. */
  crashed(restart: () => void): boolean {
    const { pauseMs, ranMs, withinMs } = this.#limits;
    const now = performance.now();
    const ranLong = this.#runningSince !== undefined && now - this.#runningSince >= ranMs;
    this.ended();
    this.#times = [...this.#times.filter((time) => now - time < withinMs), now];
    if (!ranLong || this.tooMany) {
      return false;
    }
    this.#timer = setTimeout(restart, pauseMs).unref();
    return true;
  }

  /** True when only the user starts it again. */
  get tooMany(): boolean {
    const now = performance.now();
    return this.#times.filter((time) => now - time < this.#limits.withinMs).length >= this.#limits.mostCrashes;
  }

  /** The user starts it: what was before does not count any more. */
  forgive(): void {
    this.#times = [];
  }

  /** A crash with what follows from it. */
  explained(failure: Failure, restarts: boolean): Failure {
    const { mostCrashes, pauseMs, withinMs } = this.#limits;
    const { name, summary, detail } = failure;
    const remedy = restarts
      ? t('It is started again by itself in {0} seconds.', Math.round(pauseMs / 1000))
      : this.tooMany
        ? t('It crashed {0} times in {1} minutes: start it yourself.', mostCrashes, Math.round(withinMs / 60_000))
        : failure.remedy;
    return { name, summary, ...(remedy !== undefined && { remedy }), ...(detail !== undefined && { detail }) };
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
