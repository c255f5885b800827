import assert from 'node:assert/strict';
import { StderrLog } from '#core/transport/throttledLogs.ts';
import { tool } from '#test/host/samples.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byProgram = { origin: 'program' } as const;
const repeated = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_none, index) => line(index));

describe('the log of a server that sends too much', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
    host.log.traceEnabled = false;
  });
  afterEach(() => host.end());

  const linesLike = (pattern: RegExp) => host.log.lines.filter(({ line }) => pattern.test(line));

  it('has the first 200 lines of standard error of each second, and counts the others', async () => {
    const server = host.handmade();
    await server.call(tool('say', { words: repeated(20_000, (index) => `said ${index}`).join('\n') }), byProgram);
    await until(() => linesLike(/^\d+ more lines came/).length > 0);
    const seconds = linesLike(/more lines came/).length;
    const shown = linesLike(/^said \d+$/).length;
    assert.ok(shown <= 200 * (seconds + 1), `${shown} lines in ${seconds + 1} s at most`);
    assert.equal(host.log.lines.find(({ line }) => line.startsWith('said '))?.line, 'said 0');
  });

  it('has no secrets when the last lines of standard error are the reason of a failure', async () => {
    const server = host.server(nodeSpec(handmade, [], { secrets: ['correct horse'] }));
    await server.start();
    const stderrLines = repeated(5000, (index) => `said ${index}`);
    await server.call(tool('say', { words: [...stderrLines, 'correct horse battery'].join('\n') }), byProgram);
    await assert.rejects(server.call(tool('crash', { code: 3 }), byProgram), (error: Error & { detail?: string }) => {
      assert.match(error.detail ?? '', /line 6\n.*line 25$/s);
      return true;
    });
    assert.doesNotMatch(host.log.text, /correct horse/);
  });

  it('has at most 20 unexpected responses of each second, and counts the others', async () => {
    const server = host.handmade();
    await server.start();
    const stray = (index: number) => JSON.stringify({ jsonrpc: '2.0', id: 500_000 + index, result: {} });
    await server.call(tool('write', { lines: repeated(3000, stray) }), byProgram);
    await until(() => linesLike(/no request waits for/).length > 0);
    await until(() => linesLike(/more messages came/).length > 0);
    const seconds = linesLike(/more messages came/).length;
    assert.ok(linesLike(/no request waits for/).length <= 20 * (seconds + 1));
  });

  it('has at most 20 malformed requests of each second; all are refused', async () => {
    const server = host.handmade();
    await server.start();
    const malformed = (index: number) => JSON.stringify({ jsonrpc: '2.0', id: `r${index}`, method: 'x', params: 5 });
    await server.call(tool('write', { lines: repeated(300, malformed) }), byProgram);
    await until(() => host.replies.length === 300);
    await until(() => linesLike(/more messages came/).length > 0);
    const seconds = linesLike(/more messages came/).length;
    assert.ok(linesLike(/does not follow JSON-RPC/).length <= 20 * (seconds + 1));
  });

  for (const [what, message] of [
    ['a cancellation whose request id is an object', { method: 'notifications/cancelled', params: { requestId: {} } }],
    ['a list change whose _meta is a number', { method: 'notifications/tools/list_changed', params: { _meta: 5 } }],
  ] as const) {
    it(`has at most 20 malformed notifications of each second: ${what}`, async () => {
      const server = host.handmade();
      await server.start();
      const before = host.log.lines.length;
      const line = JSON.stringify({ jsonrpc: '2.0', ...message });
      await server.call(tool('write', { lines: repeated(1000, () => line) }), byProgram);
      await until(() => linesLike(/more errors/).length > 0 || host.log.lines.length >= before + 1000);
      const seconds = linesLike(/more errors/).length;
      const lines = host.log.lines.length - before;
      assert.ok(lines <= 21 * (seconds + 1), `${lines} lines in ${seconds + 1} s at most`);
    });
  }
});

describe('lines of standard error that take a long time to clean', () => {
  it('are limited by the time of the cleaning, and each is cleaned once', () => {
    let now = 0;
    const cleaned: string[] = [];
    const written: string[] = [];
    const clean = (line: string) => {
      now += 10;
      cleaned.push(line);
      return line;
    };
    const write = (_level: string, line: string) => void written.push(line);
    const stderr = new StderrLog({ clean, write, warn: (line) => write('warn', line) }, { steady: () => now });
    for (const line of repeated(1000, (index) => `${index}`)) {
      stderr.add(line);
    }
    assert.deepEqual(cleaned, ['0', '1', '2', '3', '4']);
    assert.deepEqual(written, cleaned);
    assert.deepEqual(
      stderr.last(),
      repeated(20, (index) => `${980 + index}`),
    );
  });
});
