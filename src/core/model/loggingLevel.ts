import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import type { StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';

/** From everything to the worst only. Source: MCP specification, server/utilities/logging, "Log Levels". */
export const loggingLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LoggingLevel = (typeof loggingLevels)[number];

export function isLoggingLevel(value: unknown): value is LoggingLevel {
  return loggingLevels.some((level) => level === value);
}

/** Remembers from which level on the person wants a server to log. Without one the server goes by its own. */
export class LoggingLevelMemory {
  readonly #memory: StateStore;
  readonly #key: string;

  constructor(memory: StateStore, serverId: string) {
    this.#memory = memory;
    this.#key = `logLevel:${serverId}`;
  }

  get level(): LoggingLevel | undefined {
    const level = this.#memory.get(this.#key);
    return isLoggingLevel(level) ? level : undefined;
  }

  set level(level: LoggingLevel | undefined) {
    this.#memory.set(this.#key, level);
  }
}

/**
 * The parameters of a request that says from which level on the server shall log; `undefined` leaves that to the server.
 * Source: MCP specification 2026-07-28, server/utilities/logging, "Per-request log level".
 */
export function withLoggingLevel(
  params: Record<string, unknown>,
  level: LoggingLevel | undefined,
): Record<string, unknown> {
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  return level === undefined ? params : { ...params, _meta: { ...meta, [LOG_LEVEL_META_KEY]: level } };
}
