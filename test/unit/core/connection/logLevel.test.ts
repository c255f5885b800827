import assert from 'node:assert/strict';
import { ServerLogMessages } from '#core/connection/serverLogMessages.ts';
import { tool } from '#test/host/samples.ts';
import { everything, handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';

const modernFeatures = fromRoot('test/servers/modernFeatures.ts');
const byUser = { origin: 'user' } as const;

describe('the log level of a server', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  const sent = (method: string) =>
    host.log.lines.map(({ line }) => line).filter((line) => line.startsWith('--> ') && line.includes(`"${method}"`));

  it('is not sent to a legacy server until the user chooses one; then it is sent at once and at each start', async () => {
    const server = host.server(nodeSpec(everything));
    await server.start();
    assert.deepEqual(sent('logging/setLevel'), []);
    await server.setLogLevel('warning');
    assert.equal(server.logLevel, 'warning');
    await server.restart();
    await until(() => sent('logging/setLevel').length === 2);
    assert.ok(sent('logging/setLevel').every((line) => line.includes('"level":"warning"')));
    await server.setLogLevel(undefined);
    await server.restart();
    assert.equal(sent('logging/setLevel').length, 2);
  });

  it('is sent to a modern server with each call, and its messages are logged', async () => {
    const server = host.server(nodeSpec(modernFeatures));
    await server.call(tool('talk'), byUser);
    assert.ok(!host.log.text.includes('louder') && !sent('tools/call').join().includes('logLevel'));
    await server.setLogLevel('error');
    await server.call(tool('talk'), byUser);
    await until(() => host.log.lines.some(({ level, line }) => level === 'error' && line === 'error: {"louder":true}'));
    assert.ok(!host.log.lines.some(({ line }) => line.includes('debug: very quiet')));
    await server.setLogLevel('debug');
    await server.call(tool('talk'), byUser);
    await until(() => host.log.lines.some(({ level, line }) => level === 'info' && line === 'debug: very quiet'));
    assert.deepEqual(sent('logging/setLevel'), []);
  });

  it('is not sent to a server that does not declare logging', async () => {
    const server = host.server(nodeSpec(handmade, [], { env: { WIRE_FILE: host.wireFile } }));
    await server.setLogLevel('debug');
    await server.start();
    assert.ok(!host.receivedMessages.some(({ method }) => method === 'logging/setLevel'));
  });
});

describe('log messages of a server', () => {
  const lines: string[] = [];
  const write = (level: string, line: string) => void lines.push(`${level} ${line}`);
  const log = { write, warn: (line: string) => write('warn', line), clean: (line: string) => line };
  beforeEach(() => {
    lines.length = 0;
  });

  it('are written with their level, also if level or data are invalid', () => {
    const messages = new ServerLogMessages(log);
    messages.receive({ level: 'critical', logger: 'disk\n1', data: 'full' });
    messages.receive({ level: 'warning', data: { left: 3 } });
    messages.receive({ level: 'loud', data: undefined });
    messages.receive('no message');
    assert.deepEqual(lines, ['error critical [disk 1]: full', 'warn warning: {"left":3}', 'info info: ']);
  });

  it('are cut after 2,000 characters', () => {
    const messages = new ServerLogMessages(log);
    messages.receive({ level: 'info', data: 'x'.repeat(2000) });
    messages.receive({ level: 'info', data: 'x'.repeat(2001) });
    assert.deepEqual(lines, [`info info: ${'x'.repeat(2000)}`, `info info: ${'x'.repeat(2000)}…`]);
  });

  it('are counted and not shown after 200 in one second', async () => {
    const messages = new ServerLogMessages(log);
    for (let count = 0; count < 1000; count += 1) {
      messages.receive({ level: 'info', data: count });
    }
    assert.equal(lines.length, 200);
    await until(() => lines.length === 201);
    assert.equal(lines[200], 'warn 800 more messages came within a second and are not shown.');
    messages.receive({ level: 'info', data: 'again' });
    assert.equal(lines[201], 'info info: again');
  });
});
