import { ProtocolError, RELATED_TASK_META_KEY } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { rejectOnAbort } from '#core/common/timing.ts';
import { withProgressToken } from '#core/connection/sdk/progressTokens.ts';
import { requiresPages } from '#core/elicitation/rounds/requiredUrls.ts';
import type { Progress } from '#core/model/call.ts';
import { isRecord } from '#form/json.ts';
import { followTaskSteps } from './followTask.ts';
import { hasEnded, readTask, type Task, taskFailure, unusableTask } from './task.ts';
import type { TaskContext } from './taskContext.ts';
import { isTransient, maxFailuresInARow, type TaskPoller } from './taskPoller.ts';

/** How long the server is requested to keep the task: the user may take long to answer. */
const ttlMs = 24 * 60 * 60 * 1000;

/**
 * Runs a tool as a task, up to revision 2025-11-25: the server returns a task, the host polls it with `tasks/get` and fetches
 * the tool's result with `tasks/result`. Elicitations are pushed while `tasks/result` waits. A server may also return the
 * result of the tool instead of a task.
 * @throws HostError; ProtocolError with the server's words.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks.
 */
export async function runLegacyTask(params: Readonly<Record<string, unknown>>, context: TaskContext): Promise<unknown> {
  const { connection, options, tool } = context;
  const { onprogress } = options;
  let last: Progress | undefined;
  const watched = connection.watchProgress((news) => {
    last = news;
    onprogress?.(news);
  });
  // Status messages of the task carry no numbers; the last reported numbers are kept.
  const told = (news: Progress) => onprogress?.(last ? { ...last, message: news.message ?? '' } : news);
  try {
    const request = withProgressToken({ ...params, task: { ttl: ttlMs } }, watched.token);
    // The request has no signal: once the server has created the task, a cancelled call is cancelled as a task.
    const created = await connection.request('tools/call', request, {}, tool);
    return await resultOf(created, { ...context, options: { ...options, onprogress: told } });
  } finally {
    watched.dispose();
  }
}

async function resultOf(created: unknown, context: TaskContext): Promise<unknown> {
  if (!isRecord(created) || !('task' in created)) {
    return created;
  }
  let losses = 0;
  return followTaskSteps(readTask(created['task']), context, async (task, watch) => {
    if (task.status === 'working') {
      return undefined;
    }
    if (task.status === 'cancelled') {
      throw taskFailure(task);
    }
    try {
      return { result: await askForResult(task, watch, context) };
    } catch (error) {
      losses += hasEnded(task) ? 1 : 0;
      if (isTransient(error) && losses < maxFailuresInARow) {
        return undefined;
      }
      throw task.status === 'failed' && task.message !== undefined && isGenericError(error) ? taskFailure(task) : error;
    }
  });
}

/** Waits for the result without a time limit. Meanwhile polls the task for its status messages. */
async function askForResult(task: Task, watch: TaskPoller, context: TaskContext): Promise<unknown> {
  const { connection, options, signal } = context;
  const answered = new AbortController();
  void pollUntilEnded(watch, AbortSignal.any([signal, answered.signal]));
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
    answered.abort();
  }
}

/** True for an error that says no more than the task's status message: many servers do not return the tool's own error. */
function isGenericError(error: unknown): boolean {
  return error instanceof ProtocolError && !requiresPages(error);
}

/** Errors are ignored: the request for the result reports those that matter. */
async function pollUntilEnded(watch: TaskPoller, signal: AbortSignal): Promise<void> {
  try {
    while (!hasEnded(watch.task)) {
      await watch.next(signal);
    }
  } catch {
    return;
  }
}
