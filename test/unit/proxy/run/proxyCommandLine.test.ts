import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { systemProgram } from '#agentProtocol/windowsPrograms.ts';
import { readCommandLine } from '#proxy/run/proxyCommandLine.ts';
import { serverEnvironment } from '#proxy/run/serverEnvironment.ts';
import { quoteForCmd, windowsCommand } from '#proxy/run/windowsCommand.ts';

const read = (text: string) => readCommandLine(text.split(' '));

describe('the command line of the proxy', () => {
  it('has its own options before the separator, and the command of the server behind it', () => {
    const line =
      'run --client codex --server tickets --limit 86400000 --own-limit 300000 --progress-extends -- node a.js --limit 1 -- b';
    assert.deepEqual(read(line), {
      type: 'run',
      options: {
        ...{ client: 'codex', server: 'tickets', limitMs: 86_400_000, ownLimitMs: 300_000, progressExtends: true },
        ...{ allFolders: false, hasEditorRuntime: false, command: ['node', 'a.js', '--limit', '1', '--', 'b'] },
      },
    });
  });

  it('may have options of a later version, and no limits', () => {
    const { options } = read(
      'run --client codex --later x --all-folders --editor-runtime --limit 0 --own-limit -5 -- node',
    ) as {
      options: object;
    };
    assert.deepEqual(options, {
      ...{ client: 'codex', server: '', limitMs: undefined, ownLimitMs: undefined, progressExtends: false },
      ...{ allFolders: true, hasEditorRuntime: true, command: ['node'] },
    });
  });

  it('is invalid without a command', () => {
    for (const text of ['', 'run', 'run --client codex --', 'offer -- node', '-- node']) {
      assert.deepEqual(read(text), { type: 'invalid' });
    }
  });

  it('of a server that a window lends names a client and the server, and no command', () => {
    assert.deepEqual(read('serve --client codex --server tickets --limit 60000 --progress-extends'), {
      type: 'serve',
      options: {
        ...{ client: 'codex', server: 'tickets', limitMs: 60_000, ownLimitMs: undefined },
        ...{ progressExtends: true, allFolders: false },
      },
    });
  });

  it('may have the name of an option, or the separator, as the name of the server', () => {
    for (const name of ['--', '--all-folders', '--client', '--limit', '--server', '-x', 'a b']) {
      const { options } = readCommandLine(['serve', '--client', 'codex', '--server', name]) as { options: object };
      assert.deepEqual(options, {
        ...{ client: 'codex', server: name, limitMs: undefined, ownLimitMs: undefined },
        ...{ progressExtends: false, allFolders: false },
      });
    }
  });

  it('of the hook names a client', () => {
    assert.deepEqual(read('hook --client claude'), { type: 'hook', client: 'claude' });
  });
});

describe('the environment of the server', () => {
  it('is that of the agent, without the variables of the proxy', () => {
    const env = { A: '1', MCP_ELICITATION_WINDOW: 'x', ELECTRON_RUN_AS_NODE: '1' };
    assert.deepEqual(serverEnvironment(env, false), { A: '1', ELECTRON_RUN_AS_NODE: '1' });
    assert.deepEqual(serverEnvironment({ ...env, MCP_ELICITATION_RUNTIME: 'electron' }, false), { A: '1' });
    assert.deepEqual(serverEnvironment(env, true), { A: '1' });
  });
});

describe('a command on Windows', () => {
  let folder: string;
  let before: string;

  beforeEach(() => {
    before = process.cwd();
    folder = mkdtempSync(join(tmpdir(), 'programs-'));
  });

  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  it('is started directly if it is a program', () => {
    assert.deepEqual(windowsCommand(['C:\\node.exe', 'a b'], {}), {
      file: 'C:\\node.exe',
      args: ['a b'],
      isVerbatim: false,
    });
  });

  it('is run by the cmd.exe of the system if it is a script, with arguments that it does not read as commands', () => {
    // A copy of `process.env` has the keys as the system writes them.
    for (const env of [{}, { comspec: 'cmd' }, { ComSpec: 'cmd.exe' }]) {
      assert.deepEqual(windowsCommand(['C:\\npx.cmd', 'a&b', 'c'], env), {
        ...{
          file: systemProgram('cmd.exe'),
          args: ['/d', '/s', '/c', '"C:\\npx.cmd ^"a^&b^" ^"c^""'],
          isVerbatim: true,
        },
      });
    }
    assert.throws(() => windowsCommand(['C:\\npx.cmd', 'a"&calc'], {}), { code: 'EINVAL' });
  });

  it('is searched in the absolute folders of the path, and never in the working directory', () => {
    const PATHEXT = '.COM;.EXE;;.BAT;.CMD';
    writeFileSync(join(folder, 'uvx.exe'), '');
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin', 'uvx.exe'), '');
    mkdirSync(join(folder, 'tools', 'npx.exe'), { recursive: true });
    writeFileSync(join(folder, 'tools', 'npx'), '');
    writeFileSync(join(folder, 'tools', 'npx.cmd'), '');
    process.chdir(folder);
    for (const path of ['', '.', delimiter, ['', 'bin', '.'].join(delimiter)]) {
      assert.throws(() => windowsCommand(['uvx', 'server'], { PATHEXT, Path: path }), { code: 'ENOENT' });
    }
    const withFolders = { PATHEXT, Path: ['', 'bin', `"${join(folder, 'tools')}"`].join(delimiter) };
    assert.equal(windowsCommand(['npx'], withFolders).args[3], `"${join(folder, 'tools', 'npx.cmd')}"`);
    rmSync(join(folder, 'tools', 'npx.cmd'));
    assert.throws(() => windowsCommand(['npx'], withFolders), { code: 'ENOENT' });
  });

  it('has quotation marks and backslashes escaped for the program', () => {
    assert.equal(quoteForCmd('a\\"b\\', false), '^"a\\\\\\^"b\\\\^"');
    assert.equal(quoteForCmd('%', true), '^^^"^^^%^^^"');
  });
});
