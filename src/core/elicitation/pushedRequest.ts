import { RELATED_TASK_META_KEY } from '@modelcontextprotocol/client';
import { maxIdLength } from '#core/common/ids.ts';
import type { Deliveries } from '#core/delivery/delivery.ts';
import { isRecord } from '#form/json.ts';

/** A pushed request apart from its parameters. */
export interface PushedRequestContext {
  /** Aborted when the server cancels the request. */
  readonly signal: AbortSignal;
  /** The `_meta` of the request. */
  readonly meta?: unknown;
  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
  /** Reports the delivery of the reply to `deliveries`, under the host's id. Absent if the delivery cannot be observed. */
  readonly trackReply?: (id: string, deliveries: Deliveries) => void;
}

/**
 * The `_meta` for the host's messages about a request with this `meta`: it names the task that the request belongs to.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Associating Task-Related Messages".
 */
export function relatedTask(meta: unknown): { readonly _meta?: Readonly<Record<string, { taskId: string }>> } {
  const relatedTaskMeta = isRecord(meta) ? meta[RELATED_TASK_META_KEY] : undefined;
  const taskId = isRecord(relatedTaskMeta) ? relatedTaskMeta['taskId'] : undefined;
  return typeof taskId === 'string' && taskId.length <= maxIdLength
    ? { _meta: { [RELATED_TASK_META_KEY]: { taskId } } }
    : {};
}

/**
 * Sends a progress notification every `everyMs` until the returned function is called, if the request has a progress token.
 * Many servers give up if a client sends nothing for a minute.
 * Source: MCP specification, basic/utilities/progress.
 */
export function reportWaiting({ meta, notify }: PushedRequestContext, everyMs: number): () => void {
  const token = isRecord(meta) ? meta['progressToken'] : undefined;
  if (typeof token !== 'string' && typeof token !== 'number') {
    return () => undefined;
  }
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const message = 'Waiting for the user to answer.';
    const params = { progressToken: token, progress, message, ...relatedTask(meta) };
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, everyMs);
  return () => clearInterval(timer);
}
