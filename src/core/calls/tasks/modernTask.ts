import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { rejectOnAbort } from '#core/common/timing.ts';
import { classifyReplyError, NotAwaited } from '#core/delivery/classifyDeliveryError.ts';
import { deliveryOf } from '#core/delivery/roundDelivery.ts';
import type { InputResponses } from '#core/elicitation/rounds/round.ts';
import type { RespondToRound } from '#core/elicitation/rounds/rounds.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';
import { followTask } from './followTask.ts';
import { readTask, type Task, taskFailure, unusableTask } from './task.ts';
import type { TaskContext } from './taskContext.ts';
import { isTransient, maxFailuresInARow, type TaskPoller } from './taskPoller.ts';

const maxRequests = 1000;
const maxErrorLength = 500;

/**
 * Follows a task that a server of revision 2026-07-28 returned instead of a result. The task's state contains its input
 * requests and finally the result. Each request is answered once, even if the state repeats it, and polling continues while
 * the user answers.
 * @throws HostError; ProtocolError with the server's message.
 * Source: tasks extension (SEP-2663), "Task Polling" and "Task Update Requests".
 */
export async function runModernTask(
  created: Readonly<Record<string, unknown>>,
  answer: RespondToRound,
  context: TaskContext,
): Promise<unknown> {
  const initialTask = readTask(created);
  const handledKeys = new Set<string>();
  const end = new AbortController();
  const signal = AbortSignal.any([context.signal, end.signal]);
  const result = followTask(initialTask, { ...context, signal }, async (task, poller) => {
    if (task === initialTask) {
      // Only responses to `tasks/get` contain the result, the error and the requests.
      if (task.status !== 'working') {
        poller.pollSoon();
      }
      return undefined;
    }
    switch (task.status) {
      case 'completed':
        return { result: readResult(task) };
      case 'failed':
        throw readError(task);
      case 'cancelled':
        throw taskFailure(task);
      case 'input_required': {
        const requests = takeNewRequests(task, handledKeys);
        if (requests) {
          answer(requests, signal)
            .then((responses) => {
              const send = () => rejectOnAbort(deliver(responses, poller, { ...context, signal }), context.signal);
              return deliveryOf(responses)?.send(send) ?? send();
            })
            .catch((error: unknown) => error instanceof NotAwaited || end.abort(error));
        }
        return undefined;
      }
      default:
        return undefined;
    }
  });
  return result.finally(() => end.abort());
}

/** Returns the requests whose keys are not in `handledKeys`, and adds these keys. `undefined` if there are none. */
function takeNewRequests({ raw }: Task, handledKeys: Set<string>): Record<string, unknown> | undefined {
  const requests = isRecord(raw['inputRequests']) ? Object.entries(raw['inputRequests']) : [];
  const newEntries = requests.filter(([key]) => !handledKeys.has(key));
  for (const [key] of newEntries) {
    handledKeys.add(key);
  }
  if (handledKeys.size > maxRequests) {
    throw unusableTask(t('it asked more than {0} times', maxRequests));
  }
  return newEntries.length > 0 ? Object.fromEntries(newEntries) : undefined;
}

/**
 * Sends responses.
 * @throws NotAwaited if the server refuses them and the task has continued without them
 * @throws ProtocolError if the server refuses them and still requires them
 */
async function deliver(inputResponses: InputResponses, poller: TaskPoller, context: TaskContext): Promise<void> {
  const { connection, options, signal } = context;
  const { id: taskId } = poller.task;
  const requestOptions = { ...(options.signal && { signal: options.signal }) };
  let mayHaveArrived = false;
  signal.throwIfAborted();
  for (let failures = 1; ; failures += 1) {
    try {
      await connection.request('tasks/update', { taskId, inputResponses }, requestOptions);
      poller.pollSoon();
      return;
    } catch (error) {
      if (error instanceof ProtocolError) {
        await checkTaskContinued(error, Object.keys(inputResponses), poller, signal);
        poller.pollSoon();
        // The task may have continued because of an earlier attempt, whose response was lost.
        throw new NotAwaited(mayHaveArrived ? 'unknown' : 'refused', error);
      }
      // Responses are sent again, so that the user's input is not lost: a response that arrives twice counts once.
      if (!isTransient(error) || failures >= maxFailuresInARow) {
        throw error;
      }
      mayHaveArrived ||= classifyReplyError(error).kind === 'unknown';
      await delay(failures * 1000, undefined, { signal });
    }
  }
}

/** Throws `refusal` if the task still requires the responses with these keys, or its state is not known. */
async function checkTaskContinued(
  refusal: Error,
  keys: readonly string[],
  poller: TaskPoller,
  signal: AbortSignal,
): Promise<void> {
  const task = await poller.request(signal).catch(() => {
    throw refusal;
  });
  const { inputRequests } = task.raw;
  const requests = task.status === 'input_required' && isRecord(inputRequests) ? inputRequests : {};
  if (keys.some((key) => Object.hasOwn(requests, key))) {
    throw refusal;
  }
}

function readResult({ raw }: Task): unknown {
  const { result } = raw;
  if (!isRecord(result)) {
    throw unusableTask(t('it is completed and has no result'));
  }
  if ((result['resultType'] ?? 'complete') !== 'complete') {
    throw unusableTask(t('its result is not complete'));
  }
  return { resultType: 'complete', ...result };
}

/** The error with which the task has ended, for the caller of the tool. */
function readError(task: Task): Error {
  const { error } = task.raw;
  if (!isRecord(error) || typeof error['message'] !== 'string') {
    return taskFailure(task);
  }
  const code = typeof error['code'] === 'number' ? error['code'] : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, inOneLine(error['message'], maxErrorLength));
}
