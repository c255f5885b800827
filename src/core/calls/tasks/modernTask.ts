import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { rejectOnAbort } from '#core/common/timing.ts';
import { deliveryOf } from '#core/delivery/roundDelivery.ts';
import type { InputResponses } from '#core/elicitation/rounds/round.ts';
import type { RespondToRound } from '#core/elicitation/rounds/rounds.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';
import { followTaskSteps } from './followTask.ts';
import { readTask, type Task, taskFailure, unusableTask } from './task.ts';
import type { TaskContext } from './taskContext.ts';
import { isTransient, maxFailuresInARow, type TaskPoller } from './taskPoller.ts';

const maxKeys = 1000;
const shownError = 500;

/**
 * Follows a task that a server of revision 2026-07-28 returned instead of a result. The task's state carries its input
 * requests and finally the result. Each request is answered once, however often it is repeated, and polling continues while
 * the user answers.
 * @throws HostError; ProtocolError with the server's words.
 * Source: tasks extension (SEP-2663), "Task Polling" and "Task Update Requests".
 */
export async function runModernTask(
  created: Readonly<Record<string, unknown>>,
  answer: RespondToRound,
  context: TaskContext,
): Promise<unknown> {
  const first = readTask(created);
  const asked = new Set<string>();
  const over = new AbortController();
  const signal = AbortSignal.any([context.signal, over.signal]);
  const following = followTaskSteps(first, { ...context, signal }, async (task, watch) => {
    if (task === first) {
      // Result, error and requests are only in the responses to `tasks/get`.
      if (task.status !== 'working') {
        watch.pollSoon();
      }
      return undefined;
    }
    switch (task.status) {
      case 'completed':
        return { result: resultOf(task) };
      case 'failed':
        throw errorOf(task);
      case 'cancelled':
        throw taskFailure(task);
      case 'input_required': {
        const requests = newRequests(task, asked);
        if (requests) {
          answer(requests, signal)
            .then((responses) => {
              const send = () => rejectOnAbort(deliver(responses, watch, { ...context, signal }), context.signal);
              return deliveryOf(responses)?.send(send) ?? send();
            })
            .catch((error: unknown) => over.abort(error));
        }
        return undefined;
      }
      default:
        return undefined;
    }
  });
  return following.finally(() => over.abort());
}

/** The requests whose keys are not in `asked`; adds them to it. */
function newRequests({ raw }: Task, asked: Set<string>): Record<string, unknown> | undefined {
  const requests = isRecord(raw['inputRequests']) ? Object.entries(raw['inputRequests']) : [];
  const fresh = requests.filter(([key]) => !asked.has(key));
  for (const [key] of fresh) {
    asked.add(key);
  }
  if (asked.size > maxKeys) {
    throw unusableTask(t('it asked more than {0} times', maxKeys));
  }
  return fresh.length > 0 ? Object.fromEntries(fresh) : undefined;
}

/** Sends responses. A task that has gone on without them is not an error: its next state counts. */
async function deliver(inputResponses: InputResponses, watch: TaskPoller, context: TaskContext): Promise<void> {
  const { connection, options, signal } = context;
  const { id: taskId } = watch.task;
  const sending = { ...(options.signal && { signal: options.signal }) };
  signal.throwIfAborted();
  for (let failures = 1; ; failures += 1) {
    try {
      await connection.request('tasks/update', { taskId, inputResponses }, sending);
      break;
    } catch (error) {
      if (error instanceof ProtocolError) {
        await checkTaskWentOn(error, Object.keys(inputResponses), watch, signal);
        break;
      }
      // Sending again is safe: an answer that arrives twice counts once. The user's input must not be lost.
      if (!isTransient(error) || failures >= maxFailuresInARow) {
        throw error;
      }
      await delay(failures * 1000, undefined, { signal });
    }
  }
  watch.pollSoon();
}

/** Returns if the task no longer requires the responses with these keys; else throws `refusal`. */
async function checkTaskWentOn(
  refusal: Error,
  keys: readonly string[],
  watch: TaskPoller,
  signal: AbortSignal,
): Promise<void> {
  const now = await watch.request(signal).catch(() => {
    throw refusal;
  });
  const { inputRequests } = now.raw;
  const wanted = now.status === 'input_required' && isRecord(inputRequests) ? inputRequests : {};
  if (keys.some((key) => Object.hasOwn(wanted, key))) {
    throw refusal;
  }
}

function resultOf({ raw }: Task): unknown {
  const { result } = raw;
  if (!isRecord(result)) {
    throw unusableTask(t('it is completed and has no result'));
  }
  if ((result['resultType'] ?? 'complete') !== 'complete') {
    throw unusableTask(t('its result is not complete'));
  }
  return { resultType: 'complete', ...result };
}

/** The error that the task ended with, as a response to the call. */
function errorOf(task: Task): Error {
  const { error } = task.raw;
  if (!isRecord(error) || typeof error['message'] !== 'string') {
    return taskFailure(task);
  }
  const code = typeof error['code'] === 'number' ? error['code'] : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, inOneLine(error['message'], shownError));
}
