/** What the core asks of the world around it. The editor implements these; tests use the in-memory ones beside them. */

/** Where one server's log lines go. The core has already taken secrets and answers out of them. */
export interface ServerLog {
  /** Protocol messages. Called only while `traceEnabled`. */
  trace(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
  readonly traceEnabled: boolean;
}

/** A small store that outlives the window, for facts that are no secret (a server's protocol era). */
export interface Memory {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}

/** A memory that all windows share and change. */
export interface SharedMemory extends Memory {
  /** Puts something else in the place of what is there now, whatever other windows do meanwhile. */
  update(key: string, change: (value: unknown) => unknown): void;
}

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

/** A log that keeps its lines, for tests. */
export class InMemoryLog implements ServerLog {
  readonly lines: { level: 'trace' | 'info' | 'warn' | 'error'; line: string }[] = [];
  traceEnabled = true;
  trace(line: string): void {
    this.lines.push({ level: 'trace', line });
  }
  info(line: string): void {
    this.lines.push({ level: 'info', line });
  }
  warn(line: string): void {
    this.lines.push({ level: 'warn', line });
  }
  error(line: string): void {
    this.lines.push({ level: 'error', line });
  }
  /** All lines as one text, for asking what must not be in it. */
  get text(): string {
    return this.lines.map(({ level, line }) => `${level} ${line}`).join('\n');
  }
}

/** A memory that forgets with the process, for tests. */
export class InMemoryMemory implements SharedMemory {
  readonly #values = new Map<string, unknown>();
  get(key: string): unknown {
    return this.#values.get(key);
  }
  set(key: string, value: unknown): void {
    this.#values.set(key, value);
  }
  update(key: string, change: (value: unknown) => unknown): void {
    this.set(key, change(this.get(key)));
  }
  keys(): readonly string[] {
    return [...this.#values.keys()];
  }
}
