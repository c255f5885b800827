import { RELATED_TASK_META_KEY } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { maxIdLength } from '#core/common/ids.ts';
import type { Deliveries } from '#core/delivery/deliveries.ts';
import type { Call } from '#core/model/call.ts';
import type { Withdrawal } from '#core/model/elicitationRequest.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';

/** A pushed request apart from its parameters. */
export interface PushedRequestContext {
  /** Aborted when the server cancels the request, with its reason, or when the request ends otherwise, with a `RequestEnd`. */
  readonly signal: AbortSignal;
  /** The calls that the request may belong to, if it is not certain to which. Absent if they are not known. */
  readonly candidates?: readonly Call[];
  /** The `_meta` of the request. */
  readonly meta?: unknown;
  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void>;
  /** True if the reply to a page that the user has opened waits until the user says that it is done. */
  readonly waitsForPage?: boolean;
  /** Reports the delivery of the reply to `deliveries`, under the host's id. Absent if the delivery cannot be observed. */
  readonly trackReply?: (id: string, deliveries: Deliveries) => void;
}

/** The reason of a signal that is aborted although the server has not cancelled the request. */
export class RequestEnd {
  readonly withdrawal: Withdrawal;

  constructor(withdrawal: Withdrawal) {
    this.withdrawal = withdrawal;
  }
}

/** Why a request with this aborted signal was withdrawn. */
export function withdrawalOf({ reason }: AbortSignal): Withdrawal {
  if (reason instanceof RequestEnd) {
    return reason.withdrawal;
  }
  const serverReason = typeof reason === 'string' ? inOneLine(reason, 200) : '';
  return {
    by: 'server',
    reason: serverReason
      ? t('The server withdrew the question: {0}', serverReason)
      : t('The server withdrew the question.'),
  };
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
