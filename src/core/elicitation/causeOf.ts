import { RELATED_TASK_META_KEY } from '@modelcontextprotocol/client';
import type { Call } from '#core/model/call.ts';
import { currentCallId } from '#core/model/callContext.ts';
import { isRecord } from '#form/json.ts';
import type { QuestionsPorts } from './elicitationServices.ts';
import type { PushContext } from './pushContext.ts';

/**
 * The call that led to a pushed question, where that is known: the server names the task, or the question came on the
 * response stream of the call's request, or there is only one call that the server works on. A guess would be worse than
 * nothing. It stays that call's when the server answers the call first and goes on waiting for the person: up to
 * 2025-11-25 nothing forbids that, and the server is told what the person says.
 */
export function causeOf(
  { meta }: Pick<PushContext, 'meta'>,
  ports: Pick<QuestionsPorts, 'calls' | 'callsAtServer' | 'callOfTask'>,
): Call | undefined {
  const related = isRecord(meta) ? meta[RELATED_TASK_META_KEY] : undefined;
  if (isRecord(related) && typeof related['taskId'] === 'string') {
    return ports.callOfTask(related['taskId']);
  }
  const surrounding = currentCallId();
  if (surrounding !== undefined) {
    return ports.calls().find(({ id }) => id === surrounding);
  }
  const [call, ...others] = ports.callsAtServer();
  return others.length === 0 ? call : undefined;
}
