/**
 * A server whose tools request to open pages. The environment variable PAGES is a JSON object of tool -> URLs. The tool's name
 * selects the method: `open…` pushes a URL elicitation for each page and ends when the file GO_FILE.end appears; `need…` fails
 * with the error -32042 until then; `form…` has its URL in a form. The lines of the file GO_FILE are the elicitation ids
 * (`TOOL NUMBER`) of the pages that are reported complete; `…Lying` reports its pages before they are open, and unknown pages.
 * The server appends `TOOL` and `TOOL ACTION` to the file HEARD_FILE.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { UrlElicitationRequiredError } from '@modelcontextprotocol/sdk/types.js';

const { HEARD_FILE: heardFile = '', GO_FILE: goFile = '', PAGES: pages = '{}' } = process.env;
const server = new McpServer({ name: 'pages', version: '1.0.0' });
const appendLine = (line: string) => appendFileSync(heardFile, `${line}\n`);
const text = (line: string) => ({ content: [{ type: 'text' as const, text: line }] });
const complete = (id: string) => server.server.createElicitationCompletionNotifier(id)();
const soon = () => new Promise((resolve) => setTimeout(resolve, 50));

/** A form with the URL in each of its texts. */
const formWith = (url: string) => ({
  message: `Open ${url} first.`,
  requestedSchema: {
    type: 'object' as const,
    properties: {
      way: {
        type: 'string' as const,
        title: `At ${url}`,
        description: `See ${url}`,
        oneOf: [
          { const: 'page', title: url },
          { const: 'post', title: 'By post' },
        ],
      },
    },
  },
});

for (const [tool, urls] of Object.entries(JSON.parse(pages) as Record<string, string[]>)) {
  const elicitations = urls.map((url, index) => ({
    mode: 'url' as const,
    message: `Please open page ${index + 1}.`,
    url,
    elicitationId: `${tool} ${index + 1}`,
  }));
  server.registerTool(tool, {}, async ({ signal }) => {
    appendLine(tool);
    if (tool.endsWith('Lying')) {
      for (const id of [...elicitations.map(({ elicitationId }) => elicitationId), 'of nobody', 'of nobody']) {
        await complete(id);
      }
    }
    if (tool.startsWith('form')) {
      const { action } = await server.server.elicitInput(formWith(urls[0] ?? ''), { signal });
      appendLine(`${tool} ${action}`);
      return text(`${tool} ${action}`);
    }
    if (tool.startsWith('need')) {
      if (existsSync(`${goFile}.end`)) {
        return text(`${tool} is done`);
      }
      throw new UrlElicitationRequiredError(elicitations);
    }
    for (const elicitation of elicitations) {
      const { action } = await server.server.elicitInput(elicitation, { timeout: 2_147_483_647, signal });
      appendLine(`${tool} ${action}`);
      if (action !== 'accept') {
        return text(`${tool} ${action}`);
      }
    }
    while (!existsSync(`${goFile}.end`) && !signal.aborted) {
      await soon();
    }
    return text(`${tool} is done`);
  });
}

await server.connect(new StdioServerTransport());
const reported = new Set<string>();
for (;;) {
  const ids = existsSync(goFile) ? readFileSync(goFile, 'utf8').split('\n').filter(Boolean) : [];
  for (const id of ids.filter((each) => !reported.has(each))) {
    reported.add(id);
    await complete(id);
  }
  await soon();
}
