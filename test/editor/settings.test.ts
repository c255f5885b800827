import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closePanel, panelTitled } from './panelInEditor.ts';
import {
  configure,
  environmentOf,
  executeOurCommand,
  failure,
  handmadeEntry,
  hang,
  isAlive,
  nodePath,
  pidOf,
  received,
  recording,
  untilInEditor,
  writeServers,
} from './support.ts';

describe('the setting `servers`', () => {
  afterEach(() => configure({}));

  it('restarts the server whose entry changed, and no other', async () => {
    const other = handmadeEntry();
    await configure({ changed: handmadeEntry(), other });
    const oldPids = await Promise.all([pidOf('changed'), pidOf('other')]);
    await configure({ other, changed: handmadeEntry({ env: { COLOUR: 'green' } }) });
    await untilInEditor('the old process ends', () => !isAlive(oldPids[0]));
    assert.equal((await environmentOf('changed'))['COLOUR'], 'green');
    assert.equal(await pidOf('other'), oldPids[1]);
  });

  it('does not restart a server during a call, and takes effect at its next start', async () => {
    await configure({ busy: recording('busy') });
    const { ended } = await hang('busy');
    const pid = await pidOf('busy');
    await configure({ busy: recording('busy', { COLOUR: 'green' }) });
    assert.equal(await pidOf('busy'), pid);
    await executeOurCommand('restartServer', 'busy');
    assert.ok(failure('ServerStopped', 'restarted')(await ended));
    assert.equal((await environmentOf('busy'))['COLOUR'], 'green');
  });

  it('ends the process and the calls of a server that is removed from it', async () => {
    await configure({ removed: recording('removed') });
    const { ended } = await hang('removed');
    const pid = await pidOf('removed');
    await configure({});
    assert.ok(failure('ServerStopped', 'removed')(await ended));
    await untilInEditor('the process ends', () => !isAlive(pid));
  });

  it('ends the process of a server that it switches off', async () => {
    await configure({ off: handmadeEntry() });
    const pid = await pidOf('off');
    await configure({ off: handmadeEntry({ enabled: false }) });
    await untilInEditor('the process ends', () => !isAlive(pid));
    await assert.rejects(executeOurCommand('startServer', 'off'), failure('ServerDisabled', 'off'));
  });

  describe('with ten servers, of which two cannot start', () => {
    const validServers = Array.from({ length: 8 }, (_, index) => `good ${index + 1}`);

    beforeEach(() =>
      configure({
        ...Object.fromEntries(validServers.map((name) => [name, handmadeEntry()])),
        'bad key': handmadeEntry({ args: 'test/servers/handmade.ts' }),
        'no command': { command: 'no-such-command-anywhere' },
      }),
    );

    it('runs the eight others, each in a separate process', async () => {
      const failingStarts = Promise.allSettled(
        ['bad key', 'no command'].map((name) => executeOurCommand('startServer', name)),
      );
      const pids = await Promise.all(validServers.map(pidOf));
      assert.equal(new Set(pids).size, 8);
      assert.ok(pids.every(isAlive));
      await failingStarts;
    });

    it('causes an error with advice for a command that does not exist', () =>
      assert.rejects(
        executeOurCommand('startServer', 'no command'),
        failure('ServerFailedToStart', 'no command', 'Check that `no-such-command-anywhere` is installed'),
      ));

    for (const [command, argument] of [
      ['startServer', 'bad key'],
      ['callTool', { server: 'bad key', tool: 'pid' }],
    ] as const) {
      it(`causes an error of ${command} that names the key with the invalid value`, () =>
        assert.rejects(executeOurCommand(command, argument), failure('EntryInvalid', 'bad key', 'args')));
    }
  });

  it('lets other servers start while one never responds', async () => {
    await configure({
      silent: { command: nodePath, args: ['-e', 'setInterval(() => undefined, 1000)'] },
      responsive: handmadeEntry(),
    });
    const start = assert.rejects(executeOurCommand('startServer', 'silent'), failure('ServerStopped'));
    assert.ok(isAlive(await pidOf('responsive')));
    await executeOurCommand('stopServer', 'silent');
    await start;
  });

  it('starts no server automatically by default', async () => {
    const automatic = vscode.workspace.getConfiguration('mcpElicitation').inspect('autoStart');
    assert.equal(automatic?.defaultValue, 'onDemand');
    await configure({ idle: recording('not started'), used: handmadeEntry() });
    await pidOf('used');
    assert.equal(received('not started'), undefined);
  });

  describe('of a workspace', () => {
    const { Workspace } = vscode.ConfigurationTarget;

    afterEach(() => writeServers(undefined, Workspace));

    // Test runs on a desktop trust every folder, and those in a browser trust none. A test cannot change that.
    if (vscode.workspace.isTrusted) {
      it('starts no server before the user has agreed', async () => {
        await writeServers({ theirs: recording('theirs') }, Workspace);
        await configure({});
        const start = assert.rejects(executeOurCommand('startServer', 'theirs'), failure('ServerNotAllowed', 'theirs'));
        await panelTitled('theirs');
        await closePanel();
        await start;
        assert.equal(received('theirs'), undefined);
      });

      it('does not take over the name of a server of the user', async () => {
        await writeServers({ same: handmadeEntry() }, Workspace);
        await configure({ same: handmadeEntry() });
        await assert.rejects(
          executeOurCommand('callTool', { server: 'same', tool: 'pid' }),
          failure('ServerAmbiguous', 'user:same', 'workspace:same'),
        );
      });
    } else {
      it('is not read as long as the workspace is not trusted', async () => {
        await writeServers({ theirs: recording('theirs') }, Workspace);
        await configure({});
        await assert.rejects(executeOurCommand('startServer', 'theirs'), failure('ServerNotFound', 'theirs'));
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
      await writeServers({ mine: handmadeEntry({ env: { WHOSE: "the workspace's" } }) }, Workspace);
      await configure({ mine: handmadeEntry({ env: { WHOSE: 'mine' } }) });
      assert.equal((await environmentOf('user:mine'))['WHOSE'], 'mine');
    });
  });
});
