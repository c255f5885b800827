/** Pauses before a lost stream is asked for again, in milliseconds. */
export interface StreamPauses {
  /** The first, doubled each time. */
  readonly firstMs: number;
  /** The longest for the response to a request, which somebody waits for. */
  readonly longestMs: number;
  /** The longest for the standalone stream. */
  readonly idleMs: number;
}

/** What becomes of a process that crashes. Times in milliseconds. */
export interface RestartLimits {
  /** One that had run for so long is started again by itself. */
  readonly ranMs: number;
  /** After that pause. */
  readonly pauseMs: number;
  /** After so many crashes within `withinMs` it stays down until the user starts it, or these times are over. */
  readonly mostCrashes: number;
  readonly withinMs: number;
}

/** How long a server may take, in milliseconds. */
export interface TimeLimits {
  /** To connect. `npx` may have to download a server before it answers. */
  readonly startMs: number;
  /** To list one page of what it offers. */
  readonly listMs: number;
  /** To say how a task stands. */
  readonly pollMs: number;
  /** To give a sign of life when it is asked for one. */
  readonly aliveMs: number;
  /**
   * To say its era. A process that is silent is taken for one of the legacy era and gets its `initialize`; over HTTP
   * silence is a failure, and a server that sleeps while nobody calls takes a while to wake.
   */
  readonly probeMs: Readonly<Record<'stdio' | 'http' | 'sse', number>>;
  /** How long we wait before a stream that was lost is asked for again. */
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
  restart: { ranMs: 60_000, pauseMs: 5000, mostCrashes: 3, withinMs: 300_000 },
};
