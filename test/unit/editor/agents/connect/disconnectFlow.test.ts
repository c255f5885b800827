import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { type DisconnectChoice, disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { type Answers, ConnectTestBed } from './connectTestBed.ts';

const codexFile = '.codex/config.toml';
const codexText = `[mcp_servers.tickets]
command = "node" # the runner
args = ["tickets.js"]

[mcp_servers.notes]
command = "notes"
`;
const claudeText = `{
  "mcpServers": { "tickets": { "command": "node", "args": ["a.js"] } },
  "projects": { "/app": { "mcpServers": { "tickets": { "command": "node", "args": ["b.js"] } } } }
}
`;

describe('Disconnect Agent', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
  });
  afterEach(() => bed.remove());

  const connect = (answers?: Answers) => connectByDialogs(bed.context(answers));
  const disconnect = (answers?: Answers, choice?: DisconnectChoice) =>
    disconnectByDialogs(bed.context(answers), choice);
  const names = async (client: string) => (await bed.connections.list(client)).map(({ server }) => server);
  const backups = () => readdir(bed.path('.mcp-elicitation/backups')).catch(() => []);

  it('restores every byte, removes the backup and the key, and offers to switch agents off', async () => {
    await bed.write(codexFile, codexText);
    await connect({ isRequired: true });
    assert.deepEqual([await names('codex'), (await backups()).length], [['notes', 'tickets'], 1]);
    await disconnect();
    assert.equal(await bed.read(codexFile), codexText);
    assert.deepEqual([await names('codex'), await backups()], [[], []]);
    assert.equal(await bed.keys.has('codex'), false);
    assert.ok(bed.events.includes('disconnected codex'));
    assert.equal(bed.texts.at(-1), 'Codex starts these servers without the proxy again: tickets, notes.');
    assert.equal(bed.isEnabled, false);
  });

  it('restores one server, and keeps the key for the others', async () => {
    await bed.write(codexFile, codexText);
    await connect();
    await disconnect({}, { client: 'codex', server: 'notes' });
    assert.deepEqual(await names('codex'), ['tickets']);
    assert.equal(await bed.keys.has('codex'), true);
    const text = await bed.read(codexFile);
    assert.match(text, /^command = "notes"$/m);
    assert.match(text, /^command = "sh" # the runner$/m);
    assert.equal(bed.isEnabled, true);
    await disconnect();
    assert.equal(await bed.read(codexFile), codexText);
  });

  it('does not ask which agent if it was chosen in the view, also beside another one', async () => {
    await bed.write(codexFile, codexText);
    await bed.write('.claude.json', claudeText);
    await connect();
    await connect({ agent: 'claude' });
    await disconnect({}, { client: 'codex' });
    assert.ok(!bed.events.includes('chooseConnected'));
    assert.equal(await bed.read(codexFile), codexText);
    assert.deepEqual([await names('codex'), await names('claude')], [[], ['tickets']]);
  });

  it('does nothing if the user dismisses the list', async () => {
    await bed.write(codexFile, codexText);
    await connect();
    const text = await bed.read(codexFile);
    await disconnect({ dismissed: ['chooseItems'] });
    assert.equal(await bed.read(codexFile), text);
    assert.deepEqual(await names('codex'), ['notes', 'tickets']);
  });

  it('finds servers of one name at several places of a file', async () => {
    await bed.write('.claude.json', claudeText);
    await connect({ agent: 'claude' });
    assert.equal((await bed.read('.claude.json')).match(/"sh", "run"/g)?.length, 2);
    assert.deepEqual(await names('claude'), ['tickets']);
    await disconnect({ agent: 'claude' });
    assert.equal(await bed.read('.claude.json'), claudeText);
    assert.deepEqual(await names('claude'), []);
  });

  it('restores servers of one name in two files', async () => {
    const text = '{"mcpServers":{"a":{"command":"x"}}}';
    const files = ['.codeium/windsurf/mcp_config.json', '.codeium/mcp_config.json'];
    for (const file of files) {
      await bed.write(file, text);
    }
    await connect({ agent: 'windsurf' });
    await disconnect({ agent: 'windsurf' });
    assert.deepEqual(await Promise.all(files.map((file) => bed.read(file))), [text, text]);
  });

  it('removes the hook with the file that was made for it', async () => {
    await bed.write('.claude.json', claudeText);
    await connect({ agent: 'claude', way: 'hook' });
    await disconnect({ agent: 'claude' });
    assert.deepEqual(await readdir(bed.path('.claude')), []);
    assert.equal(bed.texts.at(-1), `The hook of Claude Code was removed from ${bed.path('.claude/settings.json')}.`);
  });

  it('restores an entry that was renamed and moved, beside others that were added', async () => {
    await bed.write(codexFile, codexText);
    await connect({ servers: ['tickets'] });
    const changed = (await bed.read(codexFile)).replace('mcp_servers.tickets', 'mcp_servers.issues');
    await bed.write(codexFile, `# mine\n${changed}\n[mcp_servers.new]\ncommand = "new"\n`);
    await disconnect();
    const expected = codexText.replace('mcp_servers.tickets', 'mcp_servers.issues');
    assert.equal(await bed.read(codexFile), `# mine\n${expected}\n[mcp_servers.new]\ncommand = "new"\n`);
    assert.deepEqual(await names('codex'), []);
  });

  it('forgets servers that are not in the file any more, and says so', async () => {
    await bed.write(codexFile, codexText);
    await connect({ servers: ['notes'] });
    await rm(bed.path(codexFile));
    await disconnect();
    assert.equal(bed.texts.at(-1), 'No longer in the file of Codex: notes.');
    assert.deepEqual([await names('codex'), await bed.keys.has('codex')], [[], false]);
  });

  it('shows what to change in a file that it cannot change, and can retry until the user lets it forget', async () => {
    await bed.write(codexFile, codexText);
    await connect({ servers: ['tickets'] });
    const connected = await bed.read(codexFile);
    await bed.write(codexFile, `${connected}broken = [\n`);
    await disconnect({ dismissed: ['offerForgetting'] });
    assert.match(bed.shown.at(-1)?.after ?? '', /tickets: node tickets\.js/);
    assert.match(bed.texts.at(-1) ?? '', /^To be changed by hand: tickets\.$/);
    assert.deepEqual([await names('codex'), await bed.keys.has('codex')], [['tickets'], true]);
    await disconnect();
    assert.deepEqual([await names('codex'), await bed.keys.has('codex')], [[], false]);
    assert.equal(await bed.read(codexFile), `${connected}broken = [\n`);
  });

  it('shows the lines to restore in a file of a project', async () => {
    bed.folders = [bed.path('app')];
    const text = '{"mcpServers": {"tickets": {"command": "node", "args": ["tickets.js"]}}}';
    await bed.write('app/.gemini/settings.json', text);
    await connect({ agent: 'gemini' });
    await bed.write('app/.gemini/settings.json', `{"mcpServers": {${bed.copied[0]}}}`);
    await disconnect({ agent: 'gemini' });
    assert.match(bed.shown.at(-1)?.after ?? '', /"command": "node"/);
    assert.deepEqual([await names('gemini'), await bed.keys.has('gemini')], [[], false]);
  });

  it('says that nothing is connected', async () => {
    await disconnect();
    assert.deepEqual(bed.texts, ['No agent is connected.']);
  });
});
