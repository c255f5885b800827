import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { ProxyProcess } from '#test/host/proxyProcess.ts';
import { until } from '#test/host/until.ts';
import { posixIt } from '#test/posix.ts';
import { fromRoot } from '#test/root.ts';

const handmade = [process.execPath, fromRoot('test/servers/handmade.ts')];
const stubborn = [...handmade, '--ignore-term'];

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the end of', () => {
  let home: AgentHome;
  let proxies: ProxyProcess[];
  beforeEach(async () => {
    home = await AgentHome.create();
    proxies = [];
  });
  afterEach(async () => {
    for (const { child } of proxies) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await home.remove();
  });

  async function start(command: readonly string[]): Promise<ProxyProcess> {
    const proxy = await ProxyProcess.start(command, { home });
    proxies.push(proxy);
    return proxy;
  }

  /** Starts a server, and returns its process id once it answers. */
  async function startServer(command: readonly string[]): Promise<{ proxy: ProxyProcess; pid: number }> {
    const proxy = await start(command);
    proxy.send({ id: 1, method: 'tools/call', params: { name: 'pid', arguments: {} } });
    await until(() => proxy.reply(1) !== undefined);
    const result = proxy.reply(1)?.['result'] as { content: { text: string }[] } | undefined;
    return { proxy, pid: Number(result?.content[0]?.text) };
  }

  it('the server has its exit code, and its standard error is passed on', async () => {
    const proxy = await start([...handmade, '--exit=7']);
    assert.equal((await proxy.ended).code, 7);
    assert.equal(proxy.errors, 'cannot go on\n');
  });

  it('the server loses nothing that it wrote before, however late the agent reads', async () => {
    const done = join(home.path, 'done');
    const script = `process.stdout.write(Buffer.alloc(250_000, 'x'), () => require('fs').writeFileSync(${JSON.stringify(done)}, ''))`;
    const proxy = await start([process.execPath, '-e', script]);
    proxy.child.stdout.pause();
    await until(() => existsSync(done));
    proxy.child.stdout.resume();
    assert.equal((await proxy.ended).code, 0);
    assert.equal(proxy.outputLength, 250_000);
  });

  posixIt('the server has its signal', async () => {
    const { proxy, pid } = await startServer(handmade);
    process.kill(pid, 'SIGKILL');
    assert.equal((await proxy.ended).signal, 'SIGKILL');
  });

  posixIt('a command that is not found has the code 127, and of one that cannot be executed 126', async () => {
    const missing = await start(['/nonexistent/server']);
    assert.equal((await missing.ended).code, 127);
    assert.match(missing.errors, /nonexistent\/server: not found/);
    assert.equal((await (await start([fromRoot('package.json')])).ended).code, 126);
  });

  it('the input of the agent ends a server that reads it', async () => {
    const { proxy, pid } = await startServer(handmade);
    proxy.child.stdin.end();
    assert.equal((await proxy.ended).code, 0);
    assert.equal(isRunning(pid), false);
  });

  posixIt(
    'the input of the agent ends a server that ignores it and SIGTERM, but not sooner than after 1.8 s',
    async () => {
      const { proxy, pid } = await startServer(stubborn);
      const started = performance.now();
      proxy.child.stdin.end();
      assert.equal((await proxy.ended).signal, 'SIGKILL');
      assert(performance.now() - started > 1700);
      // The proxy waits 0.1 s for a server that it has killed. A busy system takes longer to remove the process.
      await until(() => !isRunning(pid));
    },
  );

  posixIt('the agent by SIGTERM ends a stubborn server, but not sooner than after 1.1 s', async () => {
    const { proxy, pid } = await startServer(stubborn);
    const started = performance.now();
    proxy.kill('SIGTERM');
    await proxy.ended;
    assert(performance.now() - started > 1000);
    await until(() => !isRunning(pid));
  });

  posixIt('the agent by SIGINT and SIGTERM ends a stubborn server, and SIGINT alone does not', async () => {
    const { proxy, pid } = await startServer(stubborn);
    proxy.kill('SIGINT');
    proxy.send({ id: 2, method: 'ping' });
    await until(() => proxy.reply(2) !== undefined);
    proxy.kill('SIGTERM');
    await proxy.ended;
    await until(() => !isRunning(pid));
  });

  it('a proxy that is killed is seen by the server as the end of its input', async () => {
    const { proxy, pid } = await startServer(handmade);
    proxy.kill('SIGKILL');
    await until(() => !isRunning(pid));
  });

  it('the agent or the server is reported to the window', async () => {
    const window = await AgentWindow.open(home);
    const { proxy } = await startServer(handmade);
    proxy.send({
      id: 2,
      method: 'tools/call',
      params: {
        name: 'ask',
        arguments: { params: { message: 'a', requestedSchema: { type: 'object', properties: {} } } },
      },
    });
    await until(() => window.asks.length === 1);
    proxy.child.stdin.end();
    await proxy.ended;
    await until(() => window.clients === 0);
    assert.deepEqual(
      window.all('withdraw').map(({ reason }) => reason),
      ['agentEnded'],
    );
    assert.deepEqual(
      window.all('callEnded').map(({ outcome }) => outcome),
      ['result', 'lost'],
    );
    await window.crash();
  });
});

describe('the server', () => {
  posixIt(
    'has the environment and the directory that the agent gives, without the variables of the proxy',
    async () => {
      const home = await AgentHome.create();
      const cwd = await mkdtemp(join(tmpdir(), 'agent-cwd-'));
      const env = { MCP_ELICITATION_WINDOW: 'x', NODE_ODD: 'a=b "c" \u00e9\nd', EMPTY: '' };
      const script = `require('fs').writeFileSync('out.json', JSON.stringify({ env: process.env, argv: process.argv.slice(1) }))`;
      const proxy = await ProxyProcess.start([process.execPath, '-e', script, '--', 'a b', '$HOME', '', '--'], {
        home,
        env,
        cwd,
      });
      assert.equal((await proxy.ended).code, 0);
      const seen = JSON.parse(await readFile(join(cwd, 'out.json'), 'utf8'));
      // macOS adds it to every process.
      delete seen.env['__CF_USER_TEXT_ENCODING'];
      const expected = {
        PATH: process.env['PATH'],
        HOME: home.path,
        USERPROFILE: home.path,
        NODE_ODD: env.NODE_ODD,
        EMPTY: '',
      };
      assert.deepEqual(seen, { env: expected, argv: ['a b', '$HOME', '', '--'] });
      await Promise.all([home.remove(), rm(cwd, { recursive: true })]);
    },
  );
});
