import { RELATED_TASK_META_KEY } from '@modelcontextprotocol/client';
import type { Call } from '#core/model/call.ts';
import { currentCallId } from '#core/model/callContext.ts';
import { isRecord } from '#form/json.ts';
import type { ElicitationContext } from './elicitationContext.ts';
import type { PushedRequestContext } from './pushedRequest.ts';

/**
 * The call that a pushed request belongs to, if this is certain: the request names the task, it arrived on the response stream
 * of the call's request, or the server works on only one call. The request keeps its call even if the server returns the
 * result of the call before the user has answered: this is allowed up to 2025-11-25.
 */
export function attributedCall(
  { meta }: Pick<PushedRequestContext, 'meta'>,
  { calls, callsAtServer, callOfTask }: Pick<ElicitationContext, 'calls' | 'callsAtServer' | 'callOfTask'>,
): Call | undefined {
  const relatedTaskMeta = isRecord(meta) ? meta[RELATED_TASK_META_KEY] : undefined;
  if (isRecord(relatedTaskMeta) && typeof relatedTaskMeta['taskId'] === 'string') {
    return callOfTask(relatedTaskMeta['taskId']);
  }
  const callId = currentCallId();
  if (callId !== undefined) {
    return calls().find(({ id }) => id === callId);
  }
  const atServer = callsAtServer();
  return atServer.length === 1 ? atServer[0] : undefined;
}
