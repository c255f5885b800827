/** The log of one server. Secrets and answers are already masked in its lines. */
export interface ServerLog {
  /** Logs a protocol message. Called only while `traceEnabled`. */
  trace(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
  readonly traceEnabled: boolean;
}
