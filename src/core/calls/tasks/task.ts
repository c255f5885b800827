import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { maxIdLength } from '#core/common/ids.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine, withoutQuotationMarks } from '#form/text.ts';

const statuses = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;

/** The state of a task. Both eras have these data, under different names. */
export interface Task {
  readonly id: string;
  readonly status: (typeof statuses)[number];
  /** The server's status message, untrusted text in one line. */
  readonly message?: string;
  /** Milliseconds until the next poll. */
  readonly pauseMs: number;
  /** The object as received. */
  readonly raw: Readonly<Record<string, unknown>>;
}

const maxMessageLength = 300;
const defaultPauseMs = 1500;
export const minPauseMs = 200;
const maxPauseMs = 300_000;

/**
 * Reads the state of a task. `previous`: the previous state of the requested task.
 * @throws HostError `CallFailed` if the value is no task, or another task than requested.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Task"; tasks extension, "Tasks".
 */
export function readTask(raw: unknown, previous?: Pick<Task, 'id' | 'pauseMs'>): Task {
  if (!isRecord(raw)) {
    throw unusableTask(t('it is not an object'));
  }
  const { taskId, status, statusMessage } = raw;
  if (typeof taskId !== 'string' || taskId === '' || taskId.length > maxIdLength) {
    throw unusableTask(t('its id is not a text of 1 to {0} characters', maxIdLength));
  }
  if (previous && taskId !== previous.id) {
    throw unusableTask(t('it answered about another task than it was asked for'));
  }
  const knownStatus = statuses.find((candidate) => candidate === status);
  if (knownStatus === undefined) {
    throw unusableTask(t('its status is not one of the protocol'));
  }
  return {
    id: taskId,
    status: knownStatus,
    message: typeof statusMessage === 'string' ? inOneLine(statusMessage, maxMessageLength) || undefined : undefined,
    pauseMs: readPause(raw['pollIntervalMs'] ?? raw['pollInterval']) ?? previous?.pauseMs ?? defaultPauseMs,
    raw,
  };
}

/** True if the task is in a terminal state. */
export function hasEnded({ status }: Task): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** The error for a task without a result. */
export function taskFailure(task: Task): HostError {
  return new HostError({ name: 'CallFailed', summary: endText(task) });
}

/** The server's words are quoted, so that they do not read like a sentence of this extension. */
function endText({ status, message }: Task): string {
  const words = message && withoutQuotationMarks(message);
  if (status === 'cancelled') {
    return words ? t('The server cancelled the task: “{0}”', words) : t('The server cancelled the task.');
  }
  return words ? t('The task failed: “{0}”', words) : t('The task failed.');
}

export function unusableTask(reason: string): HostError {
  return new HostError({
    name: 'CallFailed',
    summary: t('The server runs this as a task that cannot be followed: {0}.', reason),
    remedy: t('The server has to be corrected.'),
  });
}

/**
 * The server's poll interval, limited to 0.2 to 300 seconds; `undefined` if the server sends none.
 * Source: MCP specification 2025-11-25, basic/utilities/tasks, "Getting Tasks"; tasks extension, "Task Polling".
 */
function readPause(interval: unknown): number | undefined {
  return typeof interval === 'number' && Number.isFinite(interval)
    ? Math.min(Math.max(interval, minPauseMs), maxPauseMs)
    : undefined;
}
