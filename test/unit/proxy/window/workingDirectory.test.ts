import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { proxyArguments, proxyProgram } from '#test/host/proxyProcess.ts';
import { posixDescribe } from '#test/posix.ts';
import { fromRoot } from '#test/root.ts';

posixDescribe('the program and its working directory', () => {
  let home: AgentHome;
  let window: AgentWindow;
  beforeEach(async () => {
    home = await AgentHome.create();
    const answer = () => ({ kind: 'result', result: { action: 'decline' } }) as const;
    window = await AgentWindow.open(home, { folders: ['/'], answer });
  });
  afterEach(async () => {
    await window.crash();
    await home.remove();
  });

  /** What Node writes with these arguments, in a folder that no longer exists. */
  async function run(
    args: readonly string[],
    input: object,
    endsInput: 'at once' | 'after output',
  ): Promise<{ output: string; errors: string }> {
    const child = spawn('sh', ['-c', 'rmdir "$PWD"; exec "$0" "$@"', process.execPath, ...args], {
      cwd: await mkdtemp(join(home.path, 'deleted-')),
      env: { PATH: process.env['PATH'], HOME: home.path },
    });
    child.stdin.write(`${JSON.stringify(input)}\n`);
    if (endsInput === 'at once') child.stdin.end();
    else child.stdout.once('data', () => child.stdin.end());
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { output, errors };
  }

  it('runs the server in one that was deleted, and finds the window of its extension host', async () => {
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: {} } };
    const args = await proxyArguments([process.execPath, fromRoot('test/servers/handmade.ts')]);
    const { output, errors } = await run(args, initialize, 'after output');
    assert.equal(errors, '');
    assert.equal(JSON.parse(output).id, 1);
    assert.deepEqual([window.hellos.length, window.hellos[0]?.folder], [1, '']);
  });

  it('does not take it for the home directory if HOME is empty or relative', async () => {
    const input = { mcp_server_name: 'tickets', message: 'Which city?', requested_schema: {}, cwd: home.path };
    for (const HOME of ['', '.']) {
      const args = [await proxyProgram(), 'hook', '--client', 'codex'];
      const child = spawn(process.execPath, args, { cwd: home.path, env: { PATH: process.env['PATH'], HOME } });
      child.stdin.end(JSON.stringify(input));
      assert.equal(await text(child.stdout), '');
    }
    assert.deepEqual(window.hellos, []);
  });

  it('asks for the hook in one that was deleted, also if Claude Code does not say where it runs', async () => {
    const input = { mcp_server_name: 'tickets', message: 'Which city?', requested_schema: {} };
    const args = [await proxyProgram(), 'hook', '--client', 'codex'];
    assert.match((await run(args, input, 'at once')).output, /decline/);
  });
});
