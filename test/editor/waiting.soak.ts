// A prompt that stays open for SOAK_MINUTES, over every transport at once. Somebody has to answer it then: the script
// that runs this does.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { configure, executeOurCommand, handmadeEntry, inProject, nodePath } from './support.ts';

const minutes = Number(process.env['SOAK_MINUTES']);
const question = {
  message: 'Still there?',
  requestedSchema: { type: 'object', properties: { word: { type: 'string', title: 'Word' } }, required: ['word'] },
};
const ways = {
  stdio: { tool: 'ask', arguments: { params: question } },
  'HTTP, legacy': { tool: 'ask', arguments: {} },
  'HTTP+SSE': { tool: 'ask', arguments: {} },
  'HTTP, modern': { tool: 'ask', arguments: {} },
  'HTTP, legacy, a silent call': { tool: 'think', arguments: { ms: minutes * 60_000 } },
  'HTTP, modern, a silent call': { tool: 'think', arguments: { ms: minutes * 60_000 } },
};

describe(`a prompt that is open for ${minutes} minutes`, function () {
  this.timeout(0);
  const report: { way: string; seconds: number; outcome: string }[] = [];
  const calls = new Map<string, Promise<unknown>>();
  let server: ChildProcess;
  let seen: unknown;

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
    for (const [way, call] of Object.entries(ways)) {
      const name = way.replace(', a silent call', '');
      await executeOurCommand('startServer', name);
      const started = performance.now();
      const result = executeOurCommand('callTool', { server: name, ...call });
      const note = (outcome: string) =>
        report.push({ way, seconds: Math.round((performance.now() - started) / 1000), outcome });
      result.then(
        (value) => note(JSON.stringify(value)),
        (error: Error) => note(`${error.name}: ${error.message}`),
      );
      calls.set(way, result);
    }
    await Promise.allSettled(calls.values());
    seen = await fetch(`http://127.0.0.1:${port}/seen`).then((response) => response.json());
  });

  after(async () => {
    const file = process.env['SOAK_REPORT'];
    if (file) {
      writeFileSync(file, JSON.stringify({ calls: report, seen }));
    }
    await configure({});
    server.stdin?.end();
  });

  for (const [way, { tool }] of Object.entries(ways)) {
    it(`ends well over ${way}`, async () => {
      assert.match(JSON.stringify(await calls.get(way)), tool === 'ask' ? /here/ : /thought/);
      const seconds = report.find((row) => row.way === way)?.seconds ?? 0;
      assert.ok(seconds >= Math.floor(minutes * 60), `it was over after ${seconds} seconds`);
    });
  }
});
