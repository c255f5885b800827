import { RELATED_TASK_META_KEY } from '@modelcontextprotocol/client';
import { maxIdLength } from '#core/common/ids.ts';
import type { Deliveries } from '#core/delivery/delivery.ts';
import type { Call } from '#core/model/call.ts';
import { currentCallId } from '#core/model/callContext.ts';
import { isRecord } from '#form/json.ts';
import type { ElicitationContext } from './elicitationContext.ts';

/** What is known of a pushed request apart from its parameters. */
export interface PushedRequestContext {
  /** Fires when the server cancels the request. */
  readonly signal: AbortSignal;
  /** `_meta` of the request. */
  readonly meta?: unknown;
  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
  /** The reply to this request is the user's answer to the request `id`. Absent: its delivery cannot be observed. */
  readonly trackReply?: (id: string, deliveries: Deliveries) => void;
}

/**
 * The call that a pushed request belongs to, where that is known: the server names the task, the request came on the
 * response stream of the call's request, or the server works on one call only. It is never guessed. The request keeps its
 * call when the server answers the call first and goes on waiting for the user, which is allowed up to 2025-11-25.
 */
export function attributedCall(
  { meta }: Pick<PushedRequestContext, 'meta'>,
  { calls, callsAtServer, callOfTask }: Pick<ElicitationContext, 'calls' | 'callsAtServer' | 'callOfTask'>,
): Call | undefined {
  const related = isRecord(meta) ? meta[RELATED_TASK_META_KEY] : undefined;
  if (isRecord(related) && typeof related['taskId'] === 'string') {
    return callOfTask(related['taskId']);
  }
  const surrounding = currentCallId();
  if (surrounding !== undefined) {
    return calls().find(({ id }) => id === surrounding);
  }
  const [call, ...others] = callsAtServer();
  return others.length === 0 ? call : undefined;
}

/**
 * The `_meta` of our messages about a request, which names the task that the request belongs to. `meta`: of the request.
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
 * Sends a progress notification every `everyMs` while the user is asked, if the request carries a progress token: many
 * servers give up on a client that is silent for a minute. Returns a function that stops this.
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
    const waiting = 'Waiting for the user to answer.';
    const params = { progressToken: token, progress, message: waiting, ...relatedTask(meta) };
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, everyMs);
  return () => clearInterval(timer);
}
