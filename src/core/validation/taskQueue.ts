import type { PreparedSchema } from './preparedSchemas.ts';
import type { Work, WorkerReply } from './workerProtocol.ts';

/** The number of waiting tasks of one server. */
const maxWaiting = 100;
/** The number of quick tasks that are taken together. */
const maxTogether = 50;

export type TaskResult = WorkerReply['results'][number];

export interface WaitingTask {
  readonly work: Work;
  /** The schema of a check that may run together with others if the schema is quick. Absent for all other tasks. */
  readonly schema?: PreparedSchema | undefined;
  readonly done: (result: TaskResult) => void;
}

/** The tasks that wait for the worker thread. The next task is that of the server that has used the least time recently. */
export class TaskQueue {
  #waiting: WaitingTask[] = [];
  /** The number of waiting tasks of each server that has some. */
  readonly #counts = new Map<string, number>();
  /** The milliseconds that the tasks of each server have taken since the queue was last empty. */
  readonly #timeTaken = new Map<string, number>();

  /** True if no more tasks of this server can wait. */
  isFull(owner: string): boolean {
    return (this.#counts.get(owner) ?? 0) >= maxWaiting;
  }

  add(task: WaitingTask): void {
    this.#waiting.push(task);
    this.#count(task, 1);
  }

  /** Adds tasks that were taken and have to run again, each alone, before all others. */
  putBack(tasks: readonly WaitingTask[]): void {
    this.#waiting.unshift(...tasks.map(({ work, done }) => ({ work, done })));
    for (const task of tasks) {
      this.#count(task, 1);
    }
  }

  /** Takes the next task. If it is quick, takes other quick tasks with it, so that the threads exchange fewer messages. */
  take(): readonly WaitingTask[] {
    const next = this.#next();
    if (!next) {
      this.#timeTaken.clear();
      return [];
    }
    const taken = [next];
    const left: WaitingTask[] = [];
    for (const task of this.#waiting) {
      if (task !== next) {
        const goesAlong = isQuick(next) && isQuick(task) && taken.length < maxTogether;
        (goesAlong ? taken : left).push(task);
      }
    }
    this.#waiting = left;
    for (const task of taken) {
      this.#count(task, -1);
    }
    return taken;
  }

  /** Takes all tasks. */
  takeAll(): readonly WaitingTask[] {
    this.#counts.clear();
    return this.#waiting.splice(0);
  }

  /** Adds the milliseconds that the tasks have taken together. */
  addTime(tasks: readonly WaitingTask[], ms: number): void {
    for (const { work } of tasks) {
      this.#timeTaken.set(work.owner, this.#timeOf(work) + ms / tasks.length);
    }
  }

  #next(): WaitingTask | undefined {
    let next = this.#waiting[0];
    for (const task of this.#waiting) {
      if (next && this.#timeOf(task.work) < this.#timeOf(next.work)) {
        next = task;
      }
    }
    return next;
  }

  #timeOf({ owner }: Work): number {
    return this.#timeTaken.get(owner) ?? 0;
  }

  #count({ work: { owner } }: WaitingTask, change: 1 | -1): void {
    const count = (this.#counts.get(owner) ?? 0) + change;
    if (count > 0) {
      this.#counts.set(owner, count);
    } else {
      this.#counts.delete(owner);
    }
  }
}

function isQuick({ schema }: WaitingTask): boolean {
  return schema?.isQuick === true;
}
