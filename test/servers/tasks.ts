/**
 * A server without an SDK whose tools run as tasks. A tool's arguments are a script with the messages of the task.
 * `--modern`: revision 2026-07-28 with the tasks extension, otherwise 2025-11-25; `--undeclared`: without the capability for
 * tasks. Uses stdio and appends every message to the file WIRE_FILE; or, modern only, Streamable HTTP at PORT, where it
 * requires the headers that route a task's requests.
 */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { createInterface } from 'node:readline';

type Fields = Record<string, unknown>;

interface Message {
  id?: number | string;
  method?: string;
  params?: Fields;
}

/** The messages of the server. Missing fields of a task have default values. */
interface Script {
  /** The task that `tools/call` returns. */
  created?: Fields;
  /** The result that `tools/call` returns in place of a task. */
  plain?: Fields;
  /** The `inputRequests` of a round before the task is created. */
  before?: Fields;
  /** The time until the task is created. In milliseconds. */
  slow?: number;
  /**
   * The results of `tasks/get`, in sequence; the last one is repeated. A result that requires input is repeated until the
   * input was sent, unless it has `moveOn`. A result with `silent` is not sent.
   */
  states?: Fields[];
  /** The parameters of the `notifications/tasks/status` that is sent right before each state. */
  notify?: Fields;
  /** The progress of the call, sent with the call's token right before each state. */
  progress?: Fields;
  /** The elicitation that is sent before the result of `tasks/result`. */
  question?: Fields;
  /** The method that is used in place of `elicitation/create`. */
  asks?: string;
  /**
   * How `tasks/update` fails. `late`: refused, because the task has continued; `wanted`: refused, although input is still
   * required; `silent`: no response.
   */
  refuses?: 'late' | 'wanted' | 'silent';
  result?: Fields;
  error?: { code: number; message: string; data?: unknown };
}

const port = process.env['PORT'];
const modern = process.argv.includes('--modern');
const usual = { taskId: 'task-1', status: 'working', createdAt: '2026-01-01T00:00:00Z', ttl: null, pollInterval: 10 };
const notFound = { code: -32602, message: 'Failed to retrieve task: Task not found' };
const waiting = new Map<unknown, (reply: object) => void>();
const runs = new Map<unknown, { script: Script; states: Fields[]; answered: Set<string>; token: unknown }>();
let nextId = 1000;

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function stateOf(taskId: unknown): Fields {
  const run = runs.get(taskId);
  const [state, ...later] = run?.states ?? [];
  const keys = Object.keys((state?.['inputRequests'] as Fields | undefined) ?? {});
  if (run && later.length > 0 && (state?.['moveOn'] || keys.every((key) => run.answered.has(key)))) {
    run.states = later;
  }
  return { ...usual, taskId, ...state };
}

async function responseTo({ id, method, params = {} }: Message): Promise<object | undefined> {
  switch (method) {
    case 'server/discover': {
      const capabilities = { tools: {}, prompts: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
      const result = { supportedVersions: ['2026-07-28'], capabilities, ttlMs: 0, cacheScope: 'private' };
      return modern ? { result } : { error: { code: -32601, message: 'Method not found' } };
    }
    case 'initialize': {
      const declared = !process.argv.includes('--undeclared');
      const tasks = { cancel: {}, requests: { tools: { call: {} } } };
      const serverInfo = { name: 'tasks', version: '1.0.0' };
      return {
        result: { protocolVersion: '2025-11-25', capabilities: { tools: {}, ...(declared && { tasks }) }, serverInfo },
      };
    }
    case 'tools/list': {
      const properties = { place: { type: 'string', 'x-mcp-header': 'Place' } };
      const tool = (name: string, taskSupport: string) => ({
        name,
        inputSchema: { type: 'object', ...(name === 'mirrored' && { properties }) },
        ...(!modern && { execution: { taskSupport } }),
      });
      return {
        result: {
          tools: [tool('run', 'required'), tool('maybe', 'optional'), tool('mirrored', 'required')],
          ttlMs: 0,
          cacheScope: 'private',
        },
      };
    }
    case 'tools/call': {
      const script = params['arguments'] as Script;
      if (script.plain) {
        return { result: script.plain };
      }
      if (script.before && !params['inputResponses']) {
        return { result: { resultType: 'input_required', inputRequests: script.before } };
      }
      await new Promise((resolve) => setTimeout(resolve, script.slow ?? 0));
      const task = { ...usual, ...script.created };
      const token = (params['_meta'] as Fields | undefined)?.['progressToken'];
      runs.set(task.taskId, { script, states: script.states ?? [], answered: new Set(), token });
      return { result: modern ? { resultType: 'task', ...task } : { task } };
    }
    case 'prompts/get':
      return { result: { resultType: 'task', ...usual } };
    case 'tasks/get': {
      const state = stateOf(params['taskId']);
      const { script, token } = runs.get(params['taskId']) ?? {};
      if (script?.progress) {
        send({ method: 'notifications/progress', params: { progressToken: token, ...script.progress } });
      }
      const notify = script?.notify;
      if (notify) {
        send({ method: 'notifications/tasks/status', params: notify });
      }
      if (state['silent']) {
        return undefined;
      }
      return state['status'] === 'unknown' ? { error: notFound } : { result: state };
    }
    case 'tasks/result': {
      const script = runs.get(params['taskId'])?.script ?? {};
      if (script.question) {
        const asking = nextId++;
        send({ id: asking, method: script.asks ?? 'elicitation/create', params: script.question });
        const reply = await new Promise<object>((resolve) => waiting.set(asking, resolve));
        return { result: { content: [{ type: 'text', text: JSON.stringify(reply) }] } };
      }
      return script.error ? { error: script.error } : { result: script.result ?? {} };
    }
    case 'tasks/update': {
      const run = runs.get(params['taskId']);
      if (run?.script.refuses === 'silent') {
        return undefined;
      }
      if (run?.script.refuses) {
        run.states = run.script.refuses === 'late' ? run.states.slice(1) : run.states;
        return { error: { code: -32602, message: 'Not waiting for input' } };
      }
      for (const key of Object.keys(params['inputResponses'] as Fields)) {
        run?.answered.add(key);
      }
      return { result: {} };
    }
    case 'tasks/cancel':
      return { result: { ...usual, status: 'cancelled' } };
    default:
      return id === undefined ? undefined : { error: { code: -32601, message: 'Method not found' } };
  }
}

function serveStdio(): void {
  createInterface({ input: process.stdin }).on('line', async (line) => {
    appendFileSync(process.env['WIRE_FILE'] ?? '/dev/null', `${line}\n`);
    const message = JSON.parse(line) as Message & { result?: object };
    if (message.method === undefined) {
      waiting.get(message.id)?.(message.result ?? {});
      return;
    }
    const reply = await responseTo(message);
    if (reply) {
      send({ id: message.id, ...reply });
    }
  });
}

function serveHttp(): void {
  createServer(async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    let body = '';
    for await (const chunk of request) {
      body += chunk;
    }
    const message = JSON.parse(body) as Message;
    const { taskId, arguments: args } = message.params ?? {};
    const place = (args as Fields | undefined)?.['place'];
    const { 'mcp-name': name, 'mcp-param-place': mirrored } = request.headers;
    const isRouted = (taskId === undefined || name === taskId) && (place === undefined || mirrored === place);
    const reply = isRouted ? await responseTo(message) : { error: { code: -32020, message: 'Header mismatch' } };
    response.writeHead(isRouted ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...reply }));
  }).listen(Number(port));
}

if (port) {
  serveHttp();
} else {
  serveStdio();
}
