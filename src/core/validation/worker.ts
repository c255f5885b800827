// The program of the worker thread in which values are checked and patterns of servers run: `dist/validator.cjs`.
import { parentPort } from 'node:worker_threads';
import { Engine } from './engine.ts';
import type { WorkerReply, WorkerTask } from './workerProtocol.ts';

const engine = new Engine();

parentPort?.on('message', ({ id, work }: WorkerTask) => {
  const result =
    work.kind === 'patterns'
      ? engine.testPatterns(work.owner, work.tests)
      : engine.check(work.owner, work.schema, work.value, work.formats);
  parentPort?.postMessage({ id, result } satisfies WorkerReply);
});
