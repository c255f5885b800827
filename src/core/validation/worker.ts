// The entry point of the worker thread that checks values and runs patterns of servers. Bundled as `dist/validator.cjs`.
import { parentPort } from 'node:worker_threads';
import { ValidationEngine } from './validationEngine.ts';
import type { WorkerReply, WorkerRequest } from './workerProtocol.ts';

const engine = new ValidationEngine();

parentPort?.on('message', ({ id, tasks }: WorkerRequest) => {
  const results = tasks.map((work) =>
    work.kind === 'patterns'
      ? engine.testPatterns(work.owner, work.tests)
      : engine.check(work.owner, work.schema, work.value, work.formats),
  );
  parentPort?.postMessage({ id, results } satisfies WorkerReply);
});
