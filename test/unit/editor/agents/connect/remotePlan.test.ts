import assert from 'node:assert/strict';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { definitionOf } from '#test/host/samples.ts';
import { type Answers, ConnectTestBed } from './connectTestBed.ts';

const claudeFile = '.claude.json';
const claudeText = `{
  "mcpServers": {
    "tickets": {
      "type": "http",
      "url": "https://tickets.example/mcp",
      "headers": { "Authorization": "Bearer s3cret-token-1", "X-Team": "red" }
    },
    "notes": { "command": "notes" },
    "old": { "type": "sse", "url": "https://old.example/sse" }
  }
}
`;
const entry = {
  type: 'http',
  url: 'https://tickets.example/mcp',
  headers: { Authorization: `Bearer \${input:tickets-authorization}`, 'X-Team': 'red' },
};

describe('Connect an Agent, with a server that it reaches by a URL', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
    await bed.write(claudeFile, claudeText);
  });
  afterEach(() => bed.remove());

  const connect = (answers: Answers = {}) => connectByDialogs(bed.context({ agent: 'claude', ...answers }));
  const disconnect = (answers: Answers = {}) => disconnectByDialogs(bed.context({ agent: 'claude', ...answers }));
  const granted = async (client = 'claude') => (await bed.grants.list(client)).map(({ server }) => server);
  const isAsBefore = async () => {
    assert.equal(await bed.read(claudeFile), claudeText);
    assert.deepEqual([await granted(), await bed.keys.has('claude')], [[], false]);
    assert.deepEqual([bed.settings.size, bed.inputs.size, bed.secrets.size], [0, 0, 0]);
  };

  it('adds it to the user settings without a secret, lends it, and replaces the entry, in one change', async () => {
    await connect({ servers: ['tickets'] });
    assert.deepEqual(bed.events, [
      ...['chooseAgent', 'chooseWay', 'chooseServers', 'chooseOptions', 'confirmChange', 'enabled', 'added tickets'],
      ...['tried 100000000', 'whileTrying', 'offerUndo'],
    ]);
    assert.deepEqual([...bed.settings], [['tickets', entry]]);
    assert.deepEqual([...bed.secrets], [['tickets-authorization', 's3cret-token-1']]);
    assert.deepEqual(await granted(), ['tickets']);
    const written = JSON.parse(await bed.read(claudeFile)) as { mcpServers: Record<string, { args?: string[] }> };
    assert.deepEqual(Object.keys(written.mcpServers), ['tickets', 'notes', 'old']);
    assert.ok(written.mcpServers['tickets']?.args?.join(' ').includes('serve --client claude --server tickets'));
    const [change, ...others] = bed.shown;
    assert.equal(others.length, 0);
    assert.match(change?.before ?? '', /"url": "https:\/\/tickets\.example\/mcp"/);
    assert.match(
      change?.after ?? '',
      /"serve".*\n[\s\S]*\/\/ User settings of this editor\n[\s\S]*"mcpElicitation\.servers"/,
    );
    assert.match(change?.after ?? '', /Bearer \$\{input:tickets-authorization\}/);
    assert.doesNotMatch(`${change?.before}${change?.after}`, /s3cret/);
    assert.match(
      change?.remarks.join(' ') ?? '',
      /lent: tickets\. .*secret storage.* that of Claude Code is not taken over/,
    );
    assert.match(bed.texts[0] ?? '', /^Claude Code is connected: tickets\. tickets was tried/);
  });

  it('says that it has to ask the user first, if it needs a sign-in', async () => {
    bed.trial = { kind: 'needsUser' };
    await connect({ servers: ['tickets'] });
    assert.match(
      bed.texts[0] ?? '',
      /^Claude Code is connected: tickets\. tickets has to ask you first, for a sign-in/,
    );
  });

  it('is connected beside one that the agent starts, and all of it is undone to the byte', async () => {
    await connect({ servers: ['tickets', 'notes'], undoes: true });
    assert.equal(bed.shown.length, 1);
    assert.match(bed.shown[0]?.after ?? '', /"notes"/);
    await isAsBefore();
    const [text = '', ...others] = bed.texts.slice(1);
    assert.deepEqual(others, []);
    assert.match(text, /^Claude Code starts these servers without the proxy again: notes\./);
    assert.match(text, /tickets was removed from the user settings of this editor, to which Connect had added it\.$/);
  });

  it('says after Undo what stays, and what could not be undone', async () => {
    const context = bed.context({ agent: 'claude', servers: ['tickets'], undoes: true });
    const offerUndo: typeof context.dialogs.offerUndo = async () => {
      bed.settings.set('tickets', { ...entry, headers: {} });
      return true;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, offerUndo } });
    assert.match(bed.texts.at(-1) ?? '', /tickets stays in the user settings of this editor\.$/);

    bed.settings.clear();
    const again = bed.context({ agent: 'claude', servers: ['tickets'], dismissed: ['offerCopy'] });
    const changeFile: typeof again.dialogs.offerUndo = async () => {
      await bed.write(claudeFile, '{ broken');
      return true;
    };
    await connectByDialogs({ ...again, dialogs: { ...again.dialogs, offerUndo: changeFile } });
    assert.equal(bed.texts.at(-1), 'To be changed by hand: tickets, lent by this editor.');
  });

  it('is restored to the byte by Disconnect, which removes it from the settings', async () => {
    await connect({ servers: ['tickets', 'notes'] });
    await disconnect();
    await isAsBefore();
    assert.deepEqual(await readdir(bed.path('.mcp-elicitation/backups')), []);
    const [text = ''] = bed.texts.slice(-1);
    assert.match(text, /Claude Code reaches these servers without this editor again: tickets\./);
    assert.match(text, /tickets was removed from the user settings of this editor, to which Connect had added it\./);
  });

  it('stays in the settings if the user has changed it there, or another agent uses it', async () => {
    await connect({ servers: ['tickets'] });
    bed.settings.set('tickets', { ...entry, headers: {} });
    await disconnect();
    assert.equal(await bed.read(claudeFile), claudeText);
    assert.equal(bed.settings.size, 1);
    assert.match(bed.texts.at(-1) ?? '', /tickets stays in the user settings of this editor\./);

    bed.settings.clear();
    await connect({ servers: ['tickets'] });
    await bed.grants.grant('codex', definitionOf('tickets'));
    await disconnect();
    assert.deepEqual([bed.settings.size, await granted('codex')], [1, ['tickets']]);

    bed.settings.clear();
    await connect({ servers: ['tickets'] });
    const { grant } = await bed.grants.grant('codex', definitionOf('tickets'), { path: '/file' });
    await bed.grants.stop('codex', grant);
    await disconnect();
    assert.equal(bed.settings.size, 0);
  });

  for (const dialog of ['chooseWay', 'chooseServers', 'chooseOptions', 'confirmChange'] as const) {
    it(`changes nothing if the user dismisses ${dialog}`, async () => {
      await connect({ servers: ['tickets'], dismissed: [dialog] });
      await isAsBefore();
    });
  }

  it('leaves everything as it was if the file was changed meanwhile', async () => {
    const context = bed.context({ agent: 'claude', servers: ['tickets'] });
    const confirmChange = async () => {
      await bed.write(claudeFile, `${claudeText}\n`);
      return true;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, confirmChange } });
    assert.match(bed.texts.join(), /Nothing was connected\. .*changed at the same time/);
    await bed.write(claudeFile, claudeText);
    await isAsBefore();
  });

  it('leaves everything as it was if the settings cannot be written', async () => {
    const context = bed.context({ agent: 'claude', servers: ['tickets'] });
    const add = () => Promise.reject(new Error('The settings are read-only.'));
    await connectByDialogs({
      ...context,
      userServers: { ...context.userServers, add, entries: new Map(), inputIds: [], hasValue: async () => false },
    });
    assert.match(bed.texts.join(), /Nothing was connected\. The settings are read-only\./);
    await isAsBefore();
  });

  it('gets another name if the settings have another server of its name', async () => {
    bed.settings.set('tickets', { command: 'mine' });
    await connect({ servers: ['tickets'] });
    assert.deepEqual([...bed.settings.keys()], ['tickets', 'tickets-2']);
    assert.match(await bed.read(claudeFile), /"tickets": \{[^}]*"--server", "tickets-2"/);
    assert.match(bed.shown[0]?.after ?? '', /"tickets-2": \{\n/);
    await disconnect();
    assert.deepEqual([await bed.read(claudeFile), [...bed.settings.keys()]], [claudeText, ['tickets']]);
  });

  it('is the one of the settings if that is the same and has no secret, and stays there', async () => {
    const own = { type: 'http', url: 'https://x.example/mcp' };
    const text = JSON.stringify({ mcpServers: { x: own } });
    await bed.write(claudeFile, text);
    bed.settings.set('x', own);
    await connect();
    assert.deepEqual([[...bed.settings], await granted()], [[['x', own]], ['x']]);
    assert.doesNotMatch(bed.shown[0]?.after ?? '', /User settings/);
    await disconnect();
    assert.deepEqual([await bed.read(claudeFile), [...bed.settings]], [text, [['x', own]]]);
  });

  it('is two servers here where two entries of the agent have its name', async () => {
    const own = { type: 'http', url: 'https://x.example/mcp' };
    const projects = { '/app': { mcpServers: { x: own } } };
    const text = JSON.stringify({ mcpServers: { x: own }, projects }, null, 2);
    await bed.write(claudeFile, text);
    await connect();
    assert.deepEqual(await granted(), ['x', 'x-2']);
    await disconnect();
    assert.equal(await bed.read(claudeFile), text);
    assert.equal(bed.settings.size, 0);
  });

  it('is two servers here where two files of the agent have its name', async () => {
    const text = JSON.stringify({ mcpServers: { x: { url: 'https://x.example/mcp' } } });
    const files = ['.codeium/windsurf/mcp_config.json', '.codeium/mcp_config.json'];
    for (const file of files) {
      await bed.write(file, text);
    }
    const texts = () => Promise.all(files.map((file) => bed.read(file)));
    await connect({ agent: 'windsurf' });
    assert.deepEqual(await granted('windsurf'), ['x', 'x-2']);
    assert.ok((await texts()).every((written) => written !== text));
    await disconnect({ agent: 'windsurf' });
    assert.deepEqual([await texts(), await granted('windsurf'), bed.settings.size], [[text, text], [], 0]);
  });

  it('is remembered until its entry is back, also where the file cannot be changed', async () => {
    await connect({ servers: ['tickets'] });
    const written = await bed.read(claudeFile);
    await bed.write(claudeFile, '{ broken');
    await disconnect({ dismissed: ['offerCopy'] });
    assert.match(bed.shown.at(-1)?.remarks.join(' ') ?? '', /Put the earlier entry of tickets back yourself/);
    const found = await bed.grants.find('claude', 'tickets', [definitionOf('tickets')]);
    assert.equal(found.outcome, 'notGranted');
    await bed.write(claudeFile, written);
    await disconnect();
    await isAsBefore();
  });

  it('is remembered where its file cannot be read or is gone, until the user has copied its entry', async () => {
    await connect({ servers: ['tickets'] });
    const written = await bed.read(claudeFile);
    const states: Readonly<Record<string, () => Promise<unknown>>> = {
      'not a regular file': () => mkdir(bed.path(claudeFile)),
      'has no server tickets': async () => undefined,
      'has no server tickets any more': () => bed.write(claudeFile, '{}'),
    };
    for (const [reason, replaceFile] of Object.entries(states)) {
      await rm(bed.path(claudeFile), { recursive: true, force: true });
      await replaceFile();
      await disconnect({ dismissed: ['offerCopy'] });
      assert.ok(bed.texts.at(-2)?.includes(reason), reason);
      assert.equal(bed.texts.at(-1), 'To be changed by hand: tickets, lent by this editor.');
      assert.deepEqual([await granted(), bed.settings.size], [['tickets'], 1]);
    }
    await bed.write(claudeFile, written);
    await disconnect();
    await isAsBefore();

    await connect({ servers: ['tickets'] });
    await rm(bed.path(claudeFile));
    await disconnect();
    assert.match(bed.copied.at(-1) ?? '', /"url": "https:\/\/tickets\.example\/mcp"/);
    assert.deepEqual([await granted(), bed.settings.size], [[], 0]);
  });

  it('is forgotten, with the copy of the file, if the user has put its entry back', async () => {
    await connect({ servers: ['tickets'] });
    await bed.write(claudeFile, claudeText);
    await disconnect();
    assert.ok(!bed.events.includes('offerCopy'));
    await isAsBefore();
    assert.deepEqual(await readdir(bed.path('.mcp-elicitation/backups')), []);
  });

  it('is not offered in a file of a project, over HTTP+SSE, or for the agent of this editor', async () => {
    bed.folders = [bed.path('app')];
    await bed.write('app/.mcp.json', '{"mcpServers": {"x": {"type": "http", "url": "https://x.example"}}}');
    const context = bed.context({ agent: 'claude' });
    const refusals = new Map<string, string | undefined>();
    const chooseServers: typeof context.dialogs.chooseServers = async (_, rows) => {
      for (const { server } of rows) {
        refusals.set(server.name, server.refusal);
      }
      return undefined;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, chooseServers } });
    assert.match(refusals.get('x') ?? '', /belongs to a project/);
    assert.match(refusals.get('old') ?? '', /Streamable HTTP/);
    assert.equal(refusals.get('tickets'), undefined);

    bed.definitions = [];
    const user = { '.config/Code/User/mcp.json': '{"servers": {"y": {"type": "http", "url": "https://y.example"}}}' };
    for (const [path, text] of Object.entries(user)) {
      await bed.write(path, text);
    }
    const own = bed.context({ agent: 'vscode' });
    const environment = { ...own.environment, profileFolders: [bed.path('.config/Code/User')] };
    await connectByDialogs({ ...own, environment, dialogs: { ...own.dialogs, chooseServers } });
    assert.match(refusals.get('y') ?? '', /^Import it with Import Servers/);
  });
});
