import assert from 'node:assert/strict';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { definitionOf } from '#test/host/samples.ts';
import { ConnectTestBed } from './connectTestBed.ts';

const codexFile = '.codex/config.toml';
const codexText = '[mcp_servers.tickets]\ncommand = "node"\n';

describe('Connect an Agent, if a file cannot be changed', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
  });
  afterEach(() => bed.remove());

  it('keeps what another window has connected meanwhile if writing fails', async () => {
    await bed.write(codexFile, codexText);
    const context = bed.context({ servers: ['tickets'] });
    const elsewhere = bed.context({ servers: ['tickets'] });
    // The key is made between the record and the change of the file.
    const create = bed.keys.create.bind(bed.keys);
    bed.keys.create = async (client) => {
      bed.keys.create = create;
      await create(client);
      await connectByDialogs(elsewhere);
    };
    await connectByDialogs(context);
    assert.match(bed.texts.at(-1) ?? '', /Nothing was connected\. .*changed at the same time/);
    assert.deepEqual([(await bed.connections.list('codex')).length, await bed.keys.has('codex')], [1, true]);
    await disconnectByDialogs(bed.context());
    assert.equal(await bed.read(codexFile), codexText);
  });

  it('says why it failed, also if what it recorded cannot be taken back', async () => {
    await bed.write(codexFile, codexText);
    Object.assign(bed.keys, { create: () => Promise.reject(new Error('The key could not be written.')) });
    Object.assign(bed.connections, { takeBack: () => Promise.reject(new Error('The disk is full.')) });
    await connectByDialogs(bed.context({ servers: ['tickets'] }));
    assert.equal(bed.texts.at(-1), 'Nothing was connected. The key could not be written.');
  });

  for (const [agent, way] of [
    ['editor', undefined],
    ['codex', 'lent'],
  ] as const) {
    it(`says why it failed, also if what it lent to ${agent} cannot be taken back`, async () => {
      await bed.write(codexFile, codexText);
      bed.definitions = [definitionOf('docs')];
      bed.lendable = [definitionOf('docs')];
      Object.assign(bed.keys, { create: () => Promise.reject(new Error('The key could not be written.')) });
      Object.assign(bed.grants, { takeBack: () => Promise.reject(new Error('The disk is full.')) });
      await connectByDialogs(bed.context({ agent, ...(way && { way }) }));
      assert.equal(bed.texts.at(-1), 'Nothing was connected. The key could not be written.');
    });
  }

  it('leaves at most a record that Disconnect removes if two windows fail at the same time', async () => {
    await bed.write(codexFile, codexText);
    const record = { server: 'tickets', fingerprint: '', undo: [{ path: bed.path(codexFile), servers: [] }] };
    const change = await bed.connections.connect('codex', record);
    const elsewhere = await bed.connections.connect('codex', record);
    await bed.connections.takeBack('codex', change);
    await bed.connections.takeBack('codex', elsewhere);
    await disconnectByDialogs(bed.context());
    assert.equal(bed.texts.at(-1), 'No longer in the file of Codex: tickets.');
    assert.deepEqual([await bed.connections.list('codex'), await bed.read(codexFile)], [[], codexText]);
  });

  it('says which of two files could not be changed, and offers to undo the other', async () => {
    const text = '{"mcpServers":{"a":{"command":"x"}}}';
    const [first, second] = ['.codeium/windsurf/mcp_config.json', '.codeium/mcp_config.json'] as const;
    await bed.write(first, text);
    await bed.write(second, text);
    const context = bed.context({ agent: 'windsurf', undoes: true });
    const confirmChange: typeof context.dialogs.confirmChange = async ({ path }) => {
      if (path === bed.path(second)) {
        await bed.write(second, `${text}\n`);
      }
      return true;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, confirmChange } });
    const [told = '', undone, ...others] = bed.texts;
    assert.match(told, /^Windsurf is connected: a\./);
    assert.ok(told.includes(`${bed.path(second)} was not changed. The file was changed at the same time.`), told);
    assert.equal(undone, 'Windsurf starts these servers without the proxy again: a.');
    assert.deepEqual([others, await bed.read(first), await bed.read(second)], [[], text, `${text}\n`]);
    assert.deepEqual(await bed.connections.list('windsurf'), []);
  });

  it('takes back all that it recorded, also two servers of one name', async () => {
    const servers = { tickets: { command: 'node' } };
    const text = JSON.stringify({ mcpServers: servers, projects: { '/app': { mcpServers: servers } } });
    await bed.write('.claude.json', text);
    const context = bed.context({ agent: 'claude' });
    const confirmChange = async () => {
      await bed.write('.claude.json', `${text}\n`);
      return true;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, confirmChange } });
    assert.match(bed.texts.at(-1) ?? '', /Nothing was connected\. .*changed at the same time/);
    assert.deepEqual([await bed.connections.list('claude'), await bed.keys.has('claude')], [[], false]);
  });
});
