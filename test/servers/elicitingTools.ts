/**
 * A server whose tools take no arguments and elicit in ways that are hard for a host. The replies are appended to the
 * file named by HEARD_FILE, a line each: `TOOL ACTION [CONTENT]`, `TOOL cancelled`. Beside it, with `.pid` added to
 * the name, stands its process id.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';

const forever = { timeout: 2_147_483_647 };
const heardFile = process.env['HEARD_FILE'];
const goFile = process.env['GO_FILE'] ?? '';
/** Encoded as only some would write it: it has to be opened as it stands. */
const pageUrl = 'https://sign-in.example/in?to=a%2Bb&list=[1]&q=%c3%a9';
const server = new McpServer({ name: 'asker', title: 'The Asker', version: '1.0.0' });

function hear(line: string): void {
  if (heardFile) {
    appendFileSync(heardFile, `${line}\n`);
  }
}

async function appears(file: string): Promise<void> {
  while (!existsSync(file)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ask(tool: string, title: string, signal?: AbortSignal): Promise<string> {
  try {
    const { action, content } = await server.server.elicitInput(
      {
        message: `What is the ${title}?`,
        requestedSchema: { type: 'object', properties: { answer: { type: 'string', title } }, required: ['answer'] },
      },
      { ...forever, signal },
    );
    const said = [tool, action, content && JSON.stringify(content)].filter(Boolean).join(' ');
    hear(said);
    return said;
  } catch (error) {
    hear(`${tool} ${signal?.aborted ? 'cancelled' : String(error)}`);
    throw error;
  }
}

const text = (...lines: string[]) => ({ content: [{ type: 'text' as const, text: lines.join('\n') }] });

server.registerTool('ask', {}, async ({ signal }) => text(await ask('ask', 'password hint', signal)));

server.registerTool('ask_twice', {}, async ({ signal }) =>
  text(...(await Promise.all([ask('first', 'first name', signal), ask('second', 'second name', signal)]))),
);

/** Asks as soon as the file named by GO_FILE appears. */
server.registerTool('ask_later', {}, async ({ signal }) => {
  await appears(goFile);
  return text(await ask('ask_later', 'late answer', signal));
});

/** The same, but is done before: the question is of no call. */
server.registerTool('ask_afterwards', {}, () => {
  void appears(goFile).then(() => ask('ask_afterwards', 'late answer'));
  return text('asked later');
});

/** Asks, and ends with exit code 7 as soon as the file named by GO_FILE with `.crash` added appears. */
server.registerTool('crash', {}, async () => {
  void ask('crash', 'last words').catch(() => undefined);
  process.stderr.write('out of cheese\n');
  await appears(`${goFile}.crash`);
  process.exit(7);
});

/** Asks so often at once; says how often each way it ended, `CODE REASON` where it was refused. */
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
  const said = [...new Set(ends)].map((end) => `${ends.filter((other) => other === end).length} ${end}`).sort();
  hear(`${tool} ${said.join(', ')}`);
  return said.join(', ');
}

server.registerTool('flood', {}, async () => text(await askOften('flood', 14)));
/** As often as the variable DELUGE says. */
server.registerTool('deluge', {}, async () => text(await askOften('deluge', Number(process.env['DELUGE'] ?? 10_000))));

/** Wants a page opened, and says that it is done as soon as the file named by GO_FILE with `.page` added appears. */
server.registerTool('open_page', {}, async () => {
  const elicitationId = 'signed-in';
  const { action } = await server.server.elicitInput(
    { mode: 'url', message: 'Please sign in.', url: pageUrl, elicitationId },
    forever,
  );
  hear(`open_page ${action}`);
  if (action === 'accept') {
    await appears(`${goFile}.page`);
    await server.server.createElicitationCompletionNotifier(elicitationId)();
  }
  return text(`open_page ${action}`);
});

/** Works only when the file named by GO_FILE with `.paid` added is there; until then a page has to be opened first. */
server.registerTool('need_page', {}, () => {
  hear('need_page');
  if (existsSync(`${goFile}.paid`)) {
    return text('paid');
  }
  throw new UrlElicitationRequiredError([
    { mode: 'url', message: 'Please pay.', url: pageUrl, elicitationId: 'paid' },
    { mode: 'url', message: 'Please sign.', url: `${pageUrl}&step=sign`, elicitationId: 'signed' },
  ]);
});

if (heardFile) {
  writeFileSync(`${heardFile}.pid`, String(process.pid));
}
await server.connect(new StdioServerTransport());
