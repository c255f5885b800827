import { t } from '@vscode/l10n';
import { hasEnded, type Task, unusableTask } from './task.ts';
import type { TaskContext } from './taskContext.ts';
import { TaskPoller } from './taskPoller.ts';

/** Handles one state of a task. Returns the result of the call if the state has it, otherwise `undefined`. */
type HandleTaskState = (task: Task, poller: TaskPoller) => Promise<{ readonly result: unknown } | undefined>;

const cancelMs = 5000;

/**
 * Follows a task of either era, state by state from `initialTask` on, until `handleState` returns the result. There is no time
 * limit. If the host stops following a task that has not ended, the task is cancelled at the server. At the end, open
 * elicitations of the call are withdrawn.
 * @throws HostError `CallFailed` if the task cannot be followed; the reason of `context.signal`; errors of `handleState`.
 */
export async function followTask(
  initialTask: Task,
  context: TaskContext,
  handleState: HandleTaskState,
): Promise<unknown> {
  const { call, tasks, signal } = context;
  const otherCall = tasks.ofTask(initialTask.id);
  if (otherCall && otherCall.id !== call.id) {
    throw unusableTask(t('its id is that of another task that still runs'));
  }
  tasks.bindTask(call.id, initialTask.id);
  const poller = new TaskPoller(initialTask, context);
  try {
    for (;;) {
      signal.throwIfAborted();
      const handled = await handleState(poller.task, poller);
      if (handled) {
        return handled.result;
      }
      await poller.poll(signal);
    }
  } catch (error) {
    if (!hasEnded(poller.task)) {
      void cancel(initialTask.id, context);
    }
    throw error;
  } finally {
    poller.dispose();
    context.withdraw(t('The call that asked has ended.'));
  }
}

/** Sends a request to cancel the task, and ignores its result. */
async function cancel(taskId: string, { connection }: TaskContext): Promise<void> {
  if (connection.supportsTaskCancellation) {
    // The `cancel` replies of withdrawn elicitations are written first.
    await connection.flush();
    await connection.request('tasks/cancel', { taskId }, { timeout: cancelMs }).catch(() => undefined);
  }
}
