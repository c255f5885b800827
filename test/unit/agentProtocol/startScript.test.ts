import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startScript } from '#agentProtocol/startScript.ts';
import { recentlyClosedMs, thisMachine, type WindowFile } from '#agentProtocol/windowFile.ts';
import { AgentHome } from '#test/host/agentWindow.ts';
import { posixDescribe } from '#test/posix.ts';

/** Prints its process id, its arguments, its standard input and some variables. */
const report =
  "let input = ''; process.stdin.on('data', (chunk) => { input += chunk; }).on('end', () => console.log(JSON.stringify({ pid: process.pid, args: process.argv.slice(1), input, runtime: process.env.MCP_ELICITATION_RUNTIME, asNode: process.env.ELECTRON_RUN_AS_NODE, window: process.env.MCP_ELICITATION_WINDOW })));";

interface Report {
  readonly pid: number;
  readonly args: readonly string[];
  readonly input: string;
  readonly runtime?: string;
  readonly asNode?: string;
  readonly window?: string;
}

posixDescribe('the script that agents start', () => {
  let home: AgentHome;
  let script: string;
  beforeEach(async () => {
    home = await AgentHome.create();
    script = join(home.folder.bin, 'proxy');
    await writeFile(script, startScript, { mode: 0o700 });
  });
  afterEach(() => home.remove());

  /** Runs the script with a server that reports, or with other arguments. */
  async function run(
    args = ['run', '--client', 'codex', '--', process.execPath, '-e', report, '--', 'a b', '', '*'],
    env = {},
  ) {
    const child = spawn(script, args, { env: { HOME: home.path, MCP_ELICITATION_WINDOW: 'w', ...env }, cwd: '/' });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    // A script that ends at once does not read its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end('the input\n');
    const [code] = await once(child, 'close');
    return {
      pid: child.pid,
      code,
      output,
      errors,
      report: output.startsWith('{') ? (JSON.parse(output) as Report) : undefined,
    };
  }

  /** Writes the file of a window, as windows do. */
  async function register(changes: Partial<WindowFile> = {}, id = '0123456789abcdef'): Promise<void> {
    const file: WindowFile = {
      id,
      machine: thisMachine(),
      pid: 1,
      socket: '/s',
      folders: ['/"bootId":"x"'],
      focusedAt: 1,
    };
    await writeFile(join(home.folder.windows, `${id}.json`), JSON.stringify({ ...file, ...changes }));
  }

  /** Registers a window and a runtime whose program reports. */
  async function install(runtimes: string): Promise<void> {
    await register();
    await writeFile(join(home.folder.bin, 'proxy.cjs'), report);
    await writeFile(join(home.folder.bin, 'runtimes'), runtimes);
  }

  it('executes the command of the server in its place where no window is registered', async () => {
    const { pid, report: seen } = await run();
    assert.deepEqual(seen, { pid, args: ['a b', '', '*'], input: 'the input\n' });
  });

  it('executes the command of the server where the program or every runtime is missing', async () => {
    await install(`node:/nonexistent/node\nother:${process.execPath}\nnode:/\nnonsense\n`);
    assert.deepEqual((await run()).report?.args, ['a b', '', '*']);
    await writeFile(join(home.folder.bin, 'runtimes'), '');
    assert.deepEqual((await run()).report?.args, ['a b', '', '*']);
  });

  it('starts the proxy in its place with the first runtime that is there, and leaves the input to it', async () => {
    await install(`node:/nonexistent\nnode:${process.execPath}\n`);
    const { pid, report: seen } = await run(['run', '--', 'x y']);
    assert.deepEqual(seen, {
      pid,
      args: [join(home.folder.bin, 'proxy.cjs'), 'run', '--', 'x y'],
      input: 'the input\n',
      window: 'w',
    });
  });

  it('executes the command of the server where only windows are registered that certainly do not listen', async () => {
    await install(`node:${process.execPath}\n`);
    const command = ['a b', '', '*'];
    const closedAt = Date.now() - recentlyClosedMs - 1000;
    await register({ closedAt });
    assert.deepEqual((await run()).report?.args, command);
    // Where the system does not say when it was started, a window from before a restart looks like any other.
    if (thisMachine().bootId !== '') {
      await register({ machine: { ...thisMachine(), bootId: 'earlier' } });
      assert.deepEqual((await run()).report?.args, command);
    }
    await register({ closedAt }, '00000000000000aa');
    await register({}, '00000000000000bb');
    assert.equal((await run()).report?.args[1], 'run');
    await rm(join(home.folder.windows, '00000000000000bb.json'));
    assert.deepEqual((await run()).report?.args, command);
    await register({ closedAt: Date.now() - 1000 });
    assert.equal((await run()).report?.args[1], 'run');
  });

  it('runs the executable of an editor as Node, and says if that was not so before', async () => {
    await symlink(process.execPath, join(home.path, 'the editor'));
    await install(`electron:${join(home.path, 'the editor')}\n`);
    const { report: seen } = await run(['run', '--', 'x']);
    assert.deepEqual([seen?.asNode, seen?.runtime], ['1', 'electron']);
    const { report: before } = await run(['run', '--', 'x'], { ELECTRON_RUN_AS_NODE: '1' });
    assert.deepEqual([before?.asNode, before?.runtime], ['1', undefined]);
  });

  it('has the exit code of the server', async () => {
    assert.equal((await run(['run', '--', process.execPath, '-e', 'process.exit(7)'])).code, 7);
    assert.equal((await run(['run', '--', '/nonexistent/server'])).code, 127);
    assert.equal((await run(['run', '--client', 'codex'])).code, 64);
  });

  it('writes nothing as a hook where no window is registered', async () => {
    const { code, output } = await run(['hook', '--client', 'claude']);
    assert.deepEqual([code, output], [0, '']);
  });

  it('starts the proxy for a server that a window lends also where no window is registered', async () => {
    await install(`node:${process.execPath}\n`);
    await rm(join(home.folder.windows, '0123456789abcdef.json'));
    const { report: seen } = await run(['serve', '--client', 'codex', '--server', 'tickets']);
    assert.deepEqual(seen?.args.slice(1), ['serve', '--client', 'codex', '--server', 'tickets']);
  });

  it('says in one line that it cannot start such a server without the program', async () => {
    const { code, output, errors } = await run(['serve', '--client', 'codex', '--server', 'tickets']);
    assert.deepEqual([code, output], [69, '']);
    assert.match(errors, /^mcp-elicitation: this server is lent by an editor[^\n]*\n$/);
  });

  it('works in a home directory with spaces and quotation marks', async () => {
    await chmod(script, 0o700);
    const odd = await AgentHome.create();
    await writeFile(join(odd.folder.bin, `a 'b" $c`), startScript, { mode: 0o700 });
    script = join(odd.folder.bin, `a 'b" $c`);
    assert.deepEqual((await run()).report?.args, ['a b', '', '*']);
    await odd.remove();
  });
});
