import assert from 'node:assert/strict';
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
        ...{ allFolders: false, command: ['node', 'a.js', '--limit', '1', '--', 'b'] },
      },
    });
  });

  it('may have options of a later version, and no limits', () => {
    const { options } = read('run --client codex --later x --all-folders --limit 0 --own-limit -5 -- node') as {
      options: object;
    };
    assert.deepEqual(options, {
      ...{ client: 'codex', server: '', limitMs: undefined, ownLimitMs: undefined, progressExtends: false },
      ...{ allFolders: true, command: ['node'] },
    });
  });

  it('is invalid without a command', () => {
    for (const text of ['', 'run', 'run --client codex --', 'serve -- node', '-- node']) {
      assert.deepEqual(read(text), { type: 'invalid' });
    }
  });

  it('of the hook names a client', () => {
    assert.deepEqual(read('hook --client claude'), { type: 'hook', client: 'claude' });
  });
});

describe('the environment of the server', () => {
  it('is that of the agent, without the variables of the proxy', () => {
    const env = { A: '1', MCP_ELICITATION_WINDOW: 'x', ELECTRON_RUN_AS_NODE: '1' };
    assert.deepEqual(serverEnvironment(env), { A: '1', ELECTRON_RUN_AS_NODE: '1' });
    assert.deepEqual(serverEnvironment({ ...env, MCP_ELICITATION_RUNTIME: 'electron' }), { A: '1' });
  });
});

describe('a command on Windows', () => {
  it('is started directly if it is a program, or cannot be found', () => {
    assert.deepEqual(windowsCommand(['C:\\node.exe', 'a b'], {}), {
      file: 'C:\\node.exe',
      args: ['a b'],
      isVerbatim: false,
    });
    assert.deepEqual(windowsCommand(['nothing', 'a'], { Path: '/' }), {
      file: 'nothing',
      args: ['a'],
      isVerbatim: false,
    });
  });

  it('is run by cmd.exe if it is a script, with arguments that it does not read as commands', () => {
    assert.deepEqual(windowsCommand(['C:\\npx.cmd', 'a&b', 'c'], { comspec: 'cmd' }), {
      ...{ file: 'cmd', args: ['/d', '/s', '/c', '"C:\\npx.cmd ^"a^&b^" ^"c^""'], isVerbatim: true },
    });
    assert.equal(windowsCommand(['C:\\npx.cmd', 'a"&calc'], {}), undefined);
  });

  it('has quotation marks and backslashes escaped for the program', () => {
    assert.equal(quoteForCmd('a\\"b\\', false), '^"a\\\\\\^"b\\\\^"');
    assert.equal(quoteForCmd('%', true), '^^^"^^^%^^^"');
  });
});
