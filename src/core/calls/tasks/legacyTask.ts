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
import { isTransient, mostFailuresInARow, type TaskPoller } from './taskPoller.ts';

/** For how long the server is asked to keep the task: a person may take long to answer its questions. */
const ttlMs = 24 * 60 * 60 * 1000;

/**
 * Runs a tool as a task, up to revision 2025-11-25: the server answers with a task, is asked how it stands, and gives the
 * tool's result when it is asked for that. Questions are pushed while that last request waits, as any others. A server
 * that answers with the result itself has given it.
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
  // What the server says of the task's state has no numbers, and does not take away those that it gave.
  const told = (news: Progress) => onprogress?.(last ? { ...last, message: news.message ?? '' } : news);
  try {
    const request = withProgressToken({ ...params, task: { ttl: ttlMs } }, watched.token);
    // Not cancelled as a request is: a call that is over for us is cancelled as a task once it is one.
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
      if (isTransient(error) && losses < mostFailuresInARow) {
        return undefined;
      }
      throw task.status === 'failed' && task.message !== undefined && isGenericError(error) ? taskFailure(task) : error;
    }
  });
}

/** Waits for the result, however long. Meanwhile the task is watched for what it has to say. */
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

/** True for an error that says no more than the task does: many servers have none of the tool's own at hand. */
function isGenericError(error: unknown): boolean {
  return error instanceof ProtocolError && !requiresPages(error);
}

/** What goes wrong here goes wrong with the result too, or does not matter. */
async function pollUntilEnded(watch: TaskPoller, signal: AbortSignal): Promise<void> {
  try {
    while (!hasEnded(watch.task)) {
      await watch.next(signal);
    }
  } catch {
    return;
  }
}
