import { LOG_LEVEL_META_KEY } from '@modelcontextprotocol/client';
import type { StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';

/** The levels, from the most to the fewest messages. Source: MCP specification, server/utilities/logging, "Log Levels". */
export const loggingLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

export type LoggingLevel = (typeof loggingLevels)[number];

export function isLoggingLevel(value: unknown): value is LoggingLevel {
  return loggingLevels.some((level) => level === value);
}

/** Stores the lowest level of the messages that a server logs. `undefined`: the server decides. */
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
 * The parameters of a request with the lowest level of the messages that the server logs. `undefined`: the server decides.
 * Source: MCP specification 2026-07-28, server/utilities/logging, "Per-request log level".
 */
export function withLoggingLevel(
  params: Record<string, unknown>,
  level: LoggingLevel | undefined,
): Record<string, unknown> {
  const meta = isRecord(params['_meta']) ? params['_meta'] : {};
  return level === undefined ? params : { ...params, _meta: { ...meta, [LOG_LEVEL_META_KEY]: level } };
}
