import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { connectServers } from '#core/agents/connect/connectServers.ts';
import { readServerLaunch } from '#core/agents/connect/serverLaunch.ts';
import { tryServer } from '#core/agents/connect/serverTrial.ts';
import { isProcessRunning } from '#core/common/processes.ts';
import { eventually } from '#test/eventually.ts';
import { posix } from './fixtures.ts';

/** A server in one text: `reply` is the body of a function of `message` and `send`. */
function serverWith(
  reply: string,
  before = '',
): { command: string; args: string[]; environment: Record<string, string> } {
  const script = `${before}
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    const info = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'n', version: '1' } };
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const message = JSON.parse(line);
      ${reply}
    });`;
  return { command: process.execPath, args: ['-e', script], environment: {} };
}

const initialize = `if (message.method === 'initialize') { send({ id: message.id, result: info }); return; }`;
const variables = process.env;

describe('the trial of a server', () => {
  it('tells what an agent would see, over several pages', async () => {
    const paged = `${initialize}
      if (message.method === 'tools/list') {
        process.stdout.write('noise\\n');
        send({ id: 'x', method: 'ping' });
        const page = Number(message.params.cursor ?? 0);
        send({ id: message.id, result: { tools: [{}, {}], ...(page < 3 && { nextCursor: String(page + 1) }) } });
      }`;
    assert.deepEqual(await tryServer(serverWith(paged), variables), {
      kind: 'started',
      name: 'n',
      version: '1',
      protocolVersion: '2025-06-18',
      toolCount: 8,
    });
  });

  it('does not ask a server without tools for them', async () => {
    const none = `send({ id: message.id, result: { ...info, capabilities: {} } })`;
    const result = await tryServer(
      serverWith(`if (message.id === 0) ${none}; else if (message.id) process.exit(1);`),
      variables,
    );
    assert.deepEqual([result.kind, result.kind === 'started' && result.toolCount], ['started', 0]);
  });

  it('tells a lent server that has to ask the user first from one that fails', async () => {
    const needs = (page: string, data: string) =>
      serverWith(
        `if (message.method === '${page}') send({ id: message.id, error: { code: -31004, message: 'x', data: ${data} } });
         else if (message.id === 0) send({ id: 0, result: info });`,
      );
    for (const method of ['initialize', 'tools/list']) {
      const result = await tryServer(needs(method, "{ reason: 'userRequired' }"), variables, 60_000);
      assert.deepEqual(result, { kind: 'needsUser' });
    }
    for (const data of ['null', "{ reason: 'other' }"]) {
      assert.equal((await tryServer(needs('initialize', data), variables, 60_000)).kind, 'failed');
    }
  });

  const endless = `${initialize} if (message.id) send({ id: message.id, result: { tools: [{}], nextCursor: 'again' } });`;
  it('asks for a bounded number of pages', async () => {
    const result = await tryServer(serverWith(endless), variables);
    assert.equal(result.kind === 'started' && result.toolCount, 50);
  });

  const failures: [string, ReturnType<typeof serverWith>, RegExp][] = [
    [
      'a program that is not there',
      { command: '/no/such program', args: [], environment: {} },
      /could not be started.*ENOENT/,
    ],
    ['NUL characters', { command: 'x\0', args: [], environment: {} }, /could not be started/],
    ['a server that ends', serverWith('process.stderr.write("no key"); process.exit(3)'), /ended: exit code 3/],
    ['an error', serverWith(`send({ id: message.id, error: { code: 1, message: 'Bad\\nkey' } })`), /error: “Bad key”/],
    ['too much output', serverWith(`process.stdout.write('x'.repeat(9 * 1024 * 1024))`), /more than 8 MiB/],
  ];
  for (const [what, launch, reason] of failures) {
    it(`says why it failed: ${what}`, async () => {
      // Longer than usual: a busy machine takes seconds to start a process.
      const result = await tryServer(launch, variables, 60_000);
      assert.ok(result.kind === 'failed');
      assert.match(result.reason, reason);
      if (/exit code/.test(result.reason)) assert.equal(result.lastLines, 'no key');
    });
  }

  it('ends a server that is silent and ignores signals, with what it started', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trial-'));
    try {
      const pidFile = join(folder, 'pid');
      const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })`;
      const stubborn = `require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(${child}.pid));
        process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
      const result = await tryServer(serverWith('', stubborn), variables, 1500);
      assert.deepEqual(result.kind === 'failed' && /within 1\.5 seconds/.test(result.reason), true);
      const pid = Number(await readFile(pidFile, 'utf8'));
      if (process.platform !== 'win32') await eventually('the child ends', () => !isProcessRunning(pid));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  if (process.platform !== 'win32') {
    it('starts the entry that Connect has written, with its environment', async () => {
      const reply = `${initialize}
        if (message.method === 'tools/list') send({ id: message.id, result: { tools: Array(Number(process.env.COUNT)).fill({}) } });`;
      const { command, args } = serverWith(reply);
      const text = JSON.stringify({ mcpServers: { a: { command, args, env: { COUNT: '$NUMBER' } } } });
      const choice = { name: 'a', raisesLimit: true, isRequired: false };
      const connected = connectServers(agentFormats.gemini, text, [choice], posix, []);
      const env = { ...variables, HOME: '/nonexistent', NUMBER: '3' };
      const launch = readServerLaunch(agentFormats.gemini, connected.text, { name: 'a' }, env);
      assert.ok(launch?.command === 'sh');
      const result = await tryServer(launch, env);
      assert.deepEqual(result.kind === 'started' && result.toolCount, 3);
    });
  }
});
