import { RELATED_TASK_META_KEY } from '@modelcontextprotocol/client';
import { maxIdLength } from '#core/common/ids.ts';
import type { Deliveries } from '#core/delivery/delivery.ts';
import { isRecord } from '#form/json.ts';

/** What is known of a pushed request apart from its parameters. */
export interface PushContext {
  /** Fires when the server takes the request back. */
  readonly signal: AbortSignal;
  /** `_meta` of the request. */
  readonly meta?: unknown;
  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
  /** The reply to this request is the user's answer to the request `id`. Absent: nobody can say what becomes of it. */
  readonly tie?: (id: string, deliveries: Deliveries) => void;
}

/**
 * What our messages about a request carry, so that the server can tell which of its tasks they belong to. `meta`: of the
 * request.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Associating Task-Related Messages".
 */
export function relatedTask(meta: unknown): { readonly _meta?: Readonly<Record<string, { taskId: string }>> } {
  const related = isRecord(meta) ? meta[RELATED_TASK_META_KEY] : undefined;
  const taskId = isRecord(related) ? related['taskId'] : undefined;
  return typeof taskId === 'string' && taskId.length <= maxIdLength
    ? { _meta: { [RELATED_TASK_META_KEY]: { taskId } } }
    : {};
}

/**
 * Servers give up on a silent client, many after a minute; those that sent a progress token can be told to wait. Returns
 * what ends it.
 * Source: MCP specification, basic/utilities/progress.
 */
export function showLife({ meta, notify }: PushContext, everyMs: number): () => void {
  const token = isRecord(meta) ? meta['progressToken'] : undefined;
  if (typeof token !== 'string' && typeof token !== 'number') {
    return () => undefined;
  }
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const waiting = 'Waiting for the user to answer.';
    const params = { progressToken: token, progress, message: waiting, ...relatedTask(meta) };
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, everyMs);
  return () => clearInterval(timer);
}
