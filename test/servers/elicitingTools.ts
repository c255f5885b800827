/**
 * A server whose tools, except `note`, take no arguments and send elicitations in ways that are hard for a host. It appends a line for each
 * reply to the file HEARD_FILE: `TOOL ACTION [CONTENT]` or `TOOL cancelled`. The file HEARD_FILE.pid has its process id,
 * HEARD_FILE.declared the capabilities of the client.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type ElicitRequestFormParams, UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const forever = { timeout: 2_147_483_647 };
const replyFile = process.env['HEARD_FILE'];
const goFile = process.env['GO_FILE'] ?? '';
/** A URL with an unusual encoding, which the host must not change. */
const pageUrl = 'https://sign-in.example/in?to=a%2Bb&list=[1]&q=%c3%a9';
const server = new McpServer({ name: 'asker', title: 'The Asker', version: '1.0.0' });

function appendReply(line: string): void {
  if (replyFile) {
    appendFileSync(replyFile, `${line}\n`);
  }
}

async function appears(file: string): Promise<void> {
  while (!existsSync(file)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type Properties = ElicitRequestFormParams['requestedSchema']['properties'];

async function ask(
  tool: string,
  title: string,
  signal?: AbortSignal,
  properties: Properties = { answer: { type: 'string', title } },
): Promise<string> {
  try {
    const { action, content } = await server.server.elicitInput(
      {
        message: `What is the ${title}?`,
        requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
      },
      { ...forever, signal },
    );
    const texts = [tool, action, content && JSON.stringify(content)].filter(Boolean).join(' ');
    appendReply(texts);
    return texts;
  } catch (error) {
    appendReply(`${tool} ${signal?.aborted ? 'cancelled' : String(error)}`);
    throw error;
  }
}

const text = (...lines: string[]) => ({ content: [{ type: 'text' as const, text: lines.join('\n') }] });

server.registerTool('ask', {}, async ({ signal }) => text(await ask('ask', 'password hint', signal)));

server.registerTool('ask_twice', {}, async ({ signal }) =>
  text(...(await Promise.all([ask('first', 'first name', signal), ask('second', 'second name', signal)]))),
);

server.registerTool('confirm', {}, async ({ signal }) =>
  text(await ask('confirm', 'decision', signal, { sure: { type: 'boolean', title: 'sure' } })),
);

server.registerTool('order', {}, async ({ signal }) =>
  text(
    await ask('order', 'order', signal, {
      dish: { type: 'string', title: 'dish', minLength: 3 },
      size: { type: 'string', title: 'size', enum: ['small', 'large'] },
    }),
  ),
);

/** Has an argument, and sends no elicitation. */
server.registerTool('note', { inputSchema: { words: z.string() } }, ({ words }) => {
  appendReply(`note ${words}`);
  return text(`noted ${words}`);
});

/** Sends an elicitation as soon as the file GO_FILE appears. */
server.registerTool('ask_later', {}, async ({ signal }) => {
  await appears(goFile);
  return text(await ask('ask_later', 'late answer', signal));
});

/** Returns at once, and sends an elicitation outside of the call as soon as the file GO_FILE appears. */
server.registerTool('ask_afterwards', {}, () => {
  void appears(goFile).then(() => ask('ask_afterwards', 'late answer'));
  return text('asked later');
});

/** Sends an elicitation, and ends the process with exit code 7 as soon as the file GO_FILE.crash appears. */
server.registerTool('crash', {}, async () => {
  void ask('crash', 'last words').catch(() => undefined);
  process.stderr.write('out of cheese\n');
  await appears(`${goFile}.crash`);
  process.exit(7);
});

/** Sends `times` elicitations at once. Returns the numbers of equal replies; a refusal is `CODE REASON`. */
async function askOften(tool: string, times: number): Promise<string> {
  const ends = await Promise.all(
    Array.from({ length: times }, (_, index) => {
      const requestedSchema = { type: 'object' as const, properties: {} };
      return server.server.elicitInput({ message: `Question ${index + 1}?`, requestedSchema }, forever).then(
        ({ action }) => action,
        ({ code, data }) => `${code} ${data?.reason}`,
      );
    }),
  );
  const texts = [...new Set(ends)].map((end) => `${ends.filter((other) => other === end).length} ${end}`).sort();
  appendReply(`${tool} ${texts.join(', ')}`);
  return texts.join(', ');
}

server.registerTool('flood', {}, async () => text(await askOften('flood', 14)));
/** Sends as many elicitations as the environment variable DELUGE sets. */
server.registerTool('deluge', {}, async () => text(await askOften('deluge', Number(process.env['DELUGE'] ?? 10_000))));

/** Requests to open a page, and reports the page as complete as soon as the file GO_FILE.page appears. */
server.registerTool('open_page', {}, async () => {
  const elicitationId = 'signed-in';
  const { action } = await server.server.elicitInput(
    { mode: 'url', message: 'Please sign in.', url: pageUrl, elicitationId },
    forever,
  );
  appendReply(`open_page ${action}`);
  if (action === 'accept') {
    await appears(`${goFile}.page`);
    await server.server.createElicitationCompletionNotifier(elicitationId)();
  }
  return text(`open_page ${action}`);
});

/** Requires a page to be opened (-32042) until the file GO_FILE.paid exists. */
server.registerTool('need_page', {}, () => {
  appendReply('need_page');
  if (existsSync(`${goFile}.paid`)) {
    return text('paid');
  }
  throw new UrlElicitationRequiredError([
    { mode: 'url', message: 'Please pay.', url: pageUrl, elicitationId: 'paid' },
    { mode: 'url', message: 'Please sign.', url: `${pageUrl}&step=sign`, elicitationId: 'signed' },
  ]);
});

if (replyFile) {
  writeFileSync(`${replyFile}.pid`, String(process.pid));
  server.server.oninitialized = () =>
    writeFileSync(`${replyFile}.declared`, JSON.stringify(server.server.getClientCapabilities()));
}
await server.connect(new StdioServerTransport());
