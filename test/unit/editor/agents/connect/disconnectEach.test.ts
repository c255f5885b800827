import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { definitionOf } from '#test/host/samples.ts';
import { posixIt } from '#test/posix.ts';
import { ConnectTestBed } from './connectTestBed.ts';

const codexFile = '.codex/config.toml';
const claudeFile = '.claude.json';
const claudeText = '{"mcpServers": {"docs": {"type": "http", "url": "https://docs.example/mcp"}}}';

describe('Disconnect Agent, if something of it fails', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
  });
  afterEach(() => bed.remove());

  /** Puts a folder in the place of the only copy, which cannot be deleted like a file. */
  async function keepCopy(): Promise<string> {
    const folder = bed.path('.mcp-elicitation/backups');
    const [name = '', ...others] = await readdir(folder);
    assert.deepEqual(others, []);
    const copy = join(folder, name);
    await rm(copy);
    await mkdir(copy);
    return copy;
  }
  const left = async (client: string) => ({
    connected: (await bed.connections.list(client)).map(({ server }) => server),
    lent: (await bed.grants.list(client)).map(({ server }) => server),
    hasKey: await bed.keys.has(client),
  });
  const nothing = { connected: [], lent: [], hasKey: false };

  it('ends every connection, and names a copy that cannot be deleted', async () => {
    const text = '[mcp_servers.tickets]\ncommand = "node"\n';
    await bed.write(codexFile, text);
    await connectByDialogs(bed.context());
    await bed.connections.connect('codex', { server: 'elsewhere', fingerprint: 'x' });
    const copy = await keepCopy();
    await disconnectByDialogs(bed.context());
    assert.deepEqual([await left('codex'), await bed.read(codexFile)], [nothing, text]);
    const told = bed.texts.at(-1) ?? '';
    assert.match(told, /^Codex starts these servers without the proxy again: tickets\. .*elsewhere/);
    assert.ok(told.includes(copy), told);
  });

  it('removes the server that Connect has added to the user settings, also if the copy stays', async () => {
    await bed.write(claudeFile, claudeText);
    await connectByDialogs(bed.context({ agent: 'claude' }));
    assert.deepEqual([...bed.settings.keys()], ['docs']);
    const copy = await keepCopy();
    await disconnectByDialogs(bed.context({ agent: 'claude' }));
    assert.deepEqual([await left('claude'), bed.settings.size], [nothing, 0]);
    assert.equal(await bed.read(claudeFile), claudeText);
    const told = bed.texts.at(-1) ?? '';
    assert.match(told, /docs was removed from the user settings of this editor/);
    assert.ok(told.includes(copy), told);
  });

  posixIt('says that the added server stays, if what is lent to another agent cannot be read', async () => {
    await bed.write(claudeFile, claudeText);
    await connectByDialogs(bed.context({ agent: 'claude' }));
    const file = bed.path('.mcp-elicitation/lent/zed.0.json');
    const context = bed.context({ agent: 'claude' });
    const { chooseItems } = context.dialogs;
    context.dialogs.chooseItems = async (...shown) => {
      await writeFile(file, '{}');
      await chmod(file, 0o644);
      return chooseItems(...shown);
    };
    await disconnectByDialogs(context);
    assert.deepEqual([await left('claude'), bed.settings.size], [nothing, 1]);
    assert.ok(
      bed.texts.some((text) => text.includes('docs stays in the user settings of this editor.') && text.includes(file)),
      bed.texts.join('\n'),
    );
  });

  it('handles each chosen item, also behind one that fails, and says what became of all', async () => {
    await bed.write(codexFile, '[mcp_servers.own]\ncommand = "node"\n');
    bed.lendable = [definitionOf('bank'), definitionOf('tickets')];
    await connectByDialogs(bed.context({ servers: ['own'] }));
    await connectByDialogs(bed.context({ way: 'lent' }));
    const stop = bed.grants.stop.bind(bed.grants);
    bed.grants.stop = async (client, grant) => {
      if (grant.server === 'bank') throw new Error('The disk is full.');
      return stop(client, grant);
    };
    await disconnectByDialogs(bed.context());
    assert.deepEqual(await left('codex'), { connected: [], lent: ['bank'], hasKey: true });
    assert.equal(
      bed.texts.at(-1),
      'Not everything could be disconnected. The disk is full. Codex starts these servers without the proxy again: own. ' +
        'Codex can no longer use these servers of this editor: tickets.',
    );
  });

  it("handles each chosen server of the editor's own agent", async () => {
    bed.definitions = [definitionOf('bank'), definitionOf('tickets')];
    await connectByDialogs(bed.context({ agent: 'editor' }));
    const stop = bed.grants.stop.bind(bed.grants);
    bed.grants.stop = async (client, grant) => {
      if (grant.server === 'bank') throw new Error('The disk is full.');
      return stop(client, grant);
    };
    await disconnectByDialogs(bed.context({ agent: 'editor' }));
    assert.deepEqual(await left('vscode'), { connected: [], lent: ['bank'], hasKey: true });
    const ended = 'VS Code does not use them any more: tickets.';
    assert.equal(bed.texts.at(-1), `Not everything could be disconnected. The disk is full. ${ended}`);
  });
});
