/**
 * A legacy-era stdio server without an SDK, for behaviour that an SDK prevents. It appends every message that it receives to
 * the file WIRE_FILE. Options: `--leave-on-discover`, `--exit=CODE`, `--ignore-term`, `--ask-first` (sends an elicitation and
 * never responds to `initialize`), `--ask-when-begun` (sends an elicitation with the id 0 when its session has begun),
 * `--change-always` (changes its tools whenever they are listed), `--all` (also declares prompts and resources, but does not list
 * them).
 */
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

interface Message {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
}

type Tool = (args: Record<string, unknown>, message: Message) => unknown;

const option = (name: string) => process.argv.find((arg) => arg.startsWith(name));
const exitCode = option('--exit=')?.slice('--exit='.length);
if (exitCode) {
  process.stderr.write('cannot go on\n');
  process.exit(Number(exitCode));
}
if (option('--ignore-term')) {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}

let nextId = 1000;
let extraTools: string[] = [];
const waiting = new Map<number | string, (reply: Message) => void>();

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function ask(params: unknown, id: number | string = nextId++, method = 'elicitation/create'): Promise<Message> {
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    send({ id, method, params });
  });
}

const text = (value: unknown) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});

const tools: Record<string, Tool> = {
  pid: () => text(String(process.pid)),
  ask: async ({ params }) => {
    const { result, error } = await ask(params);
    return text({ result, error });
  },
  request: async ({ method, params }) => {
    const { result, error } = await ask(params, undefined, String(method));
    return text({ result, error });
  },
  askTwiceWithOneId: async ({ params }) => {
    const reply = ask(params, 'same');
    send({ id: 'same', method: 'elicitation/create', params });
    const { result } = await reply;
    return text({ result });
  },
  askAndTakeBack: async ({ params }) => {
    const id = nextId++;
    void ask(params, id);
    setTimeout(() => {
      send({ method: 'notifications/cancelled', params: { requestId: id, reason: 'never mind' } });
    }, 50);
    await new Promise((resolve) => setTimeout(resolve, 150));
    return text('took it back');
  },
  hang: () => new Promise(() => undefined),
  crash: ({ code }) => {
    for (let line = 1; line <= 25; line += 1) {
      process.stderr.write(`line ${line}\n`);
    }
    process.stderr.write('', () => process.exit(Number(code)));
    return new Promise(() => undefined);
  },
  askAndCrash: ({ params, code }) => {
    void ask(params);
    setTimeout(() => process.exit(Number(code)), 100);
    return new Promise(() => undefined);
  },
  stopReading: () => {
    input.pause();
    process.stdin.pause();
    return text('deaf');
  },
  inTurn: ({ steps }) => inTurn(steps as Step[]),
  complete: ({ ids }) => inTurn([{ before: ids as string[] }]),
  /** Sends an elicitation, and fails with an error before the reply. */
  askAndRefuse: async ({ params }) => {
    void ask(params);
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw { code: -32000, message: 'gave up' };
  },
  environment: () => text(process.env),
  odd: () => ({ content: [{ type: 'hologram', depth: 3 }], isError: true, structuredContent: { a: 1 }, mine: 'kept' }),
  refuse: ({ message = 'Out of\u202e cheese' }) => Promise.reject({ code: -32099, message }),
  noise: () => {
    process.stdout.write('Listening on port 3000\n\n');
    return text('still here');
  },
  flood: async () => {
    for (let block = 0; block < 50; block += 1) {
      await new Promise((resolve) => process.stderr.write(`${'x'.repeat(100_000)}\n`, resolve));
    }
    return text('flooded');
  },
  progress: async (_args, { params }) => {
    const meta = params?.['_meta'] as { progressToken: unknown };
    const params2 = { progressToken: meta.progressToken, progress: 1, total: 2, message: 'half' };
    send({ method: 'notifications/progress', params: params2 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    return text('done');
  },
  /** Writes lines to standard output unchanged. */
  write: ({ lines }) => {
    process.stdout.write((lines as string[]).map((line) => `${line}\n`).join(''));
    return new Promise((resolve) => setTimeout(() => resolve(text('written')), 50));
  },
  answerLong: ({ length }) => text('x'.repeat(Number(length))),
  answerLate: async ({ ms }) => {
    await new Promise((resolve) => setTimeout(resolve, Number(ms)));
    return text('late');
  },
  answerTwice: (_args, { id }) => {
    send({ id, result: text('first') });
    return text('second');
  },
  /** Writes lines of the given length that are not messages. */
  writeNoise: async ({ length, lines }) => {
    const block = 'x'.repeat(1_000_000);
    for (let line = 0; line < Number(lines); line += 1) {
      for (let written = 0; written < Number(length); written += block.length) {
        await new Promise((resolve) => process.stdout.write(block, resolve));
      }
      process.stdout.write('\n');
    }
    return text('written');
  },
  answerNull: (_args, { id }) => {
    send({ id, result: null });
    return new Promise(() => undefined);
  },
  answerDeeply: (_args, { id }) => {
    process.stdout.write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":${'['.repeat(100_000)}${']'.repeat(100_000)}}}\n`,
    );
    return new Promise(() => undefined);
  },
  answerEndlessly: async () => {
    process.stdout.write(`${'x'.repeat(70_000_000)}\n`);
    return new Promise(() => undefined);
  },
  addTool: () => {
    extraTools = ['added'];
    for (let time = 0; time < 100; time += 1) {
      send({ method: 'notifications/tools/list_changed' });
    }
    return text('added');
  },
  say: ({ words }) => {
    process.stderr.write(`${String(words)}\n`);
    return text(words);
  },
};

interface Step {
  /** The elicitation ids that are reported complete before the response, and after it. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly error?: object;
  readonly result?: unknown;
}

let stepsTaken = 0;

/** The result, or the error, of the n-th step at the n-th call. The last step is repeated. */
function inTurn(steps: readonly Step[]): unknown {
  const { before = [], after = [], error, result } = steps[Math.min(stepsTaken, steps.length - 1)] ?? {};
  stepsTaken += 1;
  const complete = (elicitationId: string) =>
    send({ method: 'notifications/elicitation/complete', params: { elicitationId } });
  before.forEach(complete);
  setTimeout(() => after.forEach(complete), 50);
  if (error) {
    throw error;
  }
  return result ?? text(`answer ${stepsTaken}`);
}

async function respond(message: Message): Promise<void> {
  const { id, method, params } = message;
  switch (method) {
    case 'server/discover':
      if (option('--leave-on-discover')) {
        process.exit(1);
      }
      return send({ id, error: { code: -32601, message: 'Method not found' } });
    case 'initialize':
      if (option('--ask-first')) {
        return void ask({ message: 'First?', requestedSchema: { type: 'object', properties: {} } });
      }
      return send({
        id,
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: { listChanged: true }, ...(option('--all') && { prompts: {}, resources: {} }) },
          serverInfo: { name: 'handmade', title: 'Hand\u202emade', version: '1.0.0' },
        },
      });
    case 'notifications/initialized':
      if (option('--ask-when-begun')) {
        void ask({ message: `Process ${process.pid}?`, requestedSchema: { type: 'object', properties: {} } }, 0);
      }
      return;
    case 'ping':
      return send({ id, result: {} });
    case 'tools/list': {
      if (option('--change-always')) {
        send({ method: 'notifications/tools/list_changed' });
      }
      const names = [...Object.keys(tools), ...extraTools];
      const toolList = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
      // Two pages, and a cursor that never ends.
      const page = params?.['cursor'] ? toolList.slice(5) : toolList.slice(0, 5);
      return send({ id, result: { tools: page, nextCursor: 'again' } });
    }
    case 'tools/call': {
      const { name, arguments: args } = params as { name: string; arguments: Record<string, unknown> };
      try {
        return send({ id, result: await tools[name]?.(args, message) });
      } catch (error) {
        return send({ id, error });
      }
    }
    case 'prompts/get':
    case 'resources/read': {
      // The steps are in the argument, or in the URI.
      const { uri, arguments: args } = params as { uri?: string; arguments?: { steps: string } };
      try {
        return send({ id, result: inTurn(JSON.parse(args?.steps ?? String(uri).slice('steps:'.length))) });
      } catch (error) {
        return send({ id, error });
      }
    }
    default:
      return id === undefined ? undefined : send({ id, error: { code: -32601, message: 'Method not found' } });
  }
}

const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
  if (process.env['WIRE_FILE']) {
    appendFileSync(process.env['WIRE_FILE'], `${line}\n`);
  }
  const message = JSON.parse(line) as Message;
  if (message.method === undefined && message.id !== undefined) {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  } else {
    void respond(message);
  }
});
