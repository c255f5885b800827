import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { Disposable } from '#core/common/events.ts';
import { rejectOnAbort } from '#core/common/timing.ts';
import { lostResponse } from '#core/connection/sdk/lostResponses.ts';
import { isTimeout } from '#core/model/pausableTimeout.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { inOneLine } from '#form/text.ts';
import { minPauseMs, readTask, type Task } from './task.ts';
import type { TaskContext } from './taskContext.ts';

export const maxFailuresInARow = 3;
const maxErrorLength = 500;

/** Holds the last state of a task, and polls the server for the next state. */
export class TaskPoller implements Disposable {
  readonly #context: TaskContext;
  readonly #subscription: Disposable;
  #task: Task;
  #messageCount = 0;
  #failures = 0;
  #skipPause = new AbortController();
  /** The time at which a notification last caused an early poll, by the monotonic clock. */
  #lastEarlyPollAt = Number.NEGATIVE_INFINITY;

  constructor(initialTask: Task, context: TaskContext) {
    this.#task = initialTask;
    this.#context = context;
    this.#subscription = context.connection.onDidChangeTask((id) => id === initialTask.id && this.#pollEarly());
    this.#reportMessage(undefined);
  }

  get task(): Task {
    return this.#task;
  }

  /** Ends the pause before the next poll after `minPauseMs`. */
  pollSoon(): void {
    this.#skipPause.abort();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Handles a notification that the task has changed. At most one notification per poll interval has an effect. */
  #pollEarly(): void {
    const now = performance.now();
    if (now - this.#lastEarlyPollAt >= this.#task.pauseMs) {
      this.#lastEarlyPollAt = now;
      this.pollSoon();
    }
  }

  /**
   * Waits for the poll interval, or for a notification, and requests the state. After a transient failure or a timeout the
   * last state stays, and the caller has to call `poll` again.
   * @throws HostError if the server does not know the task, or does not respond three times in a row; the reason of
   * `signal`.
   */
  async poll(signal: AbortSignal): Promise<void> {
    await this.#pause(signal);
    this.#skipPause = new AbortController();
    const { message } = this.#task;
    try {
      this.#task = await this.request(signal);
      this.#failures = 0;
      this.#reportMessage(message);
    } catch (error) {
      signal.throwIfAborted();
      this.#failures += 1;
      const isTemporary = isTransient(error) || isTimeout(error);
      if (!isTemporary || this.#failures >= maxFailuresInARow) {
        throw isTimeout(error) ? timeoutError(error) : isUnknownTask(error) ? unknownTaskError(error) : error;
      }
    }
  }

  /** Requests the state at once, independently of `poll`. Rejects with any failure, including a timeout. */
  async request(signal: AbortSignal): Promise<Task> {
    const { connection } = this.#context;
    const limit = connection.taskPollTimeout();
    const options = { signal: AbortSignal.any([signal, limit.signal]) };
    try {
      const response = connection.request('tasks/get', { taskId: this.#task.id }, options);
      return readTask(await rejectOnAbort(response, signal), this.#task);
    } finally {
      limit.dispose();
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    // Notifications cannot shorten this part of the pause.
    await rejectOnAbort(delay(minPauseMs), signal);
    const skipSignal = AbortSignal.any([signal, this.#skipPause.signal]);
    await delay(this.#task.pauseMs - minPauseMs, undefined, { signal: skipSignal }).catch(() =>
      signal.throwIfAborted(),
    );
  }

  /** Reports a new status message as progress. The number of the progress is the number of messages. */
  #reportMessage(previousMessage: string | undefined): void {
    const { message } = this.#task;
    if (message !== undefined && message !== previousMessage) {
      this.#messageCount += 1;
      this.#context.options.onprogress?.({ progress: this.#messageCount, message });
    }
  }
}

/** True for a transport failure after which the task may still exist. */
export function isTransient(error: unknown): boolean {
  const failure = error instanceof HostError ? error.cause : error;
  if (failure instanceof SendFailure) {
    return failure.status === undefined || failure.status === 429 || failure.status >= 500;
  }
  return failure instanceof ProtocolError && failure !== error && failure.data === lostResponse;
}

function isUnknownTask(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams;
}

function timeoutError(cause: unknown): HostError {
  return new HostError(
    {
      name: 'CallFailed',
      summary: t('The server did not report the state of the task in time.'),
      remedy: t('The server may have done it anyway: check before you run it again.'),
    },
    { cause },
  );
}

function unknownTaskError(error: ProtocolError): HostError {
  return new HostError(
    {
      name: 'CallFailed',
      summary: t('The server no longer knows the task; it may have expired.'),
      remedy: t('Run it again.'),
      detail: inOneLine(error.message, maxErrorLength),
    },
    { cause: error },
  );
}
