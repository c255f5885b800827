import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { readClientKey } from '#agentProtocol/homeFolder.ts';
import { parseWindowFile, type WindowFile } from '#agentProtocol/windowFile.ts';
import type { WindowAgents } from '#editor/agents/windowAgents.ts';
import { eventually } from '#test/eventually.ts';
import { AgentClient } from '#test/host/agentClient.ts';
import { TestHost } from '#test/host/testHost.ts';
import { settled } from '#test/host/until.ts';
import { enableMockTimers } from '#test/mockTimers.ts';
import * as editor from '#test/unit/editor/dialogs.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

type Change = { affectsConfiguration(section: string): boolean };

describe('agents in a window', () => {
  let home = '';
  let extension = '';
  let host: TestHost;
  let agents: WindowAgents;
  let settings: Record<string, unknown>;
  let present: () => Promise<unknown>;
  const listeners = new Set<(event: Change) => void>();
  const windowListeners = new Set<(state: { focused: boolean }) => void>();
  const variables = new Map<string, string>();
  const problems: string[] = [];
  const original = { ...editor.workspace };
  const originalWindow = { ...editor.window };
  const originalCommands = { ...editor.commands };
  /** By these, Node finds the home directory: on Windows by the second one. */
  const homeVariables = ['HOME', 'USERPROFILE'];
  const originalHomes = homeVariables.map((name) => [name, process.env[name]] as const);

  const on =
    <T>(set: Set<T>) =>
    (listener: T) => {
      set.add(listener);
      return { dispose: () => set.delete(listener) };
    };
  const set = (name: string, value: unknown) => {
    settings[`mcpElicitation.agents.${name}`] = value;
    for (const listener of listeners) {
      listener({ affectsConfiguration: (section) => `mcpElicitation.agents.${name}`.startsWith(section) });
    }
  };

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'home-'));
    extension = await mkdtemp(join(tmpdir(), 'extension-'));
    await symlink(extension, join(extension, 'dist'));
    await writeFile(join(extension, 'proxy.cjs'), '// the program');
    for (const name of homeVariables) process.env[name] = home;
    settings = {};
    present = async () => undefined;
    variables.clear();
    problems.length = 0;
    host = new TestHost();
    Object.assign(editor.workspace, {
      workspaceFolders: [{ uri: editor.Uri.file(extension) }, { uri: { scheme: 'virtual', fsPath: '/elsewhere' } }],
      onDidChangeConfiguration: on(listeners),
      getConfiguration: () => ({
        inspect: (id: string) => ({ globalValue: settings[id] }),
        update: async (id: string, value: unknown) => set(id.replace('mcpElicitation.agents.', ''), value),
      }),
    });
    Object.assign(editor.window, { onDidChangeWindowState: on(windowListeners) });
    Object.assign(editor.commands, { executeCommand: () => present() });
  });

  afterEach(async () => {
    mock.timers.reset();
    await agents.end();
    agents.dispose();
    await host.end();
    Object.assign(editor.workspace, original);
    Object.assign(editor.window, originalWindow);
    Object.assign(editor.commands, originalCommands);
    for (const [name, value] of originalHomes) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await rm(home, { recursive: true });
    await rm(extension, { recursive: true });
  });

  const create = () =>
    withVscodeStub(async () => {
      const { WindowAgents: Created } = await import('#editor/agents/windowAgents.ts');
      const context = {
        extension: { packageJSON: { version: '1.2.3' } },
        extensionUri: { fsPath: extension },
        environmentVariableCollection: {
          persistent: true,
          description: undefined,
          replace: (name: string, value: string) => variables.set(name, value),
          delete: (name: string) => variables.delete(name),
        },
      } as unknown as ConstructorParameters<typeof Created>[0];
      agents = new Created(
        context,
        { ...host.services, decideUnverified: async () => 'stop' },
        { ...host.services, definitions: () => [] } as unknown as ConstructorParameters<typeof Created>[2],
        { log: { warn: () => undefined }, showProblem: (text) => problems.push(text) },
      );
    });
  const files = async (): Promise<readonly WindowFile[]> => {
    const names = await readdir(agents.home.windows).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(join(agents.home.windows, name), 'utf8')));
    return texts.flatMap((text) => parseWindowFile(text) ?? []);
  };

  it('create nothing while they are off', async () => {
    await create();
    await agents.install();
    await agents.end();
    assert.equal(existsSync(agents.home.root), false);
    assert.deepEqual([agents.isEnabled, agents.isListening, variables.size], [false, false, 0]);
  });

  it('listen, copy the program and name the window in terminals once they are on, and leave nothing that listens when they are off', async () => {
    await create();
    await agents.enable();
    const [file] = await files();
    assert.deepEqual([agents.isListening, file?.folders], [true, [extension]]);
    assert.deepEqual([...variables], [['MCP_ELICITATION_WINDOW', file?.id]]);
    assert.deepEqual((await readdir(agents.home.bin)).toSorted(), ['proxy', 'proxy.cjs', 'runtimes', 'version']);
    assert.equal(await readFile(join(agents.home.bin, 'proxy.cjs'), 'utf8'), '// the program');
    assert.match(await readFile(join(agents.home.bin, 'runtimes'), 'utf8'), /^node:\//);
    set('enabled', false);
    await eventually('the end', () => !agents.isListening);
    await eventually('no file', async () => (await files()).length === 0);
    assert.deepEqual([variables.size, await readdir(agents.home.run)], [0, []]);
  });

  it('note in the file of the window when it closes', async () => {
    settings['mcpElicitation.agents.enabled'] = true;
    await create();
    await eventually('the window', () => agents.isListening);
    await agents.end();
    assert.ok((await files())[0]?.closedAt);
  });

  it('end at once also while another window copies the program, or was ended while it did so', async () => {
    const left = join(home, '.mcp-elicitation', 'bin', 'installing');
    await mkdir(left, { recursive: true, mode: 0o700 });
    const times = enableMockTimers('setTimeout');
    await create();
    const isWaiting = () => times.includes(50);
    const enabled = agents.enable();
    await settled(() => agents.isListening && isWaiting());
    set('enabled', false);
    await settled(() => !agents.isListening);
    await enabled;
    settings['mcpElicitation.agents.enabled'] = true;
    times.length = 0;
    const again = agents.enable();
    await settled(() => agents.isListening && isWaiting());
    await agents.end();
    await again;
    assert.ok((await files())[0]?.closedAt);
    assert.deepEqual(await readdir(join(left, '..')), ['installing']);
    assert.deepEqual(problems, []);
  });

  it('note when the window had the focus', async () => {
    await create();
    await agents.enable();
    const before = (await files())[0]?.focusedAt ?? 0;
    for (const listener of windowListeners) {
      listener({ focused: false });
    }
    await eventually('a later time', async () => ((await files())[0]?.focusedAt ?? 0) >= before && before > 0);
  });

  it('tell a client whether the workbench answers, and how long results are kept', async () => {
    await create();
    await agents.enable();
    await agents.keys.create('codex');
    const connect = async () => {
      const key = await readClientKey(agents.home, 'codex');
      const [file] = await files();
      assert.ok(key && file);
      return AgentClient.connect({ path: file.socket, key });
    };
    const first = await connect();
    assert.deepEqual([first.welcome?.present, first.welcome?.keepMs], [true, 600_000]);
    set('keepMinutes', 2);
    present = () => new Promise(() => undefined);
    const second = await connect();
    assert.deepEqual([second.welcome?.present, second.welcome?.keepMs], [false, 120_000]);
    agents.disconnect('codex');
    await first.closed();
    await second.closed();
  });

  it('close the connection of a server that was disconnected, while another one of its agent stays', async () => {
    await create();
    await agents.enable();
    await agents.keys.create('codex');
    const connect = async (server: string) => {
      const { connection } = await agents.connections.connect('codex', { server, fingerprint: 'f'.repeat(43) });
      const key = await readClientKey(agents.home, 'codex');
      const [file] = await files();
      assert.ok(key && file);
      return { connection, client: await AgentClient.connect({ path: file.socket, key, hello: { server } }) };
    };
    const [{ connection, client: tickets }, { client: bank }] = [await connect('tickets'), await connect('bank')];
    await agents.connections.disconnect('codex', connection);
    agents.connectionsChanged();
    await tickets.closed();
    assert.deepEqual(tickets.messages, [{ type: 'closing', reason: 'disabled', isDisconnected: true }]);
    assert.ok(!bank.isClosed);
    bank.end();
  });

  it('say why they cannot be switched on', async () => {
    await writeFile(join(home, '.mcp-elicitation'), 'no folder');
    await create();
    await assert.rejects(agents.enable(), /must be a folder of yours/);
    assert.deepEqual(problems, []);
    set('keepMinutes', 3);
    await eventually('a message', () => problems.length > 0);
    assert.match(problems[0] ?? '', /Agents cannot ask in this window/);
  });

  it('listen also if the program cannot be copied, say that once, and copy it later', async () => {
    settings['mcpElicitation.agents.enabled'] = true;
    await rm(join(extension, 'proxy.cjs'));
    enableMockTimers('setTimeout');
    await create();
    await settled(() => problems.length > 0);
    assert.ok(agents.isListening);
    assert.match(problems[0] ?? '', /^Could not copy the program by which agents ask.*ENOENT/);
    await assert.rejects(agents.install(), { code: 'ENOENT' });
    await writeFile(join(extension, 'proxy.cjs'), '// the program');
    await settled(async () => {
      mock.timers.tick(60_000);
      return (await readdir(agents.home.bin)).includes('proxy');
    });
    assert.equal(problems.length, 1);
  });
});
