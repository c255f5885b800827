import { randomUUID } from 'node:crypto';
import {
  inputRequired,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
} from '@modelcontextprotocol/server';
import { onlyText } from './content.ts';

interface TaskEnd {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly result?: object;
  readonly error?: object;
}

interface Task {
  readonly id: string;
  readonly createdAt: string;
  /** Keyed by ids of the server's; those without a response. */
  readonly inputRequests: Map<string, object>;
  readonly end: TaskEnd;
  ended: boolean;
  cancelled: boolean;
}

interface TaskParams {
  readonly name?: string;
  readonly arguments?: { readonly seconds?: number; readonly label?: string; readonly filename?: string };
  readonly taskId?: string;
  readonly inputResponses?: Readonly<Record<string, { readonly content?: { readonly name?: string } }>>;
}

const ttlMs = 600_000;
/** How long a task works that asks for nothing and names no time. */
const workMs = 50;

/** The calls that became tasks: the extension `io.modelcontextprotocol/tasks` of 2026-07-28 (SEP-2663). */
export class Tasks {
  readonly #tasks = new Map<string, Task>();

  /**
   * Answers a request of a client that declares the extension; nothing if the request has nothing to do with tasks.
   * @throws ProtocolError
   */
  answer({ method, params = {} }: JSONRPCRequest): Result | undefined {
    const { taskId = '', inputResponses } = params as TaskParams;
    if (method === 'tools/call') return this.#call(params as TaskParams);
    if (!['tasks/get', 'tasks/update', 'tasks/cancel'].includes(method)) return undefined;
    const task = this.#tasks.get(taskId);
    if (!task) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${taskId}.`);
    if (method === 'tasks/get') return detailsOf(task);
    if (method === 'tasks/cancel') task.cancelled = !task.ended;
    for (const key of Object.keys(inputResponses ?? {})) task.inputRequests.delete(key);
    if (task.inputRequests.size === 0 && method === 'tasks/update') task.ended = true;
    return { resultType: 'complete' };
  }

  #call({ name, arguments: { seconds = 0, label, filename } = {}, inputResponses }: TaskParams): Result | undefined {
    const completed = (result: object): TaskEnd => ({ status: 'completed', result });
    const user = inputResponses?.['user_name']?.content?.name;
    switch (name) {
      case 'slow_compute':
        return this.#create(completed(onlyText(`Computed ${label}.`)), seconds * 1000);
      case 'failing_job':
        return this.#create(completed({ ...onlyText('The job failed.'), isError: true }), workMs);
      case 'protocol_error_job':
        return this.#create({ status: 'failed', error: { code: -32603, message: 'The job crashed.' } }, workMs);
      case 'confirm_delete':
        return this.#create(completed(onlyText(`Deleted ${filename}.`)), undefined, [`Delete ${filename}?`]);
      case 'multi_input':
        return this.#create(completed(onlyText('Both were answered.')), undefined, ['The first?', 'The second?']);
      case 'test_tool_with_task':
        return user === undefined ? undefined : this.#create(completed(onlyText(`Hello, ${user}!`)), workMs);
      default:
        return undefined;
    }
  }

  /** @param ms how long it works; not given: until `questions` have responses */
  #create(end: TaskEnd, ms: number | undefined, questions: readonly string[] = []): Result {
    const task: Task = {
      id: randomUUID(),
      createdAt: new Date().toISOString(),
      inputRequests: new Map(questions.map((question) => [randomUUID(), confirmation(question)])),
      ...{ end, ended: false, cancelled: false },
    };
    this.#tasks.set(task.id, task);
    if (ms !== undefined) {
      const finish = () => {
        task.ended = !task.cancelled;
      };
      setTimeout(finish, ms).unref();
    }
    return { ...taskOf(task), status: 'working', resultType: 'task' };
  }
}

function confirmation(message: string): object {
  const properties = { confirm: { type: 'boolean' as const } };
  return inputRequired.elicit({ message, requestedSchema: { type: 'object', properties } });
}

function taskOf({ id, createdAt }: Task) {
  return { taskId: id, createdAt, lastUpdatedAt: createdAt, ttlMs, pollIntervalMs: 100 };
}

function detailsOf(task: Task): Result {
  const { inputRequests, end, ended, cancelled } = task;
  const waiting = inputRequests.size > 0 && {
    status: 'input_required',
    inputRequests: Object.fromEntries(inputRequests),
  };
  const state = cancelled ? { status: 'cancelled' } : ended ? end : waiting || { status: 'working' };
  return { ...taskOf(task), ...state, resultType: 'complete' };
}
