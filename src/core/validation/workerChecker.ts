import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { digestOf } from '#core/common/digest.ts';
import { LruCache } from '#core/common/lruCache.ts';
import type { PatternVerdict } from '#form/evaluate.ts';
import type { Checker, PatternTask, Unchecked, ValidationResult } from './checker.ts';
import { PreparedSchemas } from './preparedSchemas.ts';
import { exceededBound, type SchemaBounds } from './schemaWalk.ts';
import { TaskQueue, type TaskResult, type WaitingTask } from './taskQueue.ts';
import type { WorkerReply, WorkerRequest } from './workerProtocol.ts';

/** The bounds of a value whose check may run together with others. */
const smallValue: SchemaBounds = { text: 10_000, depth: 10, values: 200, expanded: 200 };
/** A schema is quick after a check of a small value took less than these milliseconds, with the way to the thread and back. */
const quickMs = 5;
/** The milliseconds that the worker may take for one task. Each pattern has a lower limit. */
const maxTaskMs = { check: 2000, patterns: 4000 };
/** The share of this limit that the process must have computed before a task is stopped: other programs may use the machine. */
const minCpuShare = 0.9;
/** The number of times the limit is extended for one task if the process has computed less. */
const maxExtensions = 4;
/** The milliseconds without a task after which the worker is stopped, because it takes some 20 MB. */
const maxIdleMs = 60_000;
/** The memory limits of the worker's V8, in MB. */
const resourceLimits = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 2, stackSizeMb: 2 };

/** The worker and its current tasks. */
interface RunningWorker {
  readonly worker: Worker;
  /** The tasks of the last message, until its reply. More than one only if all are expected to be quick. */
  tasks: readonly WaitingTask[];
  /** The id of this message. */
  id: number;
  /** The time at which the message was posted, by `performance.now`. */
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * A `Checker` in a worker thread. The thread is started on demand. It is stopped when a task takes too much time or memory, and
 * after a minute without a task. All servers share one thread, which runs one task at a time, or several that are expected to take a
 * fraction of a millisecond each. If such tasks have to be stopped, each of them runs again alone. So a server with endless tasks
 * delays the others by one task at a time.
 */
export class WorkerChecker implements Checker {
  readonly #file: string | URL;
  readonly #queue = new TaskQueue();
  readonly #schemas = new PreparedSchemas();
  /** The digests of stopped tasks, which are not run again. */
  readonly #stoppedTasks = new LruCache<true>(200);
  #running: RunningWorker | undefined;
  /** True while a thread is terminating and still holds its memory. No other thread is started meanwhile. */
  #isTerminating = false;
  #isDisposed = false;

  /** `file`: the entry point of the worker, `worker.ts` or its bundle. */
  constructor(file: string | URL) {
    this.#file = file;
  }

  prepare(): void {
    if (!this.#running && !this.#isTerminating && !this.#isDisposed) {
      this.#start();
      this.#stopWhenIdle();
    }
  }

  async testPatterns(owner: string, tests: readonly PatternTask[]): Promise<readonly PatternVerdict[]> {
    if (tests.length === 0) {
      return [];
    }
    const result = await this.#enqueue({ kind: 'patterns', owner, tests });
    return isVerdicts(result) ? result : tests.map(() => 'tooSlow' as const);
  }

  async check(owner: string, schema: unknown, value: unknown, formats?: 'asserted'): Promise<ValidationResult> {
    const prepared = this.#schemas.prepare(schema);
    if ('why' in prepared) {
      return { kind: 'unchecked', ...prepared };
    }
    const isSmall = exceededBound(value, smallValue) === undefined;
    const work = { kind: 'check', owner, schema: prepared.text, value, formats } as const;
    const result = await this.#enqueue(work, isSmall ? prepared : undefined);
    return isVerdicts(result) ? { kind: 'unchecked', why: 'unavailable' } : result;
  }

  /** Stops the worker. Tasks that are not finished resolve as unchecked. */
  dispose(): void {
    this.#isDisposed = true;
    const tasks = this.#running?.tasks ?? [];
    this.#stop();
    for (const unfinished of [...tasks, ...this.#queue.takeAll()]) {
      unfinished.done(unavailable('the host is ending'));
    }
  }

  #enqueue(work: WaitingTask['work'], schema?: WaitingTask['schema']): Promise<TaskResult> {
    if (this.#isDisposed || this.#queue.isFull(work.owner)) {
      return Promise.resolve(unavailable('too much is waiting to be checked'));
    }
    if (this.#stoppedTasks.size > 0 && this.#stoppedTasks.get(digestOf([work]))) {
      return Promise.resolve(tooCostly);
    }
    return new Promise((done) => {
      this.#queue.add({ work, schema, done });
      this.#runNext();
    });
  }

