// Does in the extension host what the bench asks for over HTTP, at the port that the file `port` beside it says.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { Bare } from './bare.ts';
import { Reference } from './reference.ts';

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');

const bare = new Bare();
const reference = new Reference();

const acts: Readonly<Record<string, (...args: never[]) => unknown>> = {
  async command(id: string, ...args: unknown[]) {
    const at = Date.now();
    await vscode.commands.executeCommand(id, ...args);
    return at;
  },
  async setting(section: string, key: string, value: unknown) {
    await vscode.workspace.getConfiguration(section).update(key, value, vscode.ConfigurationTarget.Global);
  },
  bareServers: (count: number) => bare.list(count),
  bareStart: (command: string, args: string[]) => bare.start(command, args),
  bareStop: () => bare.stop(),
  referenceOpen: () => reference.open(),
  referenceOpenEmpty: () => reference.openEmpty(),
  referenceShow: () => reference.show(),
  /** Bytes of heap and of buffers that are held. */
  async held() {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 5; round += 1) {
      gc();
      await delay(50);
      const { heapUsed, external } = process.memoryUsage();
      least = Math.min(least, heapUsed + external);
    }
    return least;
  },
  /** What keeps the extension host's event loop going, by kind, and the processes that it has started. */
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
