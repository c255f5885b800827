/** Where one server's log lines go. The core has already taken secrets and answers out of them. */
export interface ServerLog {
  /** Protocol messages. Called only while `traceEnabled`. */
  trace(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
  readonly traceEnabled: boolean;
}
