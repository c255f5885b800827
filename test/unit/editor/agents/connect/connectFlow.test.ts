import assert from 'node:assert/strict';
import { readdir, symlink } from 'node:fs/promises';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
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
      ...['chooseAgent', 'chooseServers', 'chooseOptions', 'confirmChange', 'confirmEnabling', 'enabled'],
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
    const [change] = bed.shown;
    assert.match(change?.text ?? '', /^- command = "node"$/m);
    assert.match(change?.text ?? '', /^\+ command = "sh"$/m);
    assert.match(change?.text ?? '', /^ {2}\[mcp_servers\.tickets\]/m);
    assert.match(change?.text ?? '', /^\+ tool_timeout_sec = 86400$/m);
    assert.doesNotMatch(change?.text ?? '', /s3cret|hidden|gpt-5|docs/);
  });

  for (const dialog of ['chooseAgent', 'chooseServers', 'chooseOptions', 'confirmChange', 'confirmEnabling'] as const) {
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
    assert.match(text, /any cancel wins/);
    assert.deepEqual(dialogsShown(), ['chooseAgent', 'chooseWay', 'confirmChange', 'confirmEnabling', 'offerUndo']);
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
    assert.match(bed.shown[0]?.text ?? '', /On Windows there is no fallback/);
  });

  it('tries nothing in a workspace that is not trusted', async () => {
    await bed.write(codexFile, codexText);
    await connectByDialogs({ ...bed.context({ servers: ['tickets'] }), trialFolder: undefined });
    assert.ok(!bed.events.some((event) => event.startsWith('tried')));
    assert.match(bed.texts[0] ?? '', /^Codex is connected: tickets\. Sessions of Codex/);
  });
});
