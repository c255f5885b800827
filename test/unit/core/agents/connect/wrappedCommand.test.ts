import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { unwrapCommand, type WrappedCommand, wrapCommand } from '#core/agents/connect/wrappedCommand.ts';
import { posix, windowsEditor, windowsNode } from './fixtures.ts';

const tickets: WrappedCommand = {
  client: 'codex',
  server: 'tickets',
  limitMs: 86_400_000,
  ownLimitMs: 300_000,
  progressExtends: false,
  command: 'npx',
  args: ['-y', 'tickets'],
};

describe('the wrapped command', () => {
  it('starts the proxy on POSIX with a script that is always the same', () => {
    const { command, args } = wrapCommand(tickets, posix);
    const options = ['--client', 'codex', '--server', 'tickets', '--limit', '86400000', '--own-limit', '300000'];
    assert.equal(command, 'sh');
    assert.deepEqual(args.slice(2), ['sh', 'run', ...options, '--', 'npx', '-y', 'tickets']);
    assert.equal(args[1], wrapCommand({ ...tickets, server: 'other', args: [] }, posix).args[1]);
  });

  it('names the program on Windows', () => {
    const { command, args } = wrapCommand({ ...tickets, ownLimitMs: undefined, progressExtends: true }, windowsNode);
    assert.match(command, /node\.exe$/);
    assert.match(args[0] ?? '', /proxy\.cjs$/);
    assert.deepEqual(args.slice(1, 9), [
      'run',
      '--client',
      'codex',
      '--server',
      'tickets',
      '--limit',
      '86400000',
      '--progress-extends',
    ]);
  });

  const text = fc.oneof(fc.string(), fc.constantFrom('--', '', 'run', '--limit', '--server', '"', "'", ' a '));
  const wrapped: fc.Arbitrary<WrappedCommand> = fc.record({
    client: fc.constantFrom('codex', 'claude'),
    server: text.filter((name) => name !== '--'),
    limitMs: fc.option(fc.nat(), { nil: undefined }),
    ownLimitMs: fc.option(fc.nat(), { nil: undefined }),
    progressExtends: fc.boolean(),
    allFolders: fc.constantFrom(undefined, true),
    ownsVariable: fc.constantFrom(undefined, true),
    command: text,
    args: fc.array(text, { maxLength: 5 }),
  });

  it('gives back what was wrapped', () => {
    fc.assert(
      fc.property(wrapped, fc.constantFrom(posix, windowsNode, windowsEditor), (original, runtime) => {
        const { limitMs, ownLimitMs, allFolders, ownsVariable, ...rest } = original;
        assert.deepEqual(unwrapCommand(wrapCommand(original, runtime)), {
          ...rest,
          ...(limitMs !== undefined && { limitMs }),
          ...(ownLimitMs !== undefined && { ownLimitMs }),
          ...(allFolders && { allFolders }),
          ...(ownsVariable && { ownsVariable }),
        });
      }),
    );
  });

  it('is recognized with another home, another shell path and unknown options', () => {
    const { args } = wrapCommand(tickets, posix);
    const script = (args[1] ?? '').replaceAll('$HOME', '/home/me');
    assert.equal(unwrapCommand({ command: '/bin/sh', args: ['-c', script, ...args.slice(2)] })?.command, 'npx');
    const more = [...args.slice(0, 4), '--newer', ...args.slice(4)];
    assert.deepEqual(unwrapCommand({ command: 'sh', args: more })?.args, ['-y', 'tickets']);
  });

  const others: [string, string, string[]][] = [
    ['another command', 'npx', ['-y', 'x']],
    ['another script', 'sh', ['-c', 'exec "$@"', 'sh', 'run', '--client', 'a', '--server', 'b', '--', 'x']],
    [
      'our script with more',
      'sh',
      wrapCommand(tickets, posix).args.map((arg) => arg.replace('shift; exec', 'shift; evil; exec')),
    ],
    [
      'a home that is computed',
      'sh',
      wrapCommand(tickets, posix).args.map((arg) => arg.replaceAll('$HOME', '$(evil)')),
    ],
    ['no command', 'sh', wrapCommand(tickets, posix).args.slice(0, -3)],
    ['the hook', 'node', ['/x/.mcp-elicitation/bin/proxy.cjs', 'hook', '--client', 'claude', '--', 'x']],
    ['no server', 'node', ['/x/.mcp-elicitation/bin/proxy.cjs', 'run', '--client', 'claude', '--', 'x']],
  ];
  for (const [what, command, args] of others) {
    it(`is not recognized in ${what}`, () => {
      assert.equal(unwrapCommand({ command, args }), undefined);
    });
  }
});

if (process.platform !== 'win32') {
  describe('the wrapped command, started', () => {
    let home = '';
    before(() => {
      home = mkdtempSync(join(tmpdir(), 'wrapped home-'));
    });
    after(() => rmSync(home, { recursive: true, force: true }));

    const args = ['a b', `"'$HOME\`x\``, '', '--', '*', '--limit', 'ä\n', '-c'];
    const printer = ['-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--'];

    function start(env: NodeJS.ProcessEnv, server = 'tickets'): string {
      const wrapped = { ...tickets, server, command: process.execPath, args: [...printer, ...args] };
      const { command, args: commandArgs } = wrapCommand(wrapped, posix);
      return execFileSync(command, commandArgs, { encoding: 'utf8', env });
    }

    for (const server of ['tickets', 'two words', '(', '!', '-n', '']) {
      it(`starts the server "${server}" directly without the proxy, with every argument as it is`, () => {
        assert.deepEqual(JSON.parse(start({ PATH: process.env['PATH'], HOME: home }, server)), args);
      });
    }

    it('starts the server directly without a home', () => {
      assert.deepEqual(JSON.parse(start({ PATH: process.env['PATH'] })), args);
    });

    it('gives the exit code and the signal of the server', () => {
      const run = (script: string) => {
        const { command, args: all } = wrapCommand({ ...tickets, command: 'sh', args: ['-c', script] }, posix);
        return spawnSync(command, all, { env: { PATH: process.env['PATH'], HOME: home } });
      };
      assert.equal(run('exit 7').status, 7);
      assert.equal(run('kill -TERM $$').signal, 'SIGTERM');
      const missing = wrapCommand({ ...tickets, command: '/no/such program', args: [] }, posix);
      assert.equal(spawnSync(missing.command, missing.args, { env: { HOME: home } }).status, 127);
    });

    it('starts the proxy of its own home with all arguments, if it may be executed', () => {
      const bin = join(home, '.mcp-elicitation', 'bin');
      const proxy = join(bin, 'proxy');
      mkdirSync(bin, { recursive: true });
      writeFileSync(
        proxy,
        `#!/bin/sh\nexec "${process.execPath}" ${printer.map((arg) => `'${arg}'`).join(' ')} "$@"\n`,
      );
      chmodSync(proxy, 0o600);
      assert.deepEqual(JSON.parse(start({ PATH: process.env['PATH'], HOME: home })), args);
      chmodSync(proxy, 0o700);
      const received = JSON.parse(start({ PATH: process.env['PATH'], HOME: home }));
      assert.deepEqual(received.slice(0, 3), ['run', '--client', 'codex']);
      assert.deepEqual(received.slice(-args.length), args);
    });
  });
}
