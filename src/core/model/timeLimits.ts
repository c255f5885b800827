/** Pauses before a lost stream is requested again, in milliseconds. */
export interface StreamPauses {
  /** The first, doubled each time. */
  readonly firstMs: number;
  /** The longest for the response to a request. */
  readonly longestMs: number;
  /** The longest for the standalone stream. */
  readonly idleMs: number;
}

/** When a process that crashed is restarted. Times in milliseconds. */
export interface RestartLimits {
  /** A process that had run for so long is restarted automatically. */
  readonly ranMs: number;
  /** The pause before that. */
  readonly pauseMs: number;
  /** After so many crashes within `withinMs` it is not restarted until the user does so, or the time is over. */
  readonly maxCrashes: number;
  readonly withinMs: number;
}

/** How long a server may take, in milliseconds. */
export interface TimeLimits {
  /** To connect. `npx` may have to download a server before it answers. */
  readonly startMs: number;
  /** To list one page of what it offers. */
  readonly listMs: number;
  /** To return the state of a task. */
  readonly pollMs: number;
  /** To answer the health check. */
  readonly aliveMs: number;
  /**
   * To answer `server/discover`. A process that is silent is taken for legacy and gets `initialize`. Over HTTP silence is a
   * failure, and a server that sleeps when idle takes a while to wake.
   */
  readonly probeMs: Readonly<Record<'stdio' | 'http' | 'sse', number>>;
  readonly pauses: StreamPauses;
  readonly restart: RestartLimits;
}

export const defaultTimeLimits: TimeLimits = {
  startMs: 120_000,
  listMs: 30_000,
  pollMs: 30_000,
  aliveMs: 5000,
  probeMs: { stdio: 4000, http: 30_000, sse: 30_000 },
  pauses: { firstMs: 1000, longestMs: 15_000, idleMs: 300_000 },
  restart: { ranMs: 60_000, pauseMs: 5000, maxCrashes: 3, withinMs: 300_000 },
};
