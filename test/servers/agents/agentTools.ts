/**
 * A server for agents, on SDK 1.x. It appends one line of JSON to the file RECORD (its only argument) for each thing that
 * happens: `started` (the capabilities of the client), `call`, `asked`, `reply`, `refused`, `cancelled`, `result`, `ended`. The file is an argument,
 * because some agents start servers without their environment. It asks also where no capability is declared, so that a
 * client's own reply is seen.
 */
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { ElicitResultSchema, type ServerNotification, type ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const recordFile = process.argv[2] ?? '/dev/null';
const forever = 2_147_483_647;
let calls = 0;

function record(event: string, fields: object): void {
  appendFileSync(recordFile, `${JSON.stringify({ at: Date.now(), event, ...fields })}\n`);
}

const server = new McpServer({ name: 'agent-tools', title: 'Agent Tools', version: '1.0.0' });
const inputSchema = { place: z.string(), count: z.number() };

type Args = { readonly place: string; readonly count: number };
type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Registers a tool that records its calls and their ends. Its text has the number of the call. */
function register(tool: string, run: (args: Args, extra: Extra, call: number) => Promise<string>): void {
  const description = `The tool ${tool} of a test.`;
  server.registerTool(tool, { description, inputSchema }, async (args, extra) => {
    const call = ++calls;
    record('call', { tool, call, arguments: args });
    extra.signal.addEventListener('abort', () =>
      record('cancelled', { tool, call, reason: String(extra.signal.reason) }),
    );
    const text = await run(args, extra, call);
    record('result', { tool, call, text });
    return { content: [{ type: 'text', text }] };
  });
}

/** Asks, and returns the action with the content; an error's code and message if the request is refused. */
async function ask(call: number, signal: AbortSignal, params: Readonly<Record<string, unknown>>): Promise<string> {
  const started = performance.now();
  const ms = () => Math.round((performance.now() - started) * 10) / 10;
  record('asked', { call });
  try {
    const { action, content } = await server.server.request(
      { method: 'elicitation/create', params },
      ElicitResultSchema,
      { timeout: forever, signal, onprogress: () => undefined },
    );
    record('reply', { call, action, content, ms: ms() });
    return `${action}${content ? ` ${JSON.stringify(content)}` : ''}`;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    record('refused', { call, code, message, ms: ms() });
    return `refused ${code}`;
  }
}

register('plain', async ({ place, count }, _extra, call) => `plain call ${call}: ${place} ${count}`);

/** Both take `count` seconds. `slow` reports its progress each second, if the client wants it; `silent` sends nothing. */
for (const tool of ['slow', 'silent']) {
  register(tool, async ({ count }, { signal, _meta, sendNotification }, call) => {
    const progressToken = tool === 'slow' ? _meta?.progressToken : undefined;
    for (let second = 1; second <= count && !signal.aborted; second += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      if (progressToken !== undefined) {
        const params = { progressToken, progress: second, total: count };
        await sendNotification({ method: 'notifications/progress', params });
      }
    }
    return `${tool} call ${call}`;
  });
}

register('ask_form', async ({ place }, { signal }, call) => {
  const requestedSchema = {
    type: 'object',
    properties: { answer: { type: 'string', title: 'Answer' } },
    required: ['answer'],
  };
  return `form call ${call}: ${await ask(call, signal, { message: `What about ${place}?`, requestedSchema })}`;
});

register('ask_url', async ({ place }, { signal }, call) => {
  const params = {
    mode: 'url',
    message: `Please look at ${place}.`,
    url: `http://127.0.0.1:9/page?place=${encodeURIComponent(place)}`,
    elicitationId: `page-${call}`,
  };
  const text = await ask(call, signal, params);
  if (text.startsWith('accept')) await server.server.createElicitationCompletionNotifier(params.elicitationId)();
  return `page call ${call}: ${text}`;
});

server.server.oninitialized = () => {
  const { server: connected } = server;
  record('started', { client: connected.getClientVersion(), capabilities: connected.getClientCapabilities() });
};
// The transport does not notice the end of the input.
process.stdin.on('end', () => {
  record('ended', {});
  process.exit();
});
await server.connect(new StdioServerTransport());