  #runNext(): void {
    if (this.#isTerminating || (this.#running && this.#running.tasks.length > 0)) {
      return;
    }
    const tasks = this.#queue.take();
    if (tasks.length === 0) {
      this.#stopWhenIdle();
      return;
    }
    try {
      const running = this.#running ?? this.#start();
      clearTimeout(running.timer);
      running.tasks = tasks;
      running.id += 1;
      running.startedAt = performance.now();
      running.worker.postMessage({ id: running.id, tasks: tasks.map(({ work }) => work) } satisfies WorkerRequest);
      this.#limitTime(running, tasks);
    } catch (error) {
      this.#stop();
      this.#fail(tasks, unavailable(error instanceof Error ? error.message : 'no thread could be started'));
    }
  }

  #start(): RunningWorker {
    const worker = new Worker(this.#file, { resourceLimits, env: {}, execArgv: [], stdout: true, stderr: true });
    const running: RunningWorker = { worker, tasks: [], id: 0, startedAt: 0, timer: undefined };
    this.#running = running;
    worker.on('message', (reply: WorkerReply) => this.#receive(running, reply));
    worker.on('error', (error: unknown) => this.#onEnded(running, error));
    worker.on('exit', () => this.#onEnded(running, undefined));
    // The worker does not keep the process alive.
    worker.unref();
    return running;
  }

  #receive(running: RunningWorker, { id, results }: WorkerReply): void {
    const { tasks } = running;
    if (this.#running !== running || running.id !== id || tasks.length === 0) {
      return;
    }
    const ms = performance.now() - running.startedAt;
    for (const { schema } of tasks) {
      if (schema) {
        schema.isQuick ||= ms < quickMs;
      }
    }
    this.#finish(running, tasks, results);
  }

  #finish(running: RunningWorker, tasks: readonly WaitingTask[], results: readonly TaskResult[]): void {
    running.tasks = [];
    clearTimeout(running.timer);
    this.#queue.addTime(tasks, performance.now() - running.startedAt);
    for (const [index, task] of tasks.entries()) {
      task.done(results[index] ?? unavailable('its thread did not reply'));
    }
    this.#runNext();
  }

  /** Ends a task with this result. Several tasks run again, each alone, because one of them may be the cause of the others' failure. */
  #fail(tasks: readonly WaitingTask[], result: Unchecked): void {
    if (tasks.length > 1) {
      this.#queue.putBack(tasks);
    } else {
      tasks[0]?.done(result);
    }
    this.#runNext();
  }

  /** Stops the tasks after the time limit of one. Extends the limit if the process got too little CPU time since they began. */
  #limitTime(
    running: RunningWorker,
    tasks: readonly WaitingTask[],
    startUsage = process.cpuUsage(),
    extensions = 0,
  ): void {
    const limitMs = tasks.some(({ work }) => work.kind === 'patterns') ? maxTaskMs.patterns : maxTaskMs.check;
    running.timer = setTimeout(() => {
      const { user, system } = process.cpuUsage(startUsage);
      const isStarved = (user + system) / 1000 < limitMs * minCpuShare;
      if (isStarved && extensions < maxExtensions) {
        this.#limitTime(running, tasks, startUsage, extensions + 1);
      } else {
        this.#stopTasks(running, tasks);
      }
    }, limitMs);
  }

  /** Stops the thread, because its task takes too much time or memory. */
  #stopTasks(running: RunningWorker, tasks: readonly WaitingTask[]): void {
    const [task] = tasks;
    if (task && tasks.length === 1) {
      this.#stoppedTasks.set(digestOf([task.work]), true);
    }
    this.#stop();
    this.#queue.addTime(tasks, performance.now() - running.startedAt);
    this.#fail(tasks, tooCostly);
  }

  /** The thread has ended: it ran out of memory, or it could not be started. */
  #onEnded(running: RunningWorker, error: unknown): void {
    const { tasks } = running;
    if (this.#running !== running) {
      return;
    }
    if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') {
      this.#stopTasks(running, tasks);
      return;
    }
    this.#stop();
    this.#fail(tasks, unavailable(error instanceof Error ? error.message : 'its thread ended'));
  }

  #stop(): void {
    const running = this.#running;
    this.#running = undefined;
    if (running) {
      clearTimeout(running.timer);
      const onTerminated = () => {
        this.#isTerminating = false;
        this.#runNext();
      };
      this.#isTerminating = true;
      running.worker.terminate().then(onTerminated, onTerminated);
    }
  }

  /** Stops the worker after a minute without a task. */
  #stopWhenIdle(): void {
    const running = this.#running;
    if (running && running.tasks.length === 0) {
      clearTimeout(running.timer);
      running.timer = setTimeout(() => this.#stop(), maxIdleMs);
      running.timer.unref();
    }
  }
}

const tooCostly: Unchecked = { kind: 'unchecked', why: 'tooCostly' };

function unavailable(detail: string): Unchecked {
  return { kind: 'unchecked', why: 'unavailable', detail };
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function isVerdicts(result: TaskResult): result is readonly PatternVerdict[] {
  return Array.isArray(result);
}
