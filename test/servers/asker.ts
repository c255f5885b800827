/**
 * A server whose tools take no arguments and ask in the ways that trouble a host. What it hears is appended to the
 * file named by HEARD_FILE, a line each: `TOOL ACTION [CONTENT]`, `TOOL cancelled`. Beside it, with `.pid` added to
 * the name, stands its process id.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const forever = { timeout: 2_147_483_647 };
const heardFile = process.env['HEARD_FILE'];
const goFile = process.env['GO_FILE'] ?? '';
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

/** Asks, and ends with exit code 7 as soon as the file named by GO_FILE with `.crash` added appears. */
server.registerTool('crash', {}, async () => {
  void ask('crash', 'last words').catch(() => undefined);
  process.stderr.write('out of cheese\n');
  await appears(`${goFile}.crash`);
  process.exit(7);
});

if (heardFile) {
  writeFileSync(`${heardFile}.pid`, String(process.pid));
}
await server.connect(new StdioServerTransport());
