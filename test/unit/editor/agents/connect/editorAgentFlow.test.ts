import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { definitionOf } from '#test/host/samples.ts';
import { posixIt } from '#test/posix.ts';
import { type Answers, ConnectTestBed } from './connectTestBed.ts';

const tickets = definitionOf('tickets', { command: 'node', args: ['tickets.js', '--token', 's3cret-token'] });
const docs = definitionOf('docs', { type: 'http', url: 'https://docs.example.com/mcp' } as object);
const demo = { ...definitionOf('demo'), scope: { kind: 'builtIn' } as const };

describe("connecting the editor's own agent", () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
    bed.definitions = [tickets, docs, demo, definitionOf('off', { enabled: false })];
  });
  afterEach(() => bed.remove());

  const connect = (answers: Answers = {}) => connectByDialogs(bed.context({ agent: 'editor', ...answers }));
  const lent = async () => (await bed.grants.list('vscode')).map(({ server }) => server);
  const outcomeOf = async (definition = tickets) =>
    (await bed.grants.find('vscode', definition.name, [definition])).outcome;

  it('shows the entries without secrets, switches agents on, and lends the chosen servers', async () => {
    await connect({ servers: ['tickets'] });
    assert.deepEqual(bed.events, [...['chooseAgent', 'chooseForEditor', 'confirmLending', 'enabled', 'offerUndo']]);
    assert.deepEqual([await lent(), await bed.keys.has('vscode')], [['tickets'], true]);
    const [change] = bed.lendings;
    assert.equal(change?.title, 'Connect Agent Mode of VS Code');
    const text = change.text;
    assert.match(text, /Connecting also switches agents on/);
    assert.match(text, /^\+ tickets: node tickets\.js --token •••$/m);
    assert.doesNotMatch(text, /s3cret|docs/);
    assert.match(bed.texts.at(-1) ?? '', /^Agent Mode of VS Code is connected: tickets\. VS Code starts them/);
  });

  it('is offered where it is switched off only if something is lent to it', async () => {
    bed.editorAgentIsOff = true;
    await connect();
    assert.ok(!bed.offeredAgents.includes('editor'));
    bed.editorAgentIsOff = false;
    await connect({ servers: ['tickets'] });
    bed.editorAgentIsOff = true;
    await connect({ servers: [] });
    assert.deepEqual(await lent(), []);
  });

  it('is offered with the agents that were found, those with servers first', async () => {
    await bed.write('.codex/config.toml', 'model = "x"\n');
    await bed.write('.gemini/settings.json', '{"mcpServers":{"a":{"command":"x"}}}');
    await connect({ dismissed: ['chooseAgent'] });
    assert.deepEqual(bed.offeredAgents.slice(0, 2), ['gemini', 'codex']);
    assert.ok(bed.offeredAgents.includes('editor'));
  });

  it('offers neither the demo nor servers that are switched off', async () => {
    await connect();
    assert.deepEqual(await lent(), ['docs', 'tickets']);
  });

  for (const dialog of ['chooseAgent', 'chooseForEditor', 'confirmLending'] as const) {
    it(`changes nothing if the user dismisses ${dialog}`, async () => {
      await connect({ dismissed: [dialog] });
      assert.equal(bed.events.at(-1), dialog);
      assert.deepEqual([await lent(), bed.isEnabled, existsSync(homeFolder(bed.userHome).root)], [[], false, false]);
    });
  }

  it('ends the use of servers that are not chosen any more, and keeps the others', async () => {
    await connect();
    await connect({ servers: ['docs'] });
    assert.deepEqual(await lent(), ['docs']);
    assert.match(bed.lendings.at(-1)?.text ?? '', /^- tickets$/m);
    assert.equal(bed.texts.at(-1), 'VS Code does not use them any more: tickets.');
    await connect({ servers: [] });
    assert.deepEqual([await lent(), await bed.keys.has('vscode')], [[], false]);
    assert.equal(bed.events.at(-2), 'disconnected vscode');
  });

  it('changes nothing if the choice is as before', async () => {
    await connect({ servers: ['tickets'] });
    bed.events.length = 0;
    await connect({ servers: ['tickets'] });
    assert.deepEqual(bed.events, ['chooseAgent', 'chooseForEditor']);
  });

  it('lends a server whose entry has changed again', async () => {
    await connect({ servers: ['tickets'] });
    const changed = definitionOf('tickets', { command: 'node', args: ['other.js'] });
    bed.definitions = [changed];
    assert.equal(await outcomeOf(changed), 'changed');
    await connect({ servers: ['tickets'] });
    assert.deepEqual([await outcomeOf(changed), await lent()], ['granted', ['tickets']]);
  });

  it('is undone', async () => {
    await connect({ servers: ['docs'] });
    await connect({ servers: ['tickets'], undoes: true });
    assert.deepEqual(await lent(), ['docs']);
  });

  posixIt('leaves what was lent as it was if it fails, and says so', async () => {
    const { lent: folder, root } = homeFolder(bed.userHome);
    await mkdir(root, { mode: 0o700 });
    await mkdir(folder);
    await chmod(folder, 0o755);
    await connect({ servers: ['tickets'] });
    assert.match(bed.texts.at(-1) ?? '', /^Nothing was connected\. .*must be a folder of yours/);
    assert.deepEqual([await lent(), await bed.keys.has('vscode')], [[], false]);
  });

  it('says that there is nothing to use in a window without servers', async () => {
    bed.definitions = [demo];
    await connect();
    assert.deepEqual(bed.texts, ['This window has no server that VS Code could use. Add one first.']);
  });

  describe('and disconnecting it', () => {
    const disconnect = (answers: Answers = {}, server?: string) =>
      disconnectByDialogs(
        bed.context({ agent: 'editor', ...answers }),
        server === undefined ? undefined : { client: 'vscode', server, isLent: true },
      );

    it('ends the use of the chosen servers, and the key with the last one', async () => {
      await connect();
      await disconnect({ items: ['tickets'] });
      assert.deepEqual([await lent(), await bed.keys.has('vscode'), bed.isEnabled], [['docs'], true, true]);
      assert.equal(bed.texts.at(-1), 'VS Code does not use them any more: tickets.');
      await disconnect();
      assert.deepEqual([await lent(), await bed.keys.has('vscode'), bed.isEnabled], [[], false, false]);
      assert.ok(bed.events.includes('disconnected vscode'));
    });

    for (const way of ['Disconnect', 'Connect'] as const) {
      it(`removes the entry that another editor has added to the agent's file: ${way}`, async () => {
        const text = '{\n  "mcpServers": {}\n}\n';
        await bed.write('.cursor/mcp.json', text);
        bed.lendable = [tickets];
        await connectByDialogs(bed.context({ agent: 'cursor', way: 'lent' }));
        assert.match(await bed.read('.cursor/mcp.json'), /tickets/);
        const inCursor = {
          ...bed.context({ agent: 'editor', ...(way === 'Connect' && { servers: [] }) }),
          editor: { client: 'cursor', name: 'Cursor', definitions: [tickets], isOff: false },
        };
        await (way === 'Connect' ? connectByDialogs(inCursor) : disconnectByDialogs(inCursor));
        assert.equal(await bed.read('.cursor/mcp.json'), text);
        assert.deepEqual(await bed.grants.list('cursor'), []);
        assert.match(bed.texts.at(-1) ?? bed.texts.join(), /Cursor does not use them any more: tickets\./);
      });
    }

    it('asks only about the server of the view', async () => {
      await connect();
      await disconnect({}, 'docs');
      assert.ok(!bed.events.includes('chooseConnected'));
      assert.deepEqual(await lent(), ['tickets']);
    });

    it('ends the use of servers of folders that are not open', async () => {
      const path = join(bed.userHome, 'project');
      await mkdir(path);
      bed.definitions = [{ ...tickets, scope: { kind: 'folder', name: 'project', path } }];
      await connect();
      bed.definitions = [];
      await disconnect();
      assert.deepEqual(await lent(), []);
    });

    it('keeps the key while a server of its own file is connected', async () => {
      await connect({ servers: ['tickets'] });
      await bed.connections.connect('vscode', { server: 'other', fingerprint: 'f' });
      await disconnect();
      assert.equal(await bed.keys.has('vscode'), true);
    });

    it('is offered beside other agents, and agents stay on as long as one is connected', async () => {
      await bed.write('.codex/config.toml', '[mcp_servers.tickets]\ncommand = "node"\n');
      await connectByDialogs(bed.context());
      await connect({ servers: ['tickets'] });
      await disconnectByDialogs(bed.context({ agent: 'codex' }));
      assert.deepEqual([await lent(), bed.isEnabled], [['tickets'], true]);
      await disconnect();
      assert.equal(bed.isEnabled, false);
    });

    it('says that nothing is connected', async () => {
      await disconnect();
      assert.deepEqual(bed.texts, ['No agent is connected.']);
    });
  });
});
