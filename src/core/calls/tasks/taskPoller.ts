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
import { readTask, shortestPauseMs, type Task } from './task.ts';
import type { TaskContext } from './taskContext.ts';

export const maxFailuresInARow = 3;
const shownError = 500;

/** Holds the last state of a task, and polls the server for the next one. */
export class TaskPoller implements Disposable {
  readonly #context: TaskContext;
  readonly #changes: Disposable;
  #task: Task;
  #messages = 0;
  #failures = 0;
  #early = new AbortController();
  /** When a notification last caused an early poll, by the monotonic clock. */
  #earlyAt = Number.NEGATIVE_INFINITY;

  constructor(first: Task, context: TaskContext) {
    this.#task = first;
    this.#context = context;
    this.#changes = context.connection.onDidChangeTask((id) => id === first.id && this.#pollEarly());
    this.#reportMessage(undefined);
  }

  get task(): Task {
    return this.#task;
  }

  /** Requests the next state without waiting for the poll interval, but for its minimum. */
  pollSoon(): void {
    this.#early.abort();
  }

  dispose(): void {
    this.#changes.dispose();
  }

  /** The server notified of a change of the task. At most one notification per poll interval counts. */
  #pollEarly(): void {
    const now = performance.now();
    if (now - this.#earlyAt >= this.#task.pauseMs) {
      this.#earlyAt = now;
      this.pollSoon();
    }
  }

  /**
   * Waits for the poll interval, or for a notification, and requests the state. After a transient failure or a timeout the
   * last state stays, and the caller calls this again.
   * @throws HostError if the server does not know the task, or does not respond three times in a row; the reason of
   * `signal`.
   */
  async next(signal: AbortSignal): Promise<void> {
    await this.#pause(signal);
    this.#early = new AbortController();
    const { message } = this.#task;
    try {
      this.#task = await this.request(signal);
      this.#failures = 0;
      this.#reportMessage(message);
    } catch (error) {
      signal.throwIfAborted();
      this.#failures += 1;
      const mayPass = isTransient(error) || isTimeout(error);
      if (!mayPass || this.#failures >= maxFailuresInARow) {
        throw isTimeout(error) ? taskTimedOut(error) : isUnknownTask(error) ? taskUnknown(error) : error;
      }
    }
  }

  /** Requests the state now, independently of `next`. Rejects with any failure, including a timeout. */
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
    // The minimum between two polls, however many notifications arrive.
    await rejectOnAbort(delay(shortestPauseMs), signal);
    const early = AbortSignal.any([signal, this.#early.signal]);
    await delay(this.#task.pauseMs - shortestPauseMs, undefined, { signal: early }).catch(() =>
      signal.throwIfAborted(),
    );
  }

  /** Reports a status message as progress. It carries no number, so the messages are counted. */
  #reportMessage(shown: string | undefined): void {
    const { message } = this.#task;
    if (message !== undefined && message !== shown) {
      this.#messages += 1;
      this.#context.options.onprogress?.({ progress: this.#messages, message });
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

function taskTimedOut(cause: unknown): HostError {
  return new HostError(
    {
      name: 'CallFailed',
      summary: t('The server did not say in time how the task stands.'),
      remedy: t('The server may have done it all the same: look before you run it again.'),
    },
    { cause },
  );
}

function taskUnknown(error: ProtocolError): HostError {
  return new HostError(
    {
      name: 'CallFailed',
      summary: t('The server does not know the task any more; perhaps its time ran out.'),
      remedy: t('Run it again.'),
      detail: inOneLine(error.message, shownError),
    },
    { cause: error },
  );
}
