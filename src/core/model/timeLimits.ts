/** The pauses before a lost stream is requested again, in milliseconds. */
export interface StreamPauses {
  /** The first pause. Each further pause is twice as long. */
  readonly firstMs: number;
  /** The longest pause for the stream of a response. */
  readonly maxMs: number;
  /** The longest pause for the standalone stream. */
  readonly maxStandaloneMs: number;
}

/** The conditions for restarting a process that crashed. Times in milliseconds. */
export interface RestartLimits {
  /** The process must have run for at least this time to be restarted automatically. */
  readonly minRunMs: number;
  /** The pause before an automatic restart. */
  readonly pauseMs: number;
  /** The number of crashes within `withinMs` after which only the user can restart the process, until the time is over. */
  readonly maxCrashes: number;
  readonly withinMs: number;
}

/** The times that a server may take, in milliseconds. */
export interface TimeLimits {
  /** The time to connect. `npx` may have to download a server first. */
  readonly startMs: number;
  /** The time to return one page of a list. */
  readonly listMs: number;
  /** The time to return the state of a task. */
  readonly pollMs: number;
  /** The time to respond to the health check. */
  readonly healthCheckMs: number;
  /**
   * The time to respond to `server/discover`. If a process does not respond, it is treated as legacy and gets `initialize`.
   * Over HTTP this is a failure; the time is longer there, because an idle server may be suspended and take a while to start.
   */
  readonly probeMs: Readonly<Record<'stdio' | 'http' | 'sse', number>>;
  readonly pauses: StreamPauses;
  readonly restart: RestartLimits;
}

export const defaultTimeLimits: TimeLimits = {
  startMs: 120_000,
  listMs: 30_000,
  pollMs: 30_000,
  healthCheckMs: 5000,
  probeMs: { stdio: 4000, http: 30_000, sse: 30_000 },
  pauses: { firstMs: 1000, maxMs: 15_000, maxStandaloneMs: 300_000 },
  restart: { minRunMs: 60_000, pauseMs: 5000, maxCrashes: 3, withinMs: 300_000 },
};
