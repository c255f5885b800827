// Runs, in the extension host, the acts that the bench requests over HTTP. The port is in the file `port` in this extension's
// folder.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { BareView } from './bare.ts';
import { ReferencePanel } from './reference.ts';

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');

const bare = new BareView();
const reference = new ReferencePanel();

/** The calls of tools that have begun: how they ended, or `undefined`. */
const calls: ({ readonly text: string } | { readonly error: string } | undefined)[] = [];

/** The memory of this process after several collections, in which heap and buffers were smallest. */
async function leastMemory(): Promise<NodeJS.MemoryUsage> {
  let least = process.memoryUsage();
  for (let round = 0; round < 5; round += 1) {
    gc();
    await delay(50);
    const now = process.memoryUsage();
    if (now.heapUsed + now.external < least.heapUsed + least.external) least = now;
  }
  return least;
}

function findTool(name: string): vscode.LanguageModelToolInformation {
  const tool = vscode.lm.tools.find((each) => each.name.endsWith(name));
  if (!tool) throw new Error(`No tool is called ${name}: ${vscode.lm.tools.map((each) => each.name).join(', ')}`);
  return tool;
}

const acts: Readonly<Record<string, (...args: never[]) => unknown>> = {
  async command(id: string, ...args: unknown[]) {
    const at = Date.now();
    await vscode.commands.executeCommand(id, ...args);
    return at;
  },
  /** Runs a command once for each argument, all at the same time. @returns when the last one has ended, in milliseconds since the epoch */
  async commands(id: string, args: unknown[]) {
    await Promise.all(args.map((arg) => vscode.commands.executeCommand(id, arg)));
    return Date.now();
  },
  /** When this process has started, in milliseconds since the epoch. */
  startedAt: () => performance.timeOrigin,
  /** Begins a call of a tool by the editor's own MCP host, which has the user confirm it first. */
  invokeTool(toolName: string, input: object) {
    const { name } = findTool(toolName);
    vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }).then(undefined, () => undefined);
  },
  toolNames: () => vscode.lm.tools.map(({ name }) => name),
  /** Begins a call as `invokeTool` does. @returns its number for `outcome`, because a call may last longer than an HTTP request */
  beginCall(toolName: string, input: object) {
    const number = calls.push(undefined) - 1;
    vscode.lm.invokeTool(findTool(toolName).name, { input, toolInvocationToken: undefined }).then(
      ({ content }) => {
        const texts = content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''));
        calls[number] = { text: texts.join('\n') };
      },
      (error) => {
        calls[number] = { error: String(error) };
      },
    );
    return number;
  },
  /** How a call has ended; nothing while it runs. */
  outcome: (number: number) => calls[number],
  async setting(section: string, key: string, value: unknown) {
    await vscode.workspace.getConfiguration(section).update(key, value, vscode.ConfigurationTarget.Global);
  },
  bareServers: (count: number) => bare.list(count),
  bareStart: (command: string, args: string[]) => bare.start(command, args),
  bareStop: () => bare.stop(),
  referenceOpen: () => reference.open(),
  referenceOpenEmpty: () => reference.openEmpty(),
  referenceShow: () => reference.show(),
  /** The used memory of heap and buffers, in bytes. */
  async held() {
    const { heapUsed, external } = await leastMemory();
    return heapUsed + external;
  },
  leastMemory,
  /** The resources that keep the extension host's event loop alive, by kind, and its child processes. */
  open() {
    const kinds: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) {
      kinds[kind] = (kinds[kind] ?? 0) + 1;
    }
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
    return { kinds, children: children.map(Number) };
  },
};

export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(bare.show());
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', async () => {
      const { act, args } = JSON.parse(body) as { act: string; args: never[] };
      try {
        response.end(JSON.stringify({ value: await acts[act]?.(...args) }));
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
  });
  server.listen(Number(readFileSync(join(__dirname, 'port'), 'utf8')), '127.0.0.1');
  context.subscriptions.push({ dispose: () => server.close() });
}
