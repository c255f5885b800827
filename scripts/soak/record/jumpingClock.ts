import { type Clock, type SteadyClock, systemClock } from '#core/common/clock.ts';

/** The clock of a window, which can be set. Its durations are those of the machine. */
export class JumpingClock implements Clock, SteadyClock {
  #aheadMs = 0;

  now(): number {
    return systemClock.now() + this.#aheadMs;
  }

  steady(): number {
    return systemClock.steady();
  }

  /** `ms`: negative to set it back. */
  jump(ms: number): void {
    this.#aheadMs += ms;
  }
}
