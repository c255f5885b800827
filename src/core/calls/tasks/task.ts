import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { maxIdLength } from '#core/common/ids.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';

const statuses = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;

/** The state of a task. The fields of both eras differ only in their names. */
export interface Task {
  readonly id: string;
  readonly status: (typeof statuses)[number];
  /** Untrusted text of the server, in one line. */
  readonly message?: string;
  /** Milliseconds until the next poll. */
  readonly pauseMs: number;
  /** The object as received. */
  readonly raw: Readonly<Record<string, unknown>>;
}

const shownMessage = 300;
const usualPauseMs = 1500;
export const shortestPauseMs = 200;
const longestPauseMs = 300_000;

/**
 * Reads a task. `before`: the previous state of the requested task.
 * @throws HostError `CallFailed` if it is not a task, or another task than requested.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Task"; tasks extension, "Tasks".
 */
export function readTask(raw: unknown, before?: Pick<Task, 'id' | 'pauseMs'>): Task {
  if (!isRecord(raw)) {
    throw unusableTask(t('it is not an object'));
  }
  const { taskId, status, statusMessage } = raw;
  if (typeof taskId !== 'string' || taskId === '' || taskId.length > maxIdLength) {
    throw unusableTask(t('its id is not a text of 1 to {0} characters', maxIdLength));
  }
  if (before && taskId !== before.id) {
    throw unusableTask(t('it answered about another task than it was asked for'));
  }
  const known = statuses.find((one) => one === status);
  if (known === undefined) {
    throw unusableTask(t('its status is none that the protocol has'));
  }
  return {
    id: taskId,
    status: known,
    message: typeof statusMessage === 'string' ? inOneLine(statusMessage, shownMessage) || undefined : undefined,
    pauseMs: pauseOf(raw['pollIntervalMs'] ?? raw['pollInterval']) ?? before?.pauseMs ?? usualPauseMs,
    raw,
  };
}

/** True if the task is in a terminal state. */
export function hasEnded({ status }: Task): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** The error for a task without a result. `why` replaces the server's status message. */
export function taskFailure(task: Task, why = task.message): HostError {
  return new HostError({ name: 'CallFailed', summary: endWords(task, why?.replace(/\.$/, '')) });
}

function endWords({ status }: Task, reason: string | undefined): string {
  if (status === 'cancelled') {
    return reason ? t('The server cancelled the task: {0}.', reason) : t('The server cancelled the task.');
  }
  return reason ? t('The task failed: {0}.', reason) : t('The task failed.');
}

export function unusableTask(reason: string): HostError {
  return new HostError({
    name: 'CallFailed',
    summary: t('The server runs this as a task that cannot be followed: {0}.', reason),
    remedy: t('The server has to be corrected.'),
  });
}

/**
 * The server's poll interval, limited to 0.2 to 300 seconds; `undefined` if it names none.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Getting Tasks"; tasks extension, "Task Polling".
 */
function pauseOf(wish: unknown): number | undefined {
  return typeof wish === 'number' && Number.isFinite(wish)
    ? Math.min(Math.max(wish, shortestPauseMs), longestPauseMs)
    : undefined;
}
