/** The machine's clock, for time stamps and for what is kept beyond the window. It jumps when somebody sets it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A clock that nobody can set, for durations. */
export interface SteadyClock {
  /** Milliseconds since some moment of this process. Never goes back, never jumps. */
  steady(): number;
}

export const systemClock: Clock & SteadyClock = { now: () => Date.now(), steady: () => performance.now() };
