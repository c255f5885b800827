import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { sha256 } from '#core/common/digest.ts';
import { LruCache } from '#core/common/lruCache.ts';
import type { PatternVerdict } from '#form/evaluate.ts';
import type { Checker, PatternTask, Unchecked, ValidationResult } from './checker.ts';
import { exceededBound, type SchemaBounds } from './schemaWalk.ts';
import type { Work, WorkerReply, WorkerTask } from './workerProtocol.ts';

/** Bounds of a schema that is passed to the worker. The schemas of real tools have less than a hundredth of them. */
const bounds: SchemaBounds = { text: 1_000_000, depth: 200, values: 50_000, expanded: 200_000 };
/** Milliseconds that the worker may take for one task. Patterns have their own limits inside it. */
const longestTask = { check: 2000, patterns: 4000 };
/** How often a task gets that time again if the process got too little CPU time on a busy machine. */
const maxExtensions = 4;
/** Milliseconds without a task after which the worker is stopped: it takes some 20 MB. */
const longestIdle = 60_000;
/** Waiting tasks of one server. */
const maxWaiting = 100;
/** V8's own bounds of the worker, in MB. */
const resourceLimits = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 2, stackSizeMb: 2 };

interface WaitingTask extends WorkerTask {
  readonly done: (result: WorkerReply['result']) => void;
}

/** The worker and its current task. */
interface RunningWorker {
  readonly worker: Worker;
  task: WaitingTask | undefined;
  /** When the task was posted, by `performance.now`. */
  began: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * A `Checker` in a worker thread. The thread is started on demand, and stopped when a task takes too much time or memory or
 * after a minute without a task; the next task starts another. All servers share one thread, which runs one task at a time.
 * The next task is of the server that has used the least time recently, so that a server with endless tasks delays others by
 * at most one of them.
 */
export class WorkerChecker implements Checker {
  readonly #file: string | URL;
  readonly #waiting: WaitingTask[] = [];
  /** Milliseconds that tasks have taken since the queue was last empty, by server. */
  readonly #timeTaken = new Map<string, number>();
  /** Digests of tasks that were stopped. They are not run again. */
  readonly #stoppedTasks = new LruCache<true>(200);
  #running: RunningWorker | undefined;
  /** A thread is terminating and still holds its memory: no other one is started meanwhile. */
  #isTerminating = false;
  #lastId = 0;
  #disposed = false;

  /** `file`: the entry of the worker, `worker.ts` or its bundle. */
  constructor(file: string | URL) {
    this.#file = file;
  }

  prepare(): void {
    if (!this.#running && !this.#isTerminating && !this.#disposed) {
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

  /** Stops the worker. Waiting tasks resolve as unchecked. */
  dispose(): void {
    this.#disposed = true;
    const task = this.#running?.task;
    this.#stop();
    for (const left of [...(task ? [task] : []), ...this.#waiting.splice(0)]) {
      left.done(unavailable('the host is ending'));
    }
  }

  #enqueue(work: Work): Promise<WorkerReply['result']> {
    if (this.#disposed || this.#waiting.filter((task) => task.work.owner === work.owner).length >= maxWaiting) {
      return Promise.resolve(unavailable('too much is waiting to be checked'));
    }
    if (this.#stoppedTasks.get(digestOf(work))) {
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
      running.began = performance.now();
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
    const takenBy = ({ work }: WaitingTask) => this.#timeTaken.get(work.owner) ?? 0;
    const next = others.reduce((least, task) => (takenBy(task) < takenBy(least) ? task : least), first);
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  #start(): RunningWorker {
    const worker = new Worker(this.#file, { resourceLimits, env: {}, execArgv: [], stdout: true, stderr: true });
    const running: RunningWorker = { worker, task: undefined, began: 0, timer: undefined };
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
    this.#timeTaken.set(owner, (this.#timeTaken.get(owner) ?? 0) + performance.now() - running.began);
    task.done(result);
    this.#runNext();
  }

  /** Stops the task after its time limit, which is extended if the process got little CPU time meanwhile. */
  #limitTime(running: RunningWorker, task: WaitingTask, extensions = 0): void {
    const limit = longestTask[task.work.kind];
    const before = process.cpuUsage();
    running.timer = setTimeout(() => {
      const { user, system } = process.cpuUsage(before);
      const wasStarved = (user + system) / 1000 < limit / 2;
      if (wasStarved && extensions < maxExtensions) {
        this.#limitTime(running, task, extensions + 1);
      } else {
        this.#stopTask(running, task);
      }
    }, limit);
  }

  /** Stops a task that takes too much time or memory. */
  #stopTask(running: RunningWorker, task: WaitingTask): void {
    this.#stoppedTasks.set(digestOf(task.work), true);
    this.#stop();
    this.#finish(running, task, tooCostly);
  }

  /** The thread has failed: it ran out of memory or did not start. */
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
      const gone = () => {
        this.#isTerminating = false;
        this.#runNext();
      };
      this.#isTerminating = true;
      running.worker.terminate().then(gone, gone);
    }
  }

  /** Stops the worker after a minute without a task. */
  #stopWhenIdle(): void {
    const running = this.#running;
    if (running && !running.task) {
      clearTimeout(running.timer);
      running.timer = setTimeout(() => this.#stop(), longestIdle);
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

function digestOf(work: Work): string {
  return sha256(JSON.stringify(work) ?? '');
}

function isVerdicts(result: WorkerReply['result']): result is readonly PatternVerdict[] {
  return Array.isArray(result);
}
