/** The system clock, for time stamps and for times that are stored. Jumps when it is set. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A clock that cannot be set, for durations. */
export interface SteadyClock {
  /** Milliseconds since an arbitrary moment of this process. Never goes back, never jumps. */
  steady(): number;
}

export const systemClock: Clock & SteadyClock = { now: () => Date.now(), steady: () => performance.now() };
