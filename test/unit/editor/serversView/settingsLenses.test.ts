import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '#core/common/events.ts';
import { type Scope, serverId } from '#core/model/definition.ts';
import type { ServerState } from '#core/model/serverState.ts';
import type { Servers } from '#core/servers/servers.ts';
import { ServerNode } from '#editor/serversView/treeNodes.ts';
import { eventually } from '#test/eventually.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

const user: Scope = { kind: 'user' };
const workspace: Scope = { kind: 'workspace', uri: 'file:///here' };
const stopped: ServerState = { kind: 'stopped' };
const running: ServerState = {
  kind: 'running',
  serverInfo: { protocolVersion: '2025-11-25', era: 'legacy', declares: { logging: false, completions: false } },
};
const failed: ServerState = { kind: 'failed', failure: { name: 'ServerFailedToStart', summary: 'It did not start.' } };

function serverIn(scope: Scope, name: string, state: ServerState, enabled = true) {
  const definition = { id: serverId(scope, name), name, scope, entry: { enabled } };
  return { definition, state, hasPendingChange: false, isSigningIn: false };
}

type FakeServer = ReturnType<typeof serverIn>;

/** A window with servers, and the lenses above the entries of one settings file. */
class Window {
  readonly #changed = new Emitter<void>();
  servers: FakeServer[] = [];
  /** How often the lenses were requested to be read again. */
  changes = 0;
  /** How often all servers were read. */
  reads = 0;
  /** Properties of `vscode.workspace`. */
  open: Readonly<Record<string, unknown>> = {};

  change(...servers: FakeServer[]): void {
    this.servers = servers;
    this.#changed.fire();
  }

  /** Runs `action` with a function that returns the lenses of a document, each as line and command. */
  async run(action: (lenses: (path: string, text: string, scheme?: string) => string[]) => void | Promise<void>) {
    await withVscodeStub(async () => {
      const stub = await import('#test/unit/editor/dialogs.ts');
      Object.assign(stub.workspace, { workspaceFile: undefined, workspaceFolders: undefined }, this.open);
      const { SettingsLenses } = await import('#editor/serversView/settingsLenses.ts');
      const servers = {
        onDidChange: this.#changed.event,
        get: (id: string) => this.servers.find(({ definition }) => definition.id === id),
      };
      Object.defineProperty(servers, 'all', {
        get: () => {
          this.reads += 1;
          return this.servers;
        },
      });
      const storage = stub.Uri.file('/data/User/globalStorage/ours') as unknown as vscode.Uri;
      const lenses = new SettingsLenses(servers as unknown as Servers, storage);
      const subscription = lenses.onDidChangeCodeLenses(() => {
        this.changes += 1;
      });
      await action((path, text, scheme = 'file') => {
        const uri = { ...stub.Uri.file(path), scheme, toString: () => `${scheme}://${path}` };
        const document = { uri, getText: () => text, positionAt: (offset: number) => offset };
        return lenses.provideCodeLenses(document as unknown as vscode.TextDocument).map(({ command, range }) => {
          assert.equal(command?.command === '', command?.arguments === undefined);
          assert.ok(command?.arguments?.every((argument) => argument instanceof ServerNode) ?? true);
          const line = text.slice(0, range.start as unknown as number).split('\n').length;
          return [line, command?.command.replace('mcpElicitation.', ''), command?.title].filter(Boolean).join(' ');
        });
      });
      subscription.dispose();
      lenses.dispose();
      Object.assign(stub.workspace, { workspaceFile: undefined, workspaceFolders: undefined });
    });
  }
}

const settings = '{ "mcpElicitation.servers": {\n"files": {}\n} }';
const userFile = '/data/User/settings.json';
const folder = (path: string) => ({
  name: path.slice(1),
  uri: { scheme: 'file', fsPath: path, path, toString: () => `file://${path}` },
});

