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

export const mostFailuresInARow = 3;
const shownError = 500;

/** Knows the last state of a task, and asks the server for the next one when it is time. */
export class TaskPoller implements Disposable {
  readonly #context: TaskContext;
  readonly #changes: Disposable;
  #task: Task;
  #messages = 0;
  #failures = 0;
  #early = new AbortController();
  /** When news of the server last had it asked before its time, by a clock that nobody can set. */
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

  /** There is probably news: the next state is asked for as soon as may be. */
  pollSoon(): void {
    this.#early.abort();
  }

  dispose(): void {
    this.#changes.dispose();
  }

  /** The server says that the task stands differently. At most one such word in each of its own intervals counts. */
  #pollEarly(): void {
    const now = performance.now();
    if (now - this.#earlyAt >= this.#task.pauseMs) {
      this.#earlyAt = now;
      this.pollSoon();
    }
  }

  /**
   * Waits as long as the server wishes, or until there is news, and asks for the state. A passing fault of the
   * connection, or silence, is no answer; then the last state stands, and this is to be called again.
   * @throws HostError when the server does not know the task, or is silent three times in a row; the reason of `signal`.
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
      if (!mayPass || this.#failures >= mostFailuresInARow) {
        throw isTimeout(error) ? taskTimedOut(error) : isUnknownTask(error) ? taskUnknown(error) : error;
      }
    }
  }

  /** Asks the server how the task stands now, beside the watching. Rejects with what goes wrong, a timeout among it. */
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
    // However often the server says that something has changed, it is not asked more often than this.
    await rejectOnAbort(delay(shortestPauseMs), signal);
    const early = AbortSignal.any([signal, this.#early.signal]);
    await delay(this.#task.pauseMs - shortestPauseMs, undefined, { signal: early }).catch(() =>
      signal.throwIfAborted(),
    );
  }

  /** A status message is shown as progress. It has no number of its own, so they are counted. */
  #reportMessage(shown: string | undefined): void {
    const { message } = this.#task;
    if (message !== undefined && message !== shown) {
      this.#messages += 1;
      this.#context.options.onprogress?.({ progress: this.#messages, message });
    }
  }
}

/** True for a fault of the way to the server, after which a task may still be there. */
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
