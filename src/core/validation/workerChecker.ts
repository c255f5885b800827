import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { digestOf } from '#core/common/digest.ts';
import { LruCache } from '#core/common/lruCache.ts';
import type { PatternVerdict } from '#form/evaluate.ts';
import type { Checker, PatternTask, Unchecked, ValidationResult } from './checker.ts';
import { exceededBound, type SchemaBounds } from './schemaWalk.ts';
import type { Work, WorkerReply, WorkerTask } from './workerProtocol.ts';

/** The bounds of a schema that is passed to the worker. The schemas of real tools stay below a hundredth of them. */
const bounds: SchemaBounds = { text: 1_000_000, depth: 200, values: 50_000, expanded: 200_000 };
/** The milliseconds that the worker may take for one task. Each pattern has a lower limit. */
const maxTaskMs = { check: 2000, patterns: 4000 };
/** The share of this limit that the process must have computed before a task is stopped: other programs may use the machine. */
const minCpuShare = 0.9;
/** The number of times the limit is extended for one task if the process has computed less. */
const maxExtensions = 4;
/** The milliseconds without a task after which the worker is stopped, because it takes some 20 MB. */
const maxIdleMs = 60_000;
/** The number of waiting tasks of one server. */
const maxWaiting = 100;
/** The memory limits of the worker's V8, in MB. */
const resourceLimits = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 2, stackSizeMb: 2 };

interface WaitingTask extends WorkerTask {
  readonly done: (result: WorkerReply['result']) => void;
}

/** The worker and its current task. */
interface RunningWorker {
  readonly worker: Worker;
  task: WaitingTask | undefined;
  /** The time at which the task was posted, by `performance.now`. */
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * A `Checker` in a worker thread. The thread is started on demand. It is stopped when a task takes too much time or memory, and
 * after a minute without a task. All servers share one thread, which runs one task at a time. The next task is that of the
 * server that has used the least time recently, so a server with endless tasks delays the others by at most one task.
 */
export class WorkerChecker implements Checker {
  readonly #file: string | URL;
  readonly #waiting: WaitingTask[] = [];
  /** The milliseconds that the tasks of each server have taken since the queue was last empty. */
  readonly #timeTaken = new Map<string, number>();
  /** The digests of stopped tasks, which are not run again. */
  readonly #stoppedTasks = new LruCache<true>(200);
  #running: RunningWorker | undefined;
  /** True while a thread is terminating and still holds its memory. No other thread is started meanwhile. */
  #isTerminating = false;
  #lastId = 0;
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
    const exceeded = exceededBound(schema, bounds);
    if (exceeded !== undefined) {
      return { kind: 'unchecked', why: 'tooCostly', detail: `the schema has too much ${exceeded}` };
    }
    const result = await this.#enqueue({ kind: 'check', owner, schema, value, formats });
    return isVerdicts(result) ? { kind: 'unchecked', why: 'unavailable' } : result;
  }

  /** Stops the worker. Tasks that are not finished resolve as unchecked. */
  dispose(): void {
    this.#isDisposed = true;
    const task = this.#running?.task;
    this.#stop();
    for (const unfinished of [...(task ? [task] : []), ...this.#waiting.splice(0)]) {
      unfinished.done(unavailable('the host is ending'));
    }
  }

  #enqueue(work: Work): Promise<WorkerReply['result']> {
    if (this.#isDisposed || this.#waiting.filter((task) => task.work.owner === work.owner).length >= maxWaiting) {
      return Promise.resolve(unavailable('too much is waiting to be checked'));
    }
    if (this.#stoppedTasks.get(digestOf([work]))) {
      return Promise.resolve(tooCostly);
    }
    return new Promise((done) => {
      this.#lastId += 1;
      this.#waiting.push({ id: this.#lastId, work, done });
      this.#runNext();
    });
  }

  #runNext(): void {
    if (this.#running?.task || this.#isTerminating) {
      return;
    }
    const task = this.#takeNext();
    if (!task) {
      this.#stopWhenIdle();
      return;
    }
    try {
      const running = this.#running ?? this.#start();
      clearTimeout(running.timer);
      running.task = task;
      running.startedAt = performance.now();
      running.worker.postMessage({ id: task.id, work: task.work } satisfies WorkerTask);
      this.#limitTime(running, task);
    } catch (error) {
      task.done(unavailable(error instanceof Error ? error.message : 'no thread could be started'));
      this.#stop();
      this.#runNext();
    }
  }

  #takeNext(): WaitingTask | undefined {
    const [first, ...others] = this.#waiting;
    if (!first) {
      this.#timeTaken.clear();
      return undefined;
    }
    const timeOf = ({ work }: WaitingTask) => this.#timeTaken.get(work.owner) ?? 0;
    const next = others.reduce((least, task) => (timeOf(task) < timeOf(least) ? task : least), first);
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  #start(): RunningWorker {
    const worker = new Worker(this.#file, { resourceLimits, env: {}, execArgv: [], stdout: true, stderr: true });
    const running: RunningWorker = { worker, task: undefined, startedAt: 0, timer: undefined };
    this.#running = running;
    worker.on('message', (reply: WorkerReply) => this.#receive(running, reply));
    worker.on('error', (error: unknown) => this.#fail(running, error));
    worker.on('exit', () => this.#fail(running, undefined));
    // The worker does not keep the process alive.
    worker.unref();
    return running;
  }

  #receive(running: RunningWorker, { id, result }: WorkerReply): void {
    const { task } = running;
    if (this.#running !== running || task?.id !== id) {
      return;
    }
    this.#finish(running, task, result);
  }

  #finish(running: RunningWorker, task: WaitingTask, result: WorkerReply['result']): void {
    const { owner } = task.work;
    running.task = undefined;
    clearTimeout(running.timer);
    this.#timeTaken.set(owner, (this.#timeTaken.get(owner) ?? 0) + performance.now() - running.startedAt);
    task.done(result);
    this.#runNext();
  }

  /** Stops the task after its time limit. Extends the limit if the process got too little CPU time since the task began. */
  #limitTime(running: RunningWorker, task: WaitingTask, startUsage = process.cpuUsage(), extensions = 0): void {
    const limitMs = maxTaskMs[task.work.kind];
    running.timer = setTimeout(() => {
      const { user, system } = process.cpuUsage(startUsage);
      const isStarved = (user + system) / 1000 < limitMs * minCpuShare;
      if (isStarved && extensions < maxExtensions) {
        this.#limitTime(running, task, startUsage, extensions + 1);
      } else {
        this.#stopTask(running, task);
      }
    }, limitMs);
  }

  /** Stops a task that takes too much time or memory. */
  #stopTask(running: RunningWorker, task: WaitingTask): void {
    this.#stoppedTasks.set(digestOf([task.work]), true);
    this.#stop();
    this.#finish(running, task, tooCostly);
  }

  /** The thread has ended: it ran out of memory, or it could not be started. */
  #fail(running: RunningWorker, error: unknown): void {
    const { task } = running;
    if (this.#running !== running) {
      return;
    }
    if (task && codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') {
      this.#stopTask(running, task);
      return;
    }
    this.#stop();
    if (task) {
      this.#finish(running, task, unavailable(error instanceof Error ? error.message : 'its thread ended'));
    }
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
    if (running && !running.task) {
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

function isVerdicts(result: WorkerReply['result']): result is readonly PatternVerdict[] {
  return Array.isArray(result);
}
