// Keeps a request open for SOAK_MINUTES, over every transport at once. The script that runs this file answers the requests
// after that time.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { configure, executeOurCommand, handmadeEntry, inProject, nodePath } from './support.ts';

const minutes = Number(process.env['SOAK_MINUTES']);
const formParams = {
  message: 'Still there?',
  requestedSchema: { type: 'object', properties: { word: { type: 'string', title: 'Word' } }, required: ['word'] },
};
const callsByTransport = {
  stdio: { tool: 'ask', arguments: { params: formParams } },
  'HTTP, legacy': { tool: 'ask', arguments: {} },
  'HTTP+SSE': { tool: 'ask', arguments: {} },
  'HTTP, modern': { tool: 'ask', arguments: {} },
  'HTTP, legacy, a silent call': { tool: 'think', arguments: { ms: minutes * 60_000 } },
  'HTTP, modern, a silent call': { tool: 'think', arguments: { ms: minutes * 60_000 } },
};

describe(`a request that is open for ${minutes} minutes`, function () {
  this.timeout(0);
  const report: { way: string; seconds: number; outcome: string }[] = [];
  const calls = new Map<string, Promise<unknown>>();
  let server: ChildProcess;
  let serverState: unknown;

  before(async () => {
    server = spawn(nodePath, [inProject('test/servers/longWaitingHttp.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
    assert.ok(server.stdout);
    const [port] = await once(createInterface({ input: server.stdout }), 'line');
    const entry = (path: string, type = 'http') => ({ type, url: `http://127.0.0.1:${port}${path}` });
    await configure({
      stdio: handmadeEntry(),
      'HTTP, legacy': entry('/legacy'),
      'HTTP+SSE': entry('/sse', 'sse'),
      'HTTP, modern': entry('/modern'),
    });
    for (const [way, call] of Object.entries(callsByTransport)) {
      const name = way.replace(', a silent call', '');
      await executeOurCommand('startServer', name);
      const started = performance.now();
      const result = executeOurCommand('callTool', { server: name, ...call });
      const addToReport = (outcome: string) =>
        report.push({ way, seconds: Math.round((performance.now() - started) / 1000), outcome });
      result.then(
        (value) => addToReport(JSON.stringify(value)),
        (error: Error) => addToReport(`${error.name}: ${error.message}`),
      );
      calls.set(way, result);
    }
    await Promise.allSettled(calls.values());
    serverState = await fetch(`http://127.0.0.1:${port}/seen`).then((response) => response.json());
  });

  after(async () => {
    const file = process.env['SOAK_REPORT'];
    if (file) {
      writeFileSync(file, JSON.stringify({ calls: report, seen: serverState }));
    }
    await configure({});
    server.stdin?.end();
  });

  for (const [way, { tool }] of Object.entries(callsByTransport)) {
    it(`ends with its result over ${way}`, async () => {
      assert.match(JSON.stringify(await calls.get(way)), tool === 'ask' ? /here/ : /thought/);
      const seconds = report.find((row) => row.way === way)?.seconds ?? 0;
      assert.ok(seconds >= Math.floor(minutes * 60), `the call ended after ${seconds} seconds`);
    });
  }
});
