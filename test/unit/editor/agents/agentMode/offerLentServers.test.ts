import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { Grants } from '#core/agents/lending/grants.ts';
import { Emitter } from '#core/common/events.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { lentServers } from '#editor/agents/agentMode/lentServers.ts';
import { eventually } from '#test/eventually.ts';
import { definitionOf } from '#test/host/samples.ts';
import * as editor from '#test/unit/editor/dialogs.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

interface Definition {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly version: string | undefined;
  readonly cwd?: { readonly fsPath: string };
}

/** As VS Code calls it. */
interface Provider {
  onDidChangeMcpServerDefinitions(listener: () => void): unknown;
  provideMcpServerDefinitions(): Promise<readonly Definition[]>;
  resolveMcpServerDefinition(definition: Definition): Promise<Definition | undefined>;
}

const program = '/extension/dist/proxy.cjs';
const secret = 'hunter2hunter2';
const tickets = definitionOf('tickets', { env: { TOKEN: secret } });

describe("servers that are lent to the editor's own agent", () => {
  let home = '';
  let grants: Grants;
  let window: string | undefined;
  let definitions: readonly ServerDefinition[];
  let isEnabled: boolean;
  let reads = 0;
  let offered: { dispose(): void } | undefined;
  const agentsChanged = new Emitter<void>();
  const serversChanged = new Emitter<void>();
  const focused = new Emitter<{ focused: boolean }>();
  const originalWindow = { ...editor.window };
  const originalWorkspace = { ...editor.workspace };
  const warnings: string[] = [];

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'home-'));
    grants = new Grants(homeFolder(home));
    grants.onDidChange(() => agentsChanged.fire());
    window = '0123456789abcdef';
    definitions = [tickets, definitionOf('docs')];
    isEnabled = true;
    reads = 0;
    warnings.length = 0;
    Object.assign(editor.window, { onDidChangeWindowState: focused.event });
    Object.assign(editor.workspace, { workspaceFolders: [{ uri: { scheme: 'file', fsPath: '/project' } }] });
  });

  afterEach(async () => {
    offered?.dispose();
    Object.assign(editor.window, originalWindow);
    Object.assign(editor.workspace, originalWorkspace);
    delete editor.lm.registerMcpServerDefinitionProvider;
    delete editor.cursor.mcp;
    await rm(home, { recursive: true });
  });

  const offer = () =>
    withVscodeStub(async () => {
      const { offerLentServers } = await import('#editor/agents/agentMode/offerLentServers.ts');
      const agents = {
        ...{ home: homeFolder(home), program, onDidChange: agentsChanged.event },
        windowId: async () => window,
        lentServers: (client: string, all: readonly ServerDefinition[]) => {
          reads += 1;
          return lentServers(grants, client, all);
        },
      };
      Object.defineProperty(agents, 'isEnabled', { get: () => isEnabled });
      offered = offerLentServers(
        agents as typeof agents & { readonly isEnabled: boolean },
        {
          get settings() {
            return { definitions };
          },
          onDidChange: serversChanged.event,
        },
        (line) => warnings.push(line),
      );
    });

  const switchAgents = (on: boolean) => {
    isEnabled = on;
    window = on ? 'fedcba9876543210' : undefined;
    agentsChanged.fire();
  };

  it('cost nothing in an editor without an agent', async () => {
    await grants.grant('vscode', tickets);
    await offer();
    serversChanged.fire();
    focused.fire({ focused: true });
    assert.equal(reads, 0);
  });

  describe('in VS Code', () => {
    let provider: Provider;
    let changes = 0;
    const offerToVscode = async () => {
      editor.lm.registerMcpServerDefinitionProvider = (id, registered) => {
        assert.equal(id, 'mcpElicitation.lentServers');
        provider = registered as Provider;
        return new editor.Disposable(() => undefined);
      };
      changes = 0;
      await offer();
      provider.onDidChangeMcpServerDefinitions(() => {
        changes += 1;
      });
    };
    const names = async () => (await provider.provideMcpServerDefinitions()).map(({ label }) => label);
    /** Waits until the editor was told of a change, and asks as it does then. */
    const namesAfter = async (count: number) => {
      await eventually('a change', () => changes === count);
      return names();
    };

    it('are provided without a secret, a key or an id of the window, which are added when one starts', async () => {
      await grants.grant('vscode', tickets);
      await offerToVscode();
      const [definition, ...others] = await provider.provideMcpServerDefinitions();
      assert.ok(definition);
      assert.deepEqual(others, []);
      assert.deepEqual(definition.args, ['serve', '--client', 'vscode', '--server', 'tickets']);
      assert.deepEqual([definition.command, definition.env], [join(homeFolder(home).bin, 'proxy'), {}]);
      assert.ok(!JSON.stringify(definition).includes(secret));
      const resolved = await provider.resolveMcpServerDefinition(definition);
      assert.deepEqual(
        [resolved?.label, resolved?.command, resolved?.args[0], resolved?.cwd?.fsPath],
        ['tickets', process.execPath, program, '/project'],
      );
      assert.deepEqual(resolved?.env, { ELECTRON_RUN_AS_NODE: '1', MCP_ELICITATION_WINDOW: window });
      assert.equal(resolved?.version, definition.version);
    });

    it('are none while agents are off, and none of them starts', async () => {
      await grants.grant('vscode', tickets);
      await offerToVscode();
      const [definition] = await provider.provideMcpServerDefinitions();
      assert.ok(definition);
      switchAgents(false);
      reads = 0;
      assert.deepEqual(await namesAfter(1), []);
      assert.equal(await provider.resolveMcpServerDefinition(definition), undefined);
      serversChanged.fire();
      focused.fire({ focused: true });
      assert.equal(reads, 0);
      switchAgents(true);
      assert.deepEqual(await namesAfter(2), ['tickets']);
    });

    it('change when one is lent and when that ends, in this window or in another one', async () => {
      await offerToVscode();
      assert.deepEqual(await names(), []);
      const { grant } = await grants.grant('vscode', tickets);
      assert.deepEqual(await namesAfter(1), ['tickets']);
      await new Grants(homeFolder(home)).grant('vscode', definitionOf('docs'));
      focused.fire({ focused: false });
      focused.fire({ focused: true });
      assert.deepEqual(await namesAfter(2), ['tickets', 'docs']);
      await grants.revoke('vscode', grant);
      assert.deepEqual(await namesAfter(3), ['docs']);
    });

    it('are not changed by what other clients get, or by calls of agents', async () => {
      await grants.grant('vscode', tickets);
      await offerToVscode();
      await names();
      await grants.grant('codex', definitionOf('docs'));
      agentsChanged.fire();
      const docs = definitionOf('docs');
      await grants.grant('vscode', docs);
      assert.deepEqual(await namesAfter(1), ['tickets', 'docs']);
    });

    it('have another version when their entry is another one, and are gone when it is removed or disabled', async () => {
      await grants.grant('vscode', tickets);
      await offerToVscode();
      const [before] = await provider.provideMcpServerDefinitions();
      definitions = [definitionOf('tickets', { env: { TOKEN: 'another' } })];
      serversChanged.fire();
      await eventually('a change', () => changes === 1);
      const [after] = await provider.provideMcpServerDefinitions();
      assert.equal(after?.label, 'tickets');
      assert.notEqual(after?.version, before?.version);
      definitions = [definitionOf('tickets', { enabled: false })];
      serversChanged.fire();
      assert.deepEqual(await namesAfter(2), []);
    });
  });

  describe('in Cursor', () => {
    const acts: string[] = [];
    let last: { readonly name: string; readonly server: Omit<Definition, 'label' | 'version'> } | undefined;
    const offerToCursor = async () => {
      acts.length = 0;
      editor.cursor.mcp = {
        registerServer: (config: NonNullable<typeof last>) => {
          last = config;
          acts.push(`+${config.name}`);
        },
        unregisterServer: (name: string) => void acts.push(`-${name}`),
      };
      // Forks have the function of VS Code, too.
      editor.lm.registerMcpServerDefinitionProvider = () => assert.fail('registered in both ways');
      await offer();
    };
    const untilActs = (...expected: readonly string[]) =>
      eventually(`the acts ${expected}`, () => JSON.stringify(acts) === JSON.stringify(expected));

    it('are registered with the whole program, and with nothing secret', async () => {
      await grants.grant('cursor', tickets);
      await offerToCursor();
      await untilActs('+tickets');
      assert.deepEqual(last?.server, {
        command: process.execPath,
        args: [program, 'serve', '--client', 'cursor', '--server', 'tickets'],
        env: { ELECTRON_RUN_AS_NODE: '1', MCP_ELICITATION_WINDOW: window },
      });
    });

    it('follow what is lent, the entries and the window, and are unregistered at the end', async () => {
      await offerToCursor();
      const { grant } = await grants.grant('cursor', tickets);
      await untilActs('+tickets');
      definitions = [definitionOf('tickets', { env: { TOKEN: 'another' } })];
      serversChanged.fire();
      await untilActs('+tickets', '-tickets', '+tickets');
      acts.length = 0;
      switchAgents(false);
      await untilActs('-tickets');
      switchAgents(true);
      await untilActs('-tickets', '+tickets');
      assert.equal(last?.server.env['MCP_ELICITATION_WINDOW'], window);
      acts.length = 0;
      await grants.revoke('cursor', grant);
      await untilActs('-tickets');
      await grants.grant('cursor', tickets);
      await untilActs('-tickets', '+tickets');
      offered?.dispose();
      await untilActs('-tickets', '+tickets', '-tickets');
      offered = undefined;
    });

    it('are written to the log if Cursor does not take them', async () => {
      await offerToCursor();
      Object.assign(editor.cursor.mcp ?? {}, {
        registerServer: () => {
          throw new Error('no room');
        },
      });
      await grants.grant('cursor', tickets);
      await eventually('a warning', () => warnings.length > 0);
      assert.match(warnings[0] ?? '', /Cursor .* no room/);
    });
  });
});
