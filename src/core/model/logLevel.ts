import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import type { Memory } from '#core/common/ports.ts';
import { isRecord } from '#form/json.ts';

/** From everything to the worst only. Source: MCP specification, server/utilities/logging, "Log Levels". */
export const logLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LogLevel = (typeof logLevels)[number];

export function isLogLevel(value: unknown): value is LogLevel {
  return logLevels.some((level) => level === value);
}

/** Remembers from which level on the person wants a server to log. Without one the server goes by its own. */
export class LogLevelMemory {
  readonly #memory: Memory;
  readonly #key: string;

  constructor(memory: Memory, serverId: string) {
    this.#memory = memory;
    this.#key = `logLevel:${serverId}`;
  }

  get level(): LogLevel | undefined {
    const level = this.#memory.get(this.#key);
    return isLogLevel(level) ? level : undefined;
  }

  set level(level: LogLevel | undefined) {
    this.#memory.set(this.#key, level);
  }
}

/**
 * The parameters of a request that says from which level on the server shall log; `undefined` leaves that to the server.
 * Source: MCP specification 2026-07-28, server/utilities/logging, "Per-request log level".
 */
export function withLogLevel(params: Record<string, unknown>, level: LogLevel | undefined): Record<string, unknown> {
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  return level === undefined ? params : { ...params, _meta: { ...meta, [LOG_LEVEL_META_KEY]: level } };
}
