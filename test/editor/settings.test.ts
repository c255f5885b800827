import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closePanel, panelTitled } from './panel.ts';
import {
  configure,
  environmentOf,
  failure,
  handmade,
  hang,
  isAlive,
  node,
  pidOf,
  received,
  recording,
  run,
  until,
  writeServers,
} from './support.ts';

describe('the setting of servers', () => {
  afterEach(() => configure({}));

  it('restarts the server whose entry changed, and no other', async () => {
    const other = handmade();
    await configure({ changed: handmade(), other });
    const before = await Promise.all([pidOf('changed'), pidOf('other')]);
    await configure({ other, changed: handmade({ env: { COLOUR: 'green' } }) });
    await until('the old process ends', () => !isAlive(before[0]));
    assert.equal((await environmentOf('changed'))['COLOUR'], 'green');
    assert.equal(await pidOf('other'), before[1]);
  });

  it('lets a server with a call in flight go on, and takes effect when it is started again', async () => {
    await configure({ busy: recording('busy') });
    const { ended } = await hang('busy');
    const pid = await pidOf('busy');
    await configure({ busy: recording('busy', { COLOUR: 'green' }) });
    assert.equal(await pidOf('busy'), pid);
    await run('restartServer', 'busy');
    assert.ok(failure('ServerStopped', 'restarted')(await ended));
    assert.equal((await environmentOf('busy'))['COLOUR'], 'green');
  });

  it('that no longer has a server ends its process and its calls', async () => {
    await configure({ removed: recording('removed') });
    const { ended } = await hang('removed');
    const pid = await pidOf('removed');
    await configure({});
    assert.ok(failure('ServerStopped', 'removed')(await ended));
    await until('the process ends', () => !isAlive(pid));
  });

  it('that switches a server off ends its process', async () => {
    await configure({ off: handmade() });
    const pid = await pidOf('off');
    await configure({ off: handmade({ enabled: false }) });
    await until('the process ends', () => !isAlive(pid));
    await assert.rejects(run('startServer', 'off'), failure('ServerDisabled', 'off'));
  });

  describe('with ten servers, two of them broken', () => {
    const good = Array.from({ length: 8 }, (_, index) => `good ${index + 1}`);

    beforeEach(() =>
      configure({
        ...Object.fromEntries(good.map((name) => [name, handmade()])),
        'bad key': handmade({ args: 'test/servers/handmade.ts' }),
        'no command': { command: 'no-such-command-anywhere' },
      }),
    );

    it('runs the eight others, each in a process of its own', async () => {
      const broken = Promise.allSettled(['bad key', 'no command'].map((name) => run('startServer', name)));
      const pids = await Promise.all(good.map(pidOf));
      assert.equal(new Set(pids).size, 8);
      assert.ok(pids.every(isAlive));
      await broken;
    });

    it('says what to do about a command that does not exist', () =>
      assert.rejects(
        run('startServer', 'no command'),
        failure('ServerFailedToStart', 'no command', 'Check that `no-such-command-anywhere` is installed'),
      ));

    for (const [command, argument] of [
      ['startServer', 'bad key'],
      ['callTool', { server: 'bad key', tool: 'pid' }],
    ] as const) {
      it(`says which key of an entry is wrong, to ${command}`, () =>
        assert.rejects(run(command, argument), failure('EntryInvalid', 'bad key', 'args')));
    }
  });

  it('does not let a server that never answers hold up the others', async () => {
    await configure({
      silent: { command: node, args: ['-e', 'setInterval(() => undefined, 1000)'] },
      prompt: handmade(),
    });
    const start = assert.rejects(run('startServer', 'silent'), failure('ServerStopped'));
    assert.ok(isAlive(await pidOf('prompt')));
    await run('stopServer', 'silent');
    await start;
  });

  it('starts no server by itself unless it is told to', async () => {
    const automatic = vscode.workspace.getConfiguration('mcpElicitation').inspect('autoStart');
    assert.equal(automatic?.defaultValue, 'onDemand');
    await configure({ idle: recording('not started'), used: handmade() });
    await pidOf('used');
    assert.equal(received('not started'), undefined);
  });

  describe('of a workspace', () => {
    const { Workspace } = vscode.ConfigurationTarget;

    afterEach(() => writeServers(undefined, Workspace));

    // Desktop test runs trust every folder, the browser's none; neither can be told otherwise from within.
    if (vscode.workspace.isTrusted) {
      it('starts no server before the person agreed', async () => {
        await writeServers({ theirs: recording('theirs') }, Workspace);
        await configure({});
        const start = assert.rejects(run('startServer', 'theirs'), failure('ServerNotAllowed', 'theirs'));
        await panelTitled('theirs');
        await closePanel();
        await start;
        assert.equal(received('theirs'), undefined);
      });

      it('does not take over the name of a server of the user', async () => {
        await writeServers({ same: handmade() }, Workspace);
        await configure({ same: handmade() });
        await assert.rejects(
          run('callTool', { server: 'same', tool: 'pid' }),
          failure('ServerAmbiguous', 'user:same', 'workspace:same'),
        );
      });
    } else {
      it('is not read as long as the workspace is not trusted', async () => {
        await writeServers({ theirs: recording('theirs') }, Workspace);
        await configure({});
        await assert.rejects(run('startServer', 'theirs'), failure('ServerNotFound', 'theirs'));
        assert.equal(received('theirs'), undefined);
      });

      it('does not take over the name of a server of the user', async () => {
        await writeServers({ same: recording('theirs') }, Workspace);
        await configure({ same: recording('mine') });
        await pidOf('same');
        assert.ok(received('mine'));
        assert.equal(received('theirs'), undefined);
      });
    }

    it('cannot alter a server of the user', async () => {
      await writeServers({ mine: handmade({ env: { WHOSE: "the workspace's" } }) }, Workspace);
      await configure({ mine: handmade({ env: { WHOSE: 'mine' } }) });
      assert.equal((await environmentOf('user:mine'))['WHOSE'], 'mine');
    });
  });
});
