import { t } from '@vscode/l10n';
import { hasEnded, type Task, unusableTask } from './task.ts';
import type { TaskContext } from './taskContext.ts';
import { TaskPoller } from './taskPoller.ts';

/** Handles one state of a task. Returns the result of the call once the task has it. */
type TaskStep = (task: Task, watch: TaskPoller) => Promise<{ readonly result: unknown } | undefined>;

const cancelMs = 5000;

/**
 * Follows a task of either era, state by state from `first` on, until `step` returns the result. There is no time limit: the
 * task or the user ends it. A task that is abandoned before its end is cancelled at the server, and open elicitations of the
 * call are withdrawn.
 * @throws HostError `CallFailed` if the task cannot be followed, the reason of `context.signal`, and what `step` throws.
 */
export async function followTaskSteps(first: Task, context: TaskContext, step: TaskStep): Promise<unknown> {
  const { call, tasks, signal } = context;
  const other = tasks.ofTask(first.id);
  if (other && other.id !== call.id) {
    throw unusableTask(t('its id is that of another task that still runs'));
  }
  tasks.bindTask(call.id, first.id);
  const watch = new TaskPoller(first, context);
  try {
    for (;;) {
      signal.throwIfAborted();
      const end = await step(watch.task, watch);
      if (end) {
        return end.result;
      }
      await watch.next(signal);
    }
  } catch (error) {
    if (!hasEnded(watch.task)) {
      void cancel(first.id, context);
    }
    throw error;
  } finally {
    watch.dispose();
    context.withdraw(t('What asked has ended.'));
  }
}

/** Asks the server to cancel the task. The outcome is ignored. */
async function cancel(taskId: string, { connection }: TaskContext): Promise<void> {
  if (connection.supportsTaskCancellation) {
    // The `cancel` replies of withdrawn elicitations are written first.
    await connection.flush();
    await connection.request('tasks/cancel', { taskId }, { timeout: cancelMs }).catch(() => undefined);
  }
}
