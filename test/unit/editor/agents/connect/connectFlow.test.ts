import assert from 'node:assert/strict';
import { readdir, symlink } from 'node:fs/promises';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { posix, windowsEditor } from '#test/unit/core/agents/connect/fixtures.ts';
import { type Answers, ConnectTestBed } from './connectTestBed.ts';

const codexFile = '.codex/config.toml';
const codexText = `# My servers
model = "gpt-5"

[mcp_servers.tickets] # the tracker
command = "node"
args = ["tickets.js", "--token", "s3cret-token"]
env = { TICKETS_KEY = "hidden" }

[mcp_servers.docs]
url = "https://docs.example.com/mcp"
`;

describe('Connect an Agent', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
  });
  afterEach(() => bed.remove());

  const connect = (answers?: Answers) => connectByDialogs(bed.context(answers));
  const dialogsShown = () => bed.events.filter((event) => !/^(installed|enabled|tried)/.test(event));

  it('shows the change, switches agents on, records the server and writes it, in this order, and tries it', async () => {
    await bed.write(codexFile, codexText);
    await connect({ servers: ['tickets'] });
    assert.deepEqual(bed.events, [
      ...['chooseAgent', 'chooseServers', 'chooseOptions', 'confirmChange', 'enabled'],
      ...['tried s3cret-token', 'whileTrying', 'offerUndo'],
    ]);
    const written = await bed.read(codexFile);
    assert.match(written, /^command = "sh"$/m);
    assert.match(written, /^tool_timeout_sec = 86400$/m);
    assert.ok(!written.includes('required'));
    const [connection, ...others] = await bed.connections.list('codex');
    assert.deepEqual(others, []);
    assert.equal(connection?.server, 'tickets');
    assert.equal(connection.fingerprint, commandFingerprint(['node', 'tickets.js', '--token', 's3cret-token']));
    assert.equal(await bed.keys.has('codex'), true);
    assert.match(bed.texts[0] ?? '', /^Codex is connected: tickets\. tickets was tried: it offers 2 tools\./);
  });

  it('shows only the lines of the entry, without secrets', async () => {
    await bed.write(codexFile, codexText);
    await connect({ servers: ['tickets'], dismissed: ['confirmChange'] });
    const [{ before = '', after } = { after: '' }] = bed.shown;
    assert.match(before, /^\[mcp_servers\.tickets\].*\ncommand = "node"$/m);
    assert.match(after, /^\[mcp_servers\.tickets\].*\ncommand = "sh"$/m);
    assert.match(after, /^tool_timeout_sec = 86400$/m);
    for (const text of [before, after]) {
      assert.match(text, /^env = \{ TICKETS_KEY = "•••" \}$/m);
      assert.doesNotMatch(text, /s3cret|hidden|gpt-5|docs/);
    }
  });

  it('shows entries of JSON as JSON, those of a project below its path', async () => {
    const server = (name: string) => ({ command: 'node', args: [`${name}.js`], env: { KEY: 'hidden' } });
    const own = { mcpServers: { tickets: server('tickets'), notes: server('notes') } };
    const file = { ...own, projects: { '/work/shop': { mcpServers: { tickets: server('shop') } } }, other: 1 };
    await bed.write('.claude.json', JSON.stringify(file, null, 2));
    await connect({ agent: 'claude', dismissed: ['confirmChange'] });
    const [{ before = '', after } = { after: '' }] = bed.shown;
    const masked = (name: string) => ({ ...server(name), env: { KEY: '•••' } });
    assert.deepEqual(JSON.parse(before), {
      tickets: masked('tickets'),
      notes: masked('notes'),
      '/work/shop': { tickets: masked('shop') },
    });
    assert.deepEqual(Object.keys(JSON.parse(after)), ['tickets', 'notes', '/work/shop']);
  });

  it('says once what it means that agents are switched on, together with the change', async () => {
    await bed.write(codexFile, codexText);
    for (const isSaid of [true, false]) {
      await connect({ servers: ['tickets'] });
      assert.equal(/every window listens/.test(bed.shown.at(-1)?.remarks.join(' ') ?? ''), isSaid);
    }
  });

  for (const dialog of ['chooseAgent', 'chooseServers', 'chooseOptions', 'confirmChange'] as const) {
    it(`changes nothing if the user dismisses ${dialog}`, async () => {
      await bed.write(codexFile, codexText);
      await connect({ servers: ['tickets'], dismissed: [dialog] });
      assert.equal(bed.events.at(-1), dialog);
      assert.equal(await bed.read(codexFile), codexText);
      assert.deepEqual(await readdir(bed.userHome), ['.codex']);
      assert.equal(bed.isEnabled, false);
    });
  }

  it('writes the limit and `required` only if the user chooses them', async () => {
    await bed.write(codexFile, codexText);
    await connect({ servers: ['tickets'], raisesLimit: false, isRequired: true });
    const written = await bed.read(codexFile);
    assert.ok(!written.includes('tool_timeout_sec'));
    assert.match(written, /^required = true$/m);
  });

  for (const runtime of [posix, windowsEditor]) {
    it(`tells the proxy if the servers may ask in all folders (${runtime.kind})`, async () => {
      bed.runtime = runtime;
      for (const allFolders of [false, true]) {
        await bed.write(codexFile, codexText);
        await connect({ servers: ['tickets'], allFolders });
        assert.equal((await bed.read(codexFile)).includes('"--all-folders"'), allFolders);
        assert.equal((bed.shown.at(-1)?.remarks ?? []).join(' ').includes('the window that you used last'), allFolders);
      }
    });
  }

  /** Connects while another program changes the file. */
  async function connectTooLate(text: string, answers: Answers): Promise<void> {
    const context = bed.context(answers);
    const confirmChange = async () => {
      await bed.write(codexFile, text);
      return true;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, confirmChange } });
    assert.match(bed.texts.join(), /Nothing was connected\. .*changed at the same time/);
    assert.equal(await bed.read(codexFile), text);
  }

  it('takes back what it recorded if writing fails', async () => {
    await bed.write(codexFile, codexText);
    await connectTooLate(`${codexText}# changed meanwhile\n`, { servers: ['tickets'] });
    assert.deepEqual(await bed.connections.list('codex'), []);
    assert.equal(await bed.keys.has('codex'), false);
  });

  it('keeps an earlier connection as it was if writing it again fails', async () => {
    await bed.write(codexFile, codexText);
    await connect({ servers: ['tickets'] });
    const before = await bed.connections.list('codex');
    const text = `${await bed.read(codexFile)}# changed meanwhile\n`;
    await connectTooLate(text, { servers: ['tickets'], isRequired: true });
    assert.deepEqual(await bed.connections.list('codex'), before);
    assert.equal(await bed.keys.has('codex'), true);
  });

  it('undoes everything if the user wants that, byte for byte', async () => {
    await bed.write(codexFile, codexText);
    bed.trial = { kind: 'failed', reason: 'The server ended: exit code 1.', lastLines: 'no module' };
    await connect({ servers: ['tickets'], undoes: true });
    assert.match(bed.texts[0] ?? '', /But tickets did not start when it was tried\. .*exit code 1\. \/ no module$/);
    assert.equal(await bed.read(codexFile), codexText);
    assert.deepEqual(await bed.connections.list('codex'), []);
    assert.equal(await bed.keys.has('codex'), false);
    assert.equal(bed.events.at(-1), 'disconnected codex');
  });

  it('says that a file without servers has none, and that an agent is not there', async () => {
    await bed.write(codexFile, 'model = "gpt-5"\n');
    await connect();
    await connect({ agent: 'gemini' });
    assert.match(bed.texts[0] ?? '', /^Codex has no servers in .*config\.toml\. Add one there first\.$/);
    assert.equal(bed.texts[1], 'No configuration of Gemini CLI was found on this machine.');
  });

  it('offers to copy an example if the file is not understood', async () => {
    await bed.write('.gemini/settings.json', '{"mcpServers": {');
    await connect({ agent: 'gemini' });
    assert.match(bed.texts[0] ?? '', /not valid JSON/);
    assert.match(bed.copied[0] ?? '', /"NAME"[\s\S]*"sh"/);
    assert.equal(bed.isEnabled, false);
  });

  it('offers to copy the lines for a file of a project, and recognizes the server from then on', async () => {
    bed.folders = [bed.path('app')];
    const text = '{"mcpServers": {"tickets": {"command": "node", "args": ["tickets.js"], "env": {"KEY": "hidden"}}}}';
    await bed.write('app/.mcp.json', text);
    await connect({ agent: 'claude', servers: ['tickets'] });
    assert.match(bed.texts[0] ?? '', /belongs to a project/);
    assert.match(bed.copied[0] ?? '', /"command": "sh"[\s\S]*hidden/);
    assert.equal(await bed.read('app/.mcp.json'), text);
    const [connection] = await bed.connections.list('claude');
    assert.equal(connection?.fingerprint, commandFingerprint(['node', 'tickets.js']));
    assert.ok(!bed.events.some((event) => event.startsWith('tried')));
  });

  it('offers to copy the hook if the settings are a link', async () => {
    if (process.platform === 'win32') return;
    await bed.write('dotfiles/claude.json', '{}\n');
    await bed.write('.claude/history.jsonl', '');
    await symlink(bed.path('dotfiles/claude.json'), bed.path('.claude/settings.json'));
    await connect({ agent: 'claude', way: 'hook' });
    assert.match(bed.texts[0] ?? '', /link/);
    assert.match(bed.copied[0] ?? '', /"Elicitation"/);
    assert.equal(await bed.read('dotfiles/claude.json'), '{}\n');
  });

  it('adds the hook, and says what else decides', async () => {
    const settings = {
      disableAllHooks: true,
      hooks: { Elicitation: [{ hooks: [{ type: 'command', command: 'mine' }] }] },
    };
    await bed.write('.claude/settings.json', `${JSON.stringify(settings, null, 2)}\n`);
    await connect({ agent: 'claude', way: 'hook' });
    assert.match(await bed.read('.claude/settings.json'), /\.mcp-elicitation\/bin\/proxy/);
    assert.deepEqual(
      (await bed.connections.list('claude')).map(({ server, fingerprint }) => [server, fingerprint]),
      [['', '']],
    );
    const [text = ''] = bed.texts;
    assert.match(text, /^Claude Code is connected: the questions of all its servers come to this panel/);
    assert.match(text, /disableAllHooks is set/);
    assert.match(text, /If one of them cancels, the question is cancelled/);
    assert.deepEqual(dialogsShown(), ['chooseAgent', 'chooseWay', 'confirmChange', 'offerUndo']);
  });

  it('says that there is no fallback on Windows', async () => {
    await bed.write(codexFile, codexText);
    bed.runtime = {
      kind: 'windows',
      program: 'C:\\node.exe',
      isEditor: false,
      script: 'C:\\me\\.mcp-elicitation\\bin\\proxy.cjs',
    };
    await connect({ servers: ['tickets'], dismissed: ['confirmChange'] });
    assert.match(bed.shown[0]?.remarks.join(' ') ?? '', /On Windows there is no fallback/);
  });

  it('connects an agent with a YAML file, says that it was not tested, and undoes it byte for byte', async () => {
    const onWindows = process.platform === 'win32';
    const gooseFile = onWindows ? 'AppData/Roaming/Block/goose/config/config.yaml' : '.config/goose/config.yaml';
    const gooseText =
      'extensions:\n  # mine\n  tickets:\n    cmd: node\n    args:\n    - tickets.js\n    envs: {KEY: hidden}\n';
    await bed.write(gooseFile, gooseText);
    await connect({ agent: 'goose', undoes: true });
    const [change] = bed.shown;
    assert.match(change?.remarks.join(' ') ?? '', /Connecting Goose was not tested with any version of it\./);
    assert.match(change?.before ?? '', /^ {2}cmd: node$/m);
    assert.match(change?.after ?? '', /^ {2}timeout: 86400$/m);
    assert.doesNotMatch(`${change?.before}${change?.after}`, /hidden/);
    assert.ok(bed.events.includes('tried tickets.js'));
    assert.equal(await bed.read(gooseFile), gooseText);
    assert.deepEqual(await bed.connections.list('goose'), []);
  });

  it('says nothing about tests of an agent that was run', async () => {
    await bed.write(codexFile, codexText);
    await connect({ servers: ['tickets'], dismissed: ['confirmChange'] });
    assert.doesNotMatch(bed.shown[0]?.remarks.join(' ') ?? '', /not tested/);
  });

  it('does not try a server of which only the agent knows a part', async () => {
    await bed.write('.cursor/mcp.json', `{"mcpServers":{"a":{"command":"x","args":["\${env:NO}"]}}}`);
    await connect({ agent: 'cursor' });
    assert.ok(!bed.events.some((event) => event.startsWith('tried')));
    assert.match(bed.texts[0] ?? '', /^Cursor is connected: a\. Sessions of Cursor/);
  });

  it("offers no limit where the agent's file has none", async () => {
    const folders: Partial<Record<NodeJS.Platform, string>> = {
      darwin: 'Library/Application Support',
      win32: 'AppData/Roaming',
    };
    const desktop = `${folders[process.platform] ?? '.config'}/Claude/claude_desktop_config.json`;
    await bed.write(desktop, '{"mcpServers":{"a":{"command":"x"}}}');
    await connect({ agent: 'claude-desktop', allFolders: true });
    assert.match(await bed.read(desktop), /"--limit", "240000", "--all-folders", "--", "x"/);
  });

  it('tries nothing in a workspace that is not trusted', async () => {
    await bed.write(codexFile, codexText);
    await connectByDialogs({ ...bed.context({ servers: ['tickets'] }), trialFolder: undefined });
    assert.ok(!bed.events.some((event) => event.startsWith('tried')));
    assert.match(bed.texts[0] ?? '', /^Codex is connected: tickets\. Sessions of Codex/);
  });
});
