import assert from 'node:assert/strict';
import { readAgentServers } from '#core/agents/connect/agentServers.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { addLentEntry } from '#core/agents/connect/lentEntries.ts';
import { readLentEntry } from '#core/agents/connect/lentEntry.ts';
import { removeLentEntry } from '#core/agents/connect/lentRemoval.ts';
import { lentCommand, lentServerIn, unwrapCommand } from '#core/agents/connect/wrappedCommand.ts';
import { parseConfig } from '#core/agents/syntax/configText.ts';
import { readCommandLine } from '#proxy/run/proxyCommandLine.ts';
import { fixtures, posix, windowsEditor, windowsNode } from './fixtures.ts';

const choice = { server: 'tickets', raisesLimit: true, isRequired: false, allFolders: false };
const empty = {
  claude: '{}',
  gemini: '{\n  "theme": "dark"\n}\n',
  codex: '',
  opencode: '{"mcp":{}}',
  copilot: '{"mcpServers": { }}',
  continue: 'name: My Config\nversion: 1.0.0\nschema: v1',
  goose: '',
};

describe("the entry of a lent server in an agent's file", () => {
  for (const runtime of [posix, windowsNode, windowsEditor]) {
    for (const { agent, what, text } of [
      ...fixtures,
      ...Object.entries(empty).map(([agent, text]) => ({ agent: agent as keyof typeof empty, what: 'nothing', text })),
    ]) {
      it(`is added and removed to the byte: ${agent}, ${what} (${runtime.kind})`, () => {
        const format = agentFormats[agent];
        const added = addLentEntry(format, text, choice, runtime);
        const servers = readAgentServers(format, parseConfig(format.syntax, added.text));
        const before = readAgentServers(format, parseConfig(format.syntax, text));
        const entry = servers.find(({ name }) => name === added.name);
        assert.equal(entry?.lent, 'tickets');
        assert.equal(entry.wrapped, undefined);
        assert.deepEqual(
          servers.filter((server) => server !== entry),
          before,
        );
        assert.equal(removeLentEntry(format, added.text, { path: '/file', ...added }, 'tickets'), text);
        // Another one beside it.
        const second = addLentEntry(format, added.text, { ...choice, server: 'bank' }, runtime);
        assert.equal(removeLentEntry(format, second.text, { path: '/file', ...second }, 'bank'), added.text);
      });
    }
  }

  it('has a name of its own, which every agent accepts', () => {
    const format = agentFormats.codex;
    const text = '[mcp_servers.tickets]\ncommand = "node"\n';
    assert.equal(addLentEntry(format, text, choice, posix).name, 'tickets-2');
    const odd = addLentEntry(format, text, { ...choice, server: 'My tickets: é' }, posix);
    assert.equal(odd.name, 'My-tickets');
    assert.match(odd.text, /"--server", "My tickets: é"/);
  });

  it('keeps the limit that the agent has without it', () => {
    const { text } = addLentEntry(agentFormats.codex, '', { ...choice, isRequired: true }, posix);
    assert.match(text, /^tool_timeout_sec = 86400$/m);
    assert.match(text, /^required = true$/m);
    assert.match(text, /"--limit", "86400000", "--own-limit", "300000"/);
    const plain = addLentEntry(agentFormats.codex, '', { ...choice, raisesLimit: false }, posix).text;
    assert.doesNotMatch(plain, /tool_timeout_sec|own-limit/);
  });

  it('is removed also if it was changed since, with nothing else', () => {
    const toml = addLentEntry(agentFormats.codex, '[a]\nb = 1\n', choice, posix);
    const changed = `${toml.text.replace('tool_timeout_sec = 86400', 'tool_timeout_sec = 60')}\n[c]\nd = 2\n`;
    assert.equal(
      removeLentEntry(agentFormats.codex, changed, { path: '/f', ...toml }, 'tickets'),
      '[a]\nb = 1\n\n\n[c]\nd = 2\n',
    );
    const json = addLentEntry(agentFormats.gemini, '{"mcpServers": {"a": {"command": "b"}}}', choice, posix);
    const edited = json.text.replace('86400000', '5');
    assert.notEqual(edited, json.text);
    assert.equal(
      removeLentEntry(agentFormats.gemini, edited, { path: '/f', ...json }, 'tickets'),
      '{"mcpServers": {"a": {"command": "b"}}}',
    );
  });

  it('stays if another server has its name now, or it is gone', () => {
    const added = addLentEntry(agentFormats.codex, '', choice, posix);
    const other = '[mcp_servers.tickets]\ncommand = "node"\n';
    assert.equal(removeLentEntry(agentFormats.codex, other, { path: '/f', ...added }, 'tickets'), other);
    assert.equal(removeLentEntry(agentFormats.codex, 'a = 1\n', { path: '/f', ...added }, 'tickets'), 'a = 1\n');
    const bank = addLentEntry(agentFormats.codex, '', { ...choice, server: 'bank' }, posix).text;
    const renamed = bank.replace('[mcp_servers.bank]', '[mcp_servers.tickets]');
    assert.equal(removeLentEntry(agentFormats.codex, renamed, { path: '/f', ...added }, 'tickets'), renamed);
  });

  it('is recognized with any home folder, and is not a wrapped one', () => {
    const command = lentCommand({ client: 'codex', server: 'tickets', progressExtends: false }, posix);
    const withHome = { ...command, args: command.args.map((arg) => arg.replaceAll('$HOME', '/home/me')) };
    for (const line of [command, withHome]) {
      assert.equal(lentServerIn(line), 'tickets');
      assert.equal(unwrapCommand(line), undefined);
    }
    assert.equal(
      lentServerIn({ command: 'sh', args: ['-c', 'echo', 'sh', 'serve', '--server', 'tickets'] }),
      undefined,
    );
  });

  it('is not added for a server whose name cannot be passed on', () => {
    for (const server of ['--', '__proto__', 'a\nb', ' ']) {
      for (const format of [agentFormats.codex, agentFormats.gemini, agentFormats.opencode]) {
        const add = () => addLentEntry(format, format === agentFormats.codex ? '' : '{}', { ...choice, server }, posix);
        assert.throws(add, /cannot be passed on/);
      }
    }
  });

  it('passes on a name that is an option of the proxy', () => {
    for (const server of ['--all-folders', '--client', '--server', '-x', 'constructor', '"; rm', '日本']) {
      const { text, name } = addLentEntry(agentFormats.gemini, '{}', { ...choice, server }, posix);
      const entry = JSON.parse(text).mcpServers[name];
      assert.equal(lentServerIn(entry), server);
      const read = readCommandLine(entry.args.slice(3));
      assert.deepEqual(read.type === 'serve' && [read.options.server, read.options.allFolders], [server, false]);
    }
  });

  it('is not read from what is damaged', () => {
    for (const value of [undefined, null, 'x', {}, { path: '/f', name: 'a' }, { path: '/f', name: 'a', written: '' }]) {
      assert.equal(readLentEntry(value), undefined);
    }
  });

  it('is not added to a file whose servers are written in another way', () => {
    assert.throws(() => addLentEntry(agentFormats.claude, '{"mcpServers": []}', choice, posix));
  });
});
