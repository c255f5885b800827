import type { ServerLog } from '#core/common/serverLog.ts';

/** A log that keeps its lines. */
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
  /** All lines as one text. */
  get text(): string {
    return this.lines.map(({ level, line }) => `${level} ${line}`).join('\n');
  }
}
