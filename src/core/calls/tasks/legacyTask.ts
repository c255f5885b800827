import { ProtocolError, RELATED_TASK_META_KEY } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { rejectOnAbort } from '#core/common/timing.ts';
import { withProgressToken } from '#core/connection/sdk/progressTokens.ts';
import { requiresPages } from '#core/elicitation/rounds/requiredUrls.ts';
import type { Progress } from '#core/model/call.ts';
import { isRecord } from '#form/json.ts';
import { followTask } from './followTask.ts';
import { hasEnded, readTask, type Task, taskFailure, unusableTask } from './task.ts';
import type { TaskContext } from './taskContext.ts';
import { isTransient, maxFailuresInARow, type TaskPoller } from './taskPoller.ts';

/** The time for which the host requests that the server keeps the task: the user may take long to answer. */
const ttlMs = 24 * 60 * 60 * 1000;

/**
 * Runs a tool as a task, up to revision 2025-11-25: the server returns a task, the host polls it with `tasks/get` and fetches
 * the tool's result with `tasks/result`. Elicitations are pushed while `tasks/result` waits. A server may also return the
 * result of the tool instead of a task.
 * @throws HostError; ProtocolError with the server's message.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks.
 */
export async function runLegacyTask(params: Readonly<Record<string, unknown>>, context: TaskContext): Promise<unknown> {
  const { connection, options, tool } = context;
  const { onprogress } = options;
  let lastProgress: Progress | undefined;
  const progressWatch = connection.watchProgress((progress) => {
    lastProgress = progress;
    onprogress?.(progress);
  });
  // Status messages of the task have no numbers; they are reported with the numbers of the last progress.
  const onStatusMessage = (progress: Progress) =>
    onprogress?.(lastProgress ? { ...lastProgress, message: progress.message ?? '' } : progress);
  try {
    const request = withProgressToken({ ...params, task: { ttl: ttlMs } }, progressWatch.token);
    // The request has no signal: after the server has created the task, a cancelled call is cancelled by `tasks/cancel`.
    const created = await connection.request('tools/call', request, {}, tool);
    return await awaitResult(created, { ...context, options: { ...options, onprogress: onStatusMessage } });
  } finally {
    progressWatch.dispose();
  }
}

async function awaitResult(created: unknown, context: TaskContext): Promise<unknown> {
  if (!isRecord(created) || !('task' in created)) {
    return created;
  }
  let losses = 0;
  return followTask(readTask(created['task']), context, async (task, poller) => {
    if (task.status === 'working') {
      return undefined;
    }
    if (task.status === 'cancelled') {
      throw taskFailure(task);
    }
    try {
      return { result: await requestResult(task, poller, context) };
    } catch (error) {
      losses += hasEnded(task) ? 1 : 0;
      if (isTransient(error) && losses < maxFailuresInARow) {
        return undefined;
      }
      throw task.status === 'failed' && task.message !== undefined && isGenericError(error) ? taskFailure(task) : error;
    }
  });
}

/** Waits for the result without a time limit, and polls the task for its status messages until then. */
async function requestResult(task: Task, poller: TaskPoller, context: TaskContext): Promise<unknown> {
  const { connection, options, signal } = context;
  const responded = new AbortController();
  void pollUntilEnded(poller, AbortSignal.any([signal, responded.signal]));
  try {
    const response = connection.request('tasks/result', { taskId: task.id }, { signal: options.signal });
    const result = await rejectOnAbort(response, signal);
    const meta = isRecord(result) ? result['_meta'] : undefined;
    const related = isRecord(meta) ? meta[RELATED_TASK_META_KEY] : undefined;
    if (isRecord(related) && related['taskId'] !== task.id) {
      throw unusableTask(t('its result is that of another task'));
    }
    return result;
  } finally {
    responded.abort();
  }
}

/** True for an error that is less informative than the task's status message: many servers do not return the tool's error. */
function isGenericError(error: unknown): boolean {
  return error instanceof ProtocolError && !requiresPages(error);
}

/** Polls until the task has ended. Ignores errors, because the request for the result rejects with the relevant ones. */
async function pollUntilEnded(poller: TaskPoller, signal: AbortSignal): Promise<void> {
  try {
    while (!hasEnded(poller.task)) {
      await poller.poll(signal);
    }
  } catch {
    return;
  }
}
