import assert from 'node:assert/strict';
import process from 'node:process';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StdioProcess } from '#core/transport/stdio/stdioProcess.ts';
import { fakeTimers, restoreTimers } from '#test/host/fakeTimers.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { isGone, nodeSpec, watchdog } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { settled, until } from '#test/host/until.ts';

/** What the host has noticed of a process. */
interface Noticed {
  readonly lines: string[];
  /** How many lines had come when the end was reported. */
  linesAtEnd?: number;
}

/** Runs a script with Node. */
async function start(script: string) {
  const noticed: Noticed = { lines: [] };
  const server = new StdioProcess({
    spec: { ...nodeSpec('-e'), args: ['-e', script] },
    watchdog,
    maxLineLength: 1_000_000,
    listeners: {
      onLine: (line) => void noticed.lines.push(line),
      onStderrLine: () => undefined,
      onUnguarded: () => undefined,
      onEnd: () => {
        noticed.linesAtEnd = noticed.lines.length;
      },
    },
  });
  await server.start();
  return { server, noticed };
}

const numbersTo = (last: number) => Array.from({ length: last }, (_none, index) => `${index + 1}`).join('\n');
const writeNumbers = (last: number) => `
  const numbers = Array.from({ length: ${last} }, (_none, index) => index + 1).join('\\n');
  process.stdout.write(numbers + '\\n', () => process.exit());`;

/** A script that leaves a process of another group behind, which has the same standard output. */
const leaveBehind = (script: string) => `
  const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(script)}], {
    stdio: ['ignore', 'inherit', 'ignore'],
    detached: true,
  });
  // 'process.stdout' would make the output of both processes non-blocking.
  require('node:fs').writeSync(1, child.pid + '\\n');
  process.exit();`;

/** A server whose tool writes many messages of its log and then a long result, and ends itself at once. */
const resultThenEnd = `
  const { writeSync } = require('node:fs');
  const format = (message) => JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n';
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
    'tools/list': { tools: [{ name: 'last', inputSchema: { type: 'object' } }] },
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'tools/call') {
      const logged = format({ method: 'notifications/message', params: { level: 'debug', data: 'a step' } });
      const text = 'x'.repeat(100_000);
      writeSync(1, logged.repeat(1000) + format({ id, result: { content: [{ type: 'text', text }] } }));
      process.kill(process.pid, 'SIGKILL');
    } else if (id !== undefined) {
      const result = results[method];
      writeSync(1, format({ id, ...(result ? { result } : { error: { code: -32601, message: 'no' } }) }));
    }
  });`;

describe('what a process wrote last', () => {
  afterEach(restoreTimers);

  it('is read before its end is reported, complete and in order', async () => {
    const { server, noticed } = await start(writeNumbers(60_000));
    await server.ended;
    assert.equal(noticed.linesAtEnd, 60_000);
    assert.ok(noticed.lines.join('\n') === numbersTo(60_000));
  });

  it('is read if its last line has no line end', async () => {
    const { server, noticed } = await start(`process.stdout.write('first\\nlast')`);
    await server.ended;
    assert.deepEqual(noticed, { lines: ['first', 'last'], linesAtEnd: 2 });
  });

  it('is read however long each turn of the event loop takes', async () => {
    fakeTimers();
    const { noticed } = await start(writeNumbers(60_000));
    await settled(() => {
      mock.timers.tick(1000);
      return noticed.linesAtEnd !== undefined;
    }, 30_000);
    assert.equal(noticed.linesAtEnd, 60_000);
  });

  it('is read after a pause that begins before the exit', async () => {
    fakeTimers();
    const { server, noticed } = await start(writeNumbers(10_000));
    server.pause();
    const hasExited = () =>
      server.write('', 0).then(
        () => false,
        () => true,
      );
    await settled(hasExited, 30_000);
    for (let turns = 0; turns < 100; turns += 1) {
      mock.timers.tick(1000);
      await nextTurn();
    }
    assert.deepEqual({ ...noticed }, { lines: [] });
    server.resume();
    await server.ended;
    assert.equal(noticed.linesAtEnd, 10_000);
  });

  it('is not awaited from a process that it left behind and that keeps its output open', async () => {
    const { server, noticed } = await start(leaveBehind('setInterval(() => undefined, 1000)'));
    await server.ended;
    assert.equal(noticed.linesAtEnd, 1);
    process.kill(Number(noticed.lines[0]));
  });

  it('has an end even if a process that it left behind writes without a pause', async () => {
    const { server, noticed } = await start(
      leaveBehind(`for (;;) require('node:fs').writeSync(1, 'later\\n'.repeat(1000));`),
    );
    await server.ended;
    assert.deepEqual(new Set(noticed.lines.slice(1)), new Set(['later']));
    // It cannot write any more.
    await until(() => isGone(Number(noticed.lines[0])));
  });
});

describe('a tool call', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('has its result if the server ends as soon as it has written it', async () => {
    const server = host.server({ ...nodeSpec('-e'), args: ['-e', resultThenEnd] });
    const result = await server.call(tool('last'), { origin: 'program' });
    assert.equal(textOf(result).length, 100_000);
    await until(() => server.state.kind !== 'running');
  });
});
