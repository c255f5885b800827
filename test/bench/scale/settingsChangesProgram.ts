// `node --expose-gc settingsChangesProgram.ts`: changes the settings 1,000 times, while servers run and are started. For each
// measurement the initial settings are restored. Settings, servers, logs and view are the extension's; `vscode` is
// `test/editorStub.ts`. Prints JSON lines `{ "changes", "bytes" of heap and buffers, "listeners", "channels", "children",
// "resources" }`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { enableOutputAndTrees, openResources, writeServersSetting } from '#test/editorStub.ts';
import { fromRoot } from '#test/root.ts';

const stub = JSON.stringify(import.meta.resolve('#test/editorStub.ts'));
const hook = `export const resolve = (name, context, next) =>
  name === 'vscode' ? { url: ${stub}, format: 'module-typescript', shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
enableOutputAndTrees();
const { SettingsAndServers } = await import('./settingsAndServers.ts');

const script = fromRoot('test/servers/lightweight.ts');
const web = spawn(process.execPath, [script, 'http', 'legacy', '20']);
const [line] = (await once(createInterface({ input: web.stdout }), 'line')) as [string];
const url = `http://127.0.0.1:${line.split(' ')[1]}/mcp`;

const overHttp = { type: 'http', url, oauth: false };
const overStdio = { command: process.execPath, args: [script, 'stdio', 'legacy', '20'] };
/** The settings at the beginning and for each measurement. */
const usual: Readonly<Record<string, object>> = {
  ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`server ${index}`, overHttp])),
  process: overStdio,
};

const host = new SettingsAndServers();
let entries: Record<string, object> = { ...usual };
await apply();
await host.start('server 0');
await host.start('process');

// After these changes, everything that is created once exists.
for (let change = 0; change < 100; change += 1) {
  await changeOnce(change);
}
await measure(0);
for (let change = 1; change <= 1000; change += 1) {
  await changeOnce(change);
  if (change === 250 || change === 500 || change === 1000) {
    await measure(change);
  }
}
await host.stop();
web.kill();
process.exit();

/** Adds an entry, changes one (which restarts its server if it runs), or removes one (which stops its server). */
async function changeOnce(change: number): Promise<void> {
  const name = `added ${change - (change % 3)}`;
  if (change % 3 === 0) {
    entries = { ...entries, [name]: overHttp };
  } else if (change % 3 === 1) {
    entries = { ...entries, [name]: { ...overHttp, headers: { 'X-Change': `${change}` } } };
  } else {
    const { [name]: _removed, ...rest } = entries;
    entries = rest;
  }
  if (change % 10 === 0) {
    entries = { ...entries, 'server 0': { ...overHttp, headers: { 'X-Change': `${change}` } } };
  }
  await apply();
  if (change % 30 === 0) {
    await host.start(name);
  }
  if (change % 250 === 0) {
    // A stdio server, whose process is restarted.
    entries = { ...entries, process: { ...overStdio, env: { CHANGE: `${change}` } } };
    await apply();
  }
}

async function apply(): Promise<void> {
  writeServersSetting(entries);
  host.configured.refresh();
  await host.settled();
}

async function measure(changes: number): Promise<void> {
  entries = { ...usual };
  await apply();
  await host.start('server 0');
  await host.start('process');
  const { gc } = globalThis;
  if (!gc) throw new Error('node --expose-gc');
  let bytes = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8; round += 1) {
    gc();
    await delay(150);
    const { heapUsed, external } = process.memoryUsage();
    bytes = Math.min(bytes, heapUsed + external);
  }
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean).length;
  const resources = process.getActiveResourcesInfo().length;
  const { listeners, channels } = openResources;
  process.stdout.write(`${JSON.stringify({ changes, bytes, listeners, channels, children, resources })}\n`);
}