describe('the actions above the entries of a settings file', () => {
  let window: Window;
  beforeEach(() => {
    window = new Window();
  });

  for (const [server, commands] of [
    [serverIn(user, 'files', stopped), ['startServer Start', 'showServerLog Show Log']],
    [
      serverIn(user, 'files', { kind: 'starting' }),
      ['$(loading~spin) starting', 'stopServer Stop', 'showServerLog Show Log'],
    ],
    [
      serverIn(user, 'files', running),
      ['$(check) running', 'stopServer Stop', 'restartServer Restart', 'showServerLog Show Log'],
    ],
    [
      { ...serverIn(user, 'files', running), hasPendingChange: true },
      ['$(warning) changed: restart to apply', 'stopServer Stop', 'restartServer Restart', 'showServerLog Show Log'],
    ],
    [serverIn(user, 'files', failed), ['$(error) failed', 'restartServer Restart', 'showServerLog Show Log']],
    [
      serverIn(user, 'files', { ...failed, restarts: true }),
      [
        '$(loading~spin) restarting automatically',
        'stopServer Stop',
        'restartServer Restart',
        'showServerLog Show Log',
      ],
    ],
    [serverIn(user, 'files', stopped, false), ['$(circle-slash) disabled']],
  ] as const) {
    it(`are those of the server's state: ${commands[0]}`, () => {
      window.servers = [server];
      return window.run((lenses) =>
        assert.deepEqual(
          lenses(userFile, settings),
          commands.map((command) => `2 ${command}`),
        ),
      );
    });
  }

  it('stay on their line while the JSON is broken', () => {
    window.servers = [serverIn(user, 'files', stopped)];
    return window.run((lenses) =>
      assert.deepEqual(
        lenses(userFile, '{ "mcpElicitation.servers": {\n"new": {"command": ,},\n"files": {"args": [\n'),
        ['3 startServer Start', '3 showServerLog Show Log'],
      ),
    );
  });

  it('do not exist for an entry that is not in force yet, or any more', () => {
    window.servers = [serverIn(user, 'others', running)];
    return window.run((lenses) => assert.deepEqual(lenses(userFile, settings), []));
  });

  it('are those of the scope of the file, not of a server of the same name', async () => {
    window.servers = [serverIn(user, 'files', stopped), serverIn(workspace, 'files', running)];
    window.open = { workspaceFolders: [folder('/here')] };
    await window.run((lenses) => {
      assert.equal(lenses(userFile, settings)[0], '2 startServer Start');
      assert.equal(lenses('/here/.vscode/settings.json', settings)[0], '2 $(check) running');
    });
    window.servers = [serverIn(user, 'files', stopped)];
    await window.run((lenses) => assert.deepEqual(lenses('/here/.vscode/settings.json', settings), []));
  });

  it('are found in a workspace file, and in each of its folders', async () => {
    const scope = { kind: 'folder' as const, name: 'two', path: '/two' };
    window.servers = [serverIn(workspace, 'files', running), serverIn(scope, 'files', failed)];
    window.open = {
      workspaceFile: { toString: () => 'file:///all.code-workspace' },
      workspaceFolders: [folder('/one'), folder('/two')],
    };
    await window.run((lenses) => {
      const inWorkspaceFile = `{ "folders": [],\n"settings": ${settings} }`;
      assert.equal(lenses('/all.code-workspace', inWorkspaceFile)[0], '3 $(check) running');
      assert.equal(lenses('/two/.vscode/settings.json', settings)[0], '2 $(error) failed');
      assert.deepEqual(lenses('/one/.vscode/settings.json', settings), []);
    });
  });

  for (const [path, scheme] of [
    ['/User/settings.json', 'vscode-userdata'],
    ['/data/User/profiles/a1b2/settings.json', 'file'],
    ['/data/Machine/settings.json', 'file'],
  ] as const) {
    it(`are those of the user in ${scheme}:${path}`, () => {
      window.servers = [serverIn(user, 'files', running)];
      return window.run((lenses) => assert.equal(lenses(path, settings, scheme)[0], '2 $(check) running'));
    });
  }

  it('do not exist in a file that is no settings file of this window', () => {
    window.servers = [serverIn(user, 'files', running), serverIn(workspace, 'files', running)];
    window.open = { workspaceFolders: [folder('/here')] };
    return window.run((lenses) => {
      for (const path of ['/elsewhere/.vscode/settings.json', '/here/settings.json', '/other.code-workspace']) {
        assert.deepEqual(lenses(path, settings), [], path);
      }
    });
  });

  it('are read again when a state changes, and not for the progress of a call', () =>
    window.run(async () => {
      const server = serverIn(user, 'files', stopped);
      const changesAfter = async (...servers: FakeServer[]) => {
        const { reads } = window;
        window.change(...servers);
        await eventually('the states are read', () => window.reads > reads);
        return window.changes;
      };
      assert.equal(await changesAfter(server), 1);
      assert.equal(await changesAfter({ ...server }), 1);
      assert.equal(await changesAfter({ ...server, state: running }), 2);
      assert.equal(await changesAfter({ ...server, state: running, hasPendingChange: true }), 3);
      assert.equal(await changesAfter(), 4);
    }));
});
