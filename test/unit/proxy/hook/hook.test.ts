import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ask } from '#agentProtocol/agentMessages.ts';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { proxyProgram } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';
import { posixIt } from '#test/posix.ts';

const schema = { type: 'object', properties: { city: { type: 'string' } } };

/** A hook as Claude Code starts it. */
interface RunningHook {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }>;
}

describe('the hook for Claude Code', () => {
  let home: AgentHome;
  let transcript: string;
  let hooks: RunningHook[];
  let windows: AgentWindow[];

  beforeEach(async () => {
    home = await AgentHome.create('claude');
    transcript = join(home.path, 'transcript.jsonl');
    await writeFile(transcript, userMessage('[Request interrupted by user]'));
    [hooks, windows] = [[], []];
  });
  afterEach(async () => {
    for (const { child } of hooks) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await Promise.all(windows.map((window) => window.crash()));
    await home.remove();
  });

  function userMessage(text: string, type = 'text', role = 'user'): string {
    return `${JSON.stringify({ type: role, message: { role, content: [{ type, [type === 'text' ? 'text' : 'content']: text }] } })}\n`;
  }

  async function open(behaviour?: Parameters<typeof AgentWindow.open>[1]): Promise<AgentWindow> {
    const window = await AgentWindow.open(home, behaviour);
    windows.push(window);
    return window;
  }

  async function start(input: object | string = {}, env: Readonly<Record<string, string>> = {}): Promise<RunningHook> {
    const child = spawn(process.execPath, [await proxyProgram(), 'hook', '--client', 'claude'], {
      env: { PATH: process.env['PATH'], HOME: home.path, USERPROFILE: home.path, ANTHROPIC_API_KEY: 'secret', ...env },
    });
    const common = { session_id: 's', transcript_path: transcript, cwd: home.path, mcp_server_name: 'tickets' };
    const asked = { message: 'Which city?', mode: 'form', requested_schema: schema };
    child.stdin.end(typeof input === 'string' ? input : JSON.stringify({ ...common, ...asked, ...input }));
    const texts = { output: '', errors: '' };
    child.stdout.on('data', (chunk) => {
      texts.output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      texts.errors += chunk;
    });
    const hook = { child, ended: once(child, 'close').then(([code]) => ({ code, ...texts })) };
    hooks.push(hook);
    return hook;
  }

  const silently = { code: 0, output: '', errors: '' };

  it('writes one line with the answer, and nothing else', async () => {
    const content = { city: 'Rome', tags: ['a'] };
    const window = await open({ answer: () => ({ kind: 'result', result: { action: 'accept', content } }) });
    const { code, output, errors } = await (await start()).ended;
    assert.deepEqual([code, errors], [0, '']);
    assert.equal(
      output,
      `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":${JSON.stringify(content)}}}\n`,
    );
    const [ask] = window.asks;
    assert.deepEqual(ask?.request, { kind: 'pushed', params: { message: 'Which city?', requestedSchema: schema } });
    assert.deepEqual([ask?.hookServer, ask?.calls, window.hellos[0]?.kind], ['tickets', [], 'hook']);
    // The hook may end before the window has read what it sent last.
    await until(() => window.all('receipt').length === 1);
    assert.equal(window.all('receipt')[0]?.outcome, 'sent');
  });

  it('says that the answer is lost if nobody reads its output', async () => {
    const window = await open();
    const { child, ended } = await start();
    await until(() => window.asks.length === 1);
    child.stdout?.destroy();
    window.answer(window.asks[0] as Ask, { kind: 'result', result: { action: 'decline' } });
    assert.deepEqual([(await ended).code, (await ended).errors], [0, '']);
    await until(() => window.all('receipt').length === 1);
    assert.equal(window.all('receipt')[0]?.outcome, 'lost');
  });

  for (const action of ['decline', 'cancel'] as const) {
    it(`writes a ${action} without content`, async () => {
      await open({ answer: () => ({ kind: 'result', result: { action } }) });
      const { output } = await (await start()).ended;
      assert.deepEqual(JSON.parse(output), { hookSpecificOutput: { hookEventName: 'Elicitation', action } });
    });
  }

  it('asks for a URL in the words of MCP', async () => {
    const window = await open({ answer: () => ({ kind: 'result', result: { action: 'accept' } }) });
    await (await start({ mode: 'url', url: 'https://a.example', elicitation_id: 'e1' })).ended;
    const params = { mode: 'url', message: 'Which city?', url: 'https://a.example', elicitationId: 'e1' };
    assert.deepEqual(window.asks[0]?.request, { kind: 'pushed', params });
  });

  it('writes no content for a page', async () => {
    await open({ answer: () => ({ kind: 'result', result: { action: 'accept' } }) });
    const { output } = await (await start({ mode: 'url', url: 'https://a.example', elicitation_id: 'e1' })).ended;
    assert.equal(output, '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept"}}\n');
  });

  for (const [attended, environment] of [
    [true, { CLAUDE_CODE_SESSION_ATTENDED: '1' }],
    [false, { CLAUDE_CODE_SESSION_ATTENDED: '0', CLAUDE_CODE_ENTRYPOINT: 'cli' }],
    [true, { CLAUDE_CODE_ENTRYPOINT: 'cli' }],
    [false, { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
    [undefined, { CLAUDE_CODE_SESSION_ATTENDED: 'yes', CLAUDE_CODE_ENTRYPOINT: 'constructor' }],
    [undefined, {}],
  ] as const) {
    it(`says whether a user is at the terminal: ${attended ?? 'unknown'} with ${JSON.stringify(environment)}`, async () => {
      const window = await open({ answer: () => ({ kind: 'result', result: { action: 'decline' } }) });
      await (await start({}, environment)).ended;
      assert.equal(window.hellos[0]?.attended, attended);
    });
  }

  it('writes nothing at once if no window is open, or nobody is at it', async () => {
    assert.deepEqual(await (await start()).ended, silently);
    const window = await open({ present: false });
    assert.deepEqual(await (await start()).ended, silently);
    assert.deepEqual(window.asks, []);
  });

  it('writes nothing if the user answers in the terminal, or the request is refused', async () => {
    await open({ answer: () => ({ kind: 'elsewhere' }) });
    assert.deepEqual(await (await start()).ended, silently);
    await windows.pop()?.crash();
    await open({ answer: () => ({ kind: 'error', error: { code: -31001, message: 'muted' } }) });
    assert.deepEqual(await (await start()).ended, silently);
  });

  it('writes nothing for an input that it cannot read', async () => {
    await open();
    for (const input of ['', '{', '[]', '{"mcp_server_name":1}', 'x'.repeat(5_000_000)]) {
      assert.deepEqual(await (await start(input)).ended, silently);
    }
  });

  it('leaves what a window cannot read to Claude Code', async () => {
    const window = await open();
    for (const input of [
      { mcp_server_name: 'n'.repeat(201) },
      { requested_schema: { ...schema, extra: Array.from({ length: 130_000 }, () => 0) } },
    ]) {
      assert.deepEqual(await (await start(input)).ended, silently);
    }
    assert.deepEqual(window.asks, []);
  });

  for (const [what, path] of [
    ['a pipe', () => join(home.path, 'pipe')],
    ['a device', () => '/dev/zero'],
    ['a folder', () => home.path],
    ['missing', () => join(home.path, 'none')],
  ] as const) {
    it(`ends with the answer if the transcript is ${what}`, async () => {
      if (process.platform !== 'win32') execFileSync('mkfifo', [join(home.path, 'pipe')]);
      await open({ answer: () => ({ kind: 'result', result: { action: 'decline' } }) });
      assert.match((await (await start({ transcript_path: path() })).ended).output, /decline/);
    });
  }

  posixIt('takes the request back at SIGTERM and ends at once', async () => {
    const window = await open();
    const { child, ended } = await start();
    await until(() => window.asks.length === 1);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, silently);
    await until(() => window.all('withdraw').length === 1);
    assert.equal(window.all('withdraw')[0]?.reason, 'interrupted');
  });

  it('takes the request back when the user interrupts Claude Code, which its transcript says', async () => {
    const window = await open();
    const { ended } = await start();
    await until(() => window.asks.length === 1);
    await appendFile(transcript, userMessage('[Request interrupted by user]', 'tool_result'));
    await appendFile(transcript, userMessage('[Request interrupted by user]', 'text', 'assistant'));
    const interruption = userMessage('[Request interrupted by user for tool use]');
    await appendFile(transcript, interruption.slice(0, 20));
    await appendFile(transcript, interruption.slice(20));
    assert.deepEqual(await ended, silently);
    await until(() => window.all('withdraw').length === 1);
    assert.equal(window.all('withdraw')[0]?.reason, 'interrupted');
  });

  it('ignores an interruption that stands in a result or in an answer of the model', async () => {
    const window = await open();
    const { ended } = await start();
    await until(() => window.asks.length === 1);
    await appendFile(transcript, userMessage('[Request interrupted by user]', 'tool_result'));
    await appendFile(transcript, userMessage('[Request interrupted by user]', 'text', 'assistant'));
    window.answer(window.asks[0] as Ask, { kind: 'result', result: { action: 'decline' } });
    assert.match((await ended).output, /decline/);
  });

  it('takes the request back when Claude Code has ended', async () => {
    const window = await open();
    const claude = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const { ended } = await start({}, { CLAUDE_PID: String(claude.pid) });
    await until(() => window.asks.length === 1);
    claude.kill('SIGKILL');
    assert.deepEqual(await ended, silently);
    await until(() => window.all('withdraw').length === 1);
    assert.equal(window.all('withdraw')[0]?.reason, 'agentEnded');
  });

  it('asks at the window that was reloaded, under a higher number', async () => {
    const first = await open();
    const { ended } = await start();
    await until(() => first.asks.length === 1);
    await first.close();
    windows.pop();
    const second = await open({ answer: () => ({ kind: 'result', result: { action: 'decline' } }) });
    assert.match((await ended).output, /decline/);
    assert.deepEqual(
      second.asks.map(({ number }) => number),
      [2],
    );
  });
});
