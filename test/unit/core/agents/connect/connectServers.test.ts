import assert from 'node:assert/strict';
import { parse, stringify } from 'yaml';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { readConnectedServers } from '#core/agents/connect/connectedServers.ts';
import { connectServers } from '#core/agents/connect/connectServers.ts';
import { restoreServers } from '#core/agents/connect/disconnectServers.ts';
import { exampleEntry } from '#core/agents/connect/exampleEntry.ts';
import { parseConfig } from '#core/agents/syntax/configText.ts';
import { choose, connectNamed, serversOf } from './connectedText.ts';
import { fixtureOf, fixtures, posix, windowsEditor, windowsNode } from './fixtures.ts';

describe('connecting the servers of a documented file', () => {
  for (const { agent, what, text, names } of fixtures) {
    for (const [runtime, kind] of [
      [posix, 'POSIX'],
      [windowsNode, 'Windows with node.exe'],
      [windowsEditor, 'Windows with the editor'],
    ] as const) {
      it(`${what}, ${kind}: restores every byte`, () => {
        const before = serversOf(agent, text);
        const { text: connected, connected: memory } = connectNamed(agent, text, names, runtime);
        const after = serversOf(agent, connected);
        assert.deepEqual([...after.keys()], [...before.keys()]);
        for (const [name, server] of before) {
          const wrapped = after.get(name);
          assert.deepEqual(wrapped?.commandLine, server.commandLine, name);
          assert.equal(wrapped?.wrapped !== undefined, names.includes(name), name);
        }
        assert.equal(restoreServers(agentFormats[agent], connected, memory).text, text);
      });
    }

    it(`${what}: changes nothing when connected again, and one server alone is restored`, () => {
      const first = connectNamed(agent, text, names);
      const choices = names.map((name) => choose(name));
      const again = connectServers(agentFormats[agent], first.text, choices, posix, first.connected);
      assert.equal(again.text, first.text);
      const [name = ''] = names;
      const partly = restoreServers(agentFormats[agent], first.text, first.connected, [{ name }]);
      assert.deepEqual(partly.restored, [{ name }]);
      assert.equal(serversOf(agent, partly.text).get(name)?.wrapped, undefined);
      assert.equal(restoreServers(agentFormats[agent], partly.text, partly.connected).text, text);
    });

    it(`${what}: keeps the meaning of an entry of which nothing is remembered`, () => {
      const connected = connectNamed(agent, text, names);
      const restored = serversOf(agent, restoreServers(agentFormats[agent], connected.text, []).text);
      for (const [name, server] of serversOf(agent, text)) {
        assert.deepEqual(restored.get(name)?.commandLine, server.commandLine);
        assert.equal(restored.get(name)?.limitMs, server.limitMs);
        assert.equal(restored.get(name)?.wrapped, undefined);
      }
    });
  }
});

describe('disconnecting after the file was edited', () => {
  it('keeps what was edited in the entry: environment, other members, arguments', () => {
    const { text, connected } = connectNamed('gemini', fixtureOf('gemini').text, ['pythonTools']);
    const edited = text
      .replace('"$DB_CONNECTION_STRING"', '"$DB_CONNECTION_STRING",\n        "MORE": "1"')
      .replace('"trust": false,', '"trust": true,')
      .replace('"8080"', '"9090"');
    assert.notEqual(edited, text);
    const restored = restoreServers(agentFormats.gemini, edited, connected).text;
    const expected = fixtureOf('gemini')
      .text.replace('"$DB_CONNECTION_STRING"', '"$DB_CONNECTION_STRING",\n        "MORE": "1"')
      .replace('"trust": false,', '"trust": true,')
      .replace(/\[\s+"-m"[^\]]*\]/, '["-m", "my_mcp_server", "--port", "9090"]');
    assert.equal(restored, expected);
  });

  it('leaves a limit and a flag that were edited', () => {
    const { text, connected } = connectNamed('codex', fixtureOf('codex').text, ['docs']);
    const edited = text
      .replace('tool_timeout_sec = 86400', 'tool_timeout_sec = 7')
      .replace('required = true', 'required = false');
    const restored = restoreServers(agentFormats.codex, edited, connected).text;
    assert.ok(restored.includes('tool_timeout_sec = 7\n') && restored.includes('required = false\n'));
    assert.ok(restored.includes('command = "npx" # the runner\nargs = [\n  "-y", # without asking\n'));
  });

  it('finds an entry that was renamed, and one that was moved to another project', () => {
    const { text, connected } = connectNamed('claude', fixtureOf('claude').text, ['airtable', 'bare']);
    const renamed = text.replace('"airtable": {', '"tables": {');
    const restored = restoreServers(agentFormats.claude, renamed, connected);
    assert.equal(restored.text, fixtureOf('claude').text.replace('"airtable": {', '"tables": {'));
    const entry = /"bare": \{.*\}/.exec(text)?.[0] ?? '';
    const moved = text.replace(`,\n    ${entry}`, '').replace('"mcpServers": {} ', `"mcpServers": {${entry}} `);
    const back = restoreServers(agentFormats.claude, moved, connected);
    assert.ok(back.text.includes('"mcpServers": {"bare": {"command":"server"}} '));
    assert.deepEqual(back.restored.at(-1), { name: 'bare', project: '/work/app' });
  });

  it('restores entries of a file that the agent has written anew', () => {
    const { text, connected } = connectNamed('cline', fixtureOf('cline').text, ['local-server', 'nested']);
    const rewritten = JSON.stringify(JSON.parse(text), null, 2);
    const restored = restoreServers(agentFormats.cline, rewritten, connected).text;
    assert.deepEqual(JSON.parse(restored), JSON.parse(fixtureOf('cline').text));
  });

  it('restores entries after Codex has written 86400.0, and Gemini CLI its home', () => {
    const codex = connectNamed('codex', fixtureOf('codex').text, ['docs']);
    const rewritten = codex.text.replace('tool_timeout_sec = 86400', 'tool_timeout_sec = 86400.0');
    assert.equal(restoreServers(agentFormats.codex, rewritten, codex.connected).text, fixtureOf('codex').text);
    const gemini = connectNamed('gemini', fixtureOf('gemini').text, ['pythonTools']);
    const resolved = gemini.text.replaceAll('$HOME', '/home/me');
    assert.equal(restoreServers(agentFormats.gemini, resolved, gemini.connected).text, fixtureOf('gemini').text);
  });

  it('restores entries of a YAML file that the agent has written anew, with other quotes and dashes', () => {
    const { text, connected } = connectNamed('goose', fixtureOf('goose').text, ['github', 'off']);
    const rewritten = stringify(parse(text), { indentSeq: false, lineWidth: 0 });
    const restored = restoreServers(agentFormats.goose, rewritten, connected).text;
    assert.deepEqual(parse(restored), parse(fixtureOf('goose').text));
    const indented = stringify(parse(text), { indent: 4, defaultStringType: 'QUOTE_DOUBLE' });
    assert.deepEqual(
      parse(restoreServers(agentFormats.goose, indented, connected).text),
      parse(fixtureOf('goose').text),
    );
    const inFlow = `extensions: ${JSON.stringify((parse(text) as Record<string, unknown>)['extensions'])}`;
    const { extensions } = parse(fixtureOf('goose').text) as { extensions: unknown };
    assert.deepEqual(parse(restoreServers(agentFormats.goose, inFlow, connected).text), { extensions });
  });

  it('keeps comments and other members of a YAML entry that were added since', () => {
    const { text, connected } = connectNamed('continue', fixtureOf('continue').text, ['SQLite', 'bare']);
    const edit = (source: string) =>
      source
        .replace('  - name: SQLite   # the database\n', '  # mine\n  - faviconUrl: x\n    name: SQL   # the database\n')
        .replace('      API_KEY: s3cret\n', '      API_KEY: other # new\n      MORE: "1"\n');
    assert.notEqual(edit(text), text);
    const restored = restoreServers(agentFormats.continue, edit(text), connected);
    assert.equal(restored.text, edit(fixtureOf('continue').text));
    assert.deepEqual(restored.restored, [{ name: 'SQL' }, { name: 'bare' }]);
  });

  it('restores a YAML entry whose arguments were edited', () => {
    const { text, connected } = connectNamed('continue', fixtureOf('continue').text, ['SQLite']);
    const edited = text.replace('- "--db=test.db"', '- "--db=other.db"');
    const restored = restoreServers(agentFormats.continue, edited, connected).text;
    const own = `      - "-y"\n      - "mcp-sqlite"\n      - "--db=other.db"\n`;
    assert.ok(restored.includes(`    command: npx\n    args:\n${own}    env:\n`), restored);
  });

  it('removes our members also where they stand first, last, or beside comments', () => {
    const written = connectNamed('gemini', '{"mcpServers":{"a":{"command":"x"}}}', ['a']);
    const value = (JSON.parse(written.text) as { mcpServers: { a: Record<string, unknown> } }).mcpServers.a;
    const member = (key: string) => `"${key}": ${JSON.stringify(value[key])}`;
    const texts: [string, string][] = [
      [`${member('timeout')}, ${member('args')}, ${member('command')}`, '"command": "x"'],
      [`${member('args')}, // ours\n ${member('command')}, ${member('timeout')}`, ' // ours\n "command": "x"'],
      [
        `${member('command')}, /* a */ ${member('args')} /* b */, ${member('timeout')},`,
        '"command": "x", /* a */  /* b */ ',
      ],
      [`${member('command')},\n// a\n${member('args')},\n// b\n${member('timeout')}`, '"command": "x"\n// a\n\n// b\n'],
    ];
    for (const [edited, expected] of texts) {
      const restored = restoreServers(agentFormats.gemini, `{"mcpServers":{"a":{${edited}}}}`, written.connected).text;
      assert.deepEqual(parseConfig(agentFormats.gemini.syntax, restored).text, restored);
      assert.equal(restored.replace(/\s+/g, ' '), `{"mcpServers":{"a":{${expected}}}}`.replace(/\s+/g, ' '));
    }
  });

  it('leaves the variable of the user that the runtime needs, and takes its own', () => {
    const own = '{"mcpServers":{"a":{"command":"x","env":{"ELECTRON_RUN_AS_NODE":"1"}}}}';
    const kept = connectNamed('gemini', own, ['a'], windowsEditor);
    assert.equal(restoreServers(agentFormats.gemini, kept.text, kept.connected).text, own);
    const bare = '{"mcpServers":{"a":{"command":"x"}}}';
    const { text, connected } = connectNamed('gemini', bare, ['a'], windowsEditor);
    const edited = text.replace('"ELECTRON_RUN_AS_NODE": "1"', '"ELECTRON_RUN_AS_NODE": "1", "KEY": "v"');
    const restored = restoreServers(agentFormats.gemini, edited, connected).text;
    assert.deepEqual(JSON.parse(restored), { mcpServers: { a: { command: 'x', env: { KEY: 'v' } } } });
  });

  it('ignores what is remembered wrongly', () => {
    const { text, connected } = connectNamed('gemini', fixtureOf('gemini').text, ['pythonTools']);
    const [server] = connected;
    assert.ok(server);
    const hostile = { written: '86400000', original: '1}, "evil": {' };
    const changes = { command: hostile, args: hostile, limit: hostile };
    const restored = restoreServers(agentFormats.gemini, text, [{ ...server, changes }]).text;
    assert.ok(!restored.includes('evil'));
    assert.deepEqual(readConnectedServers([{ name: 1 }, null, { name: 'a', commandLine: {} }, 'x']), []);
    assert.deepEqual(readConnectedServers({ length: 3 }), []);
  });
});

describe('the example to copy', () => {
  for (const format of Object.values(agentFormats)) {
    it(`of ${format.label} is a wrapped entry`, () => {
      for (const runtime of [posix, windowsNode, windowsEditor]) {
        const server = serversOf(format.id, exampleEntry(format, runtime)).get('NAME');
        assert.deepEqual(server?.commandLine, { command: 'COMMAND', args: ['ARGUMENT'] });
        assert.equal(server?.wrapped?.client, format.id);
      }
    });
  }
});

describe('the servers of a file', () => {
  it('are read with their environment, state and address', () => {
    const servers = serversOf('gemini', fixtureOf('gemini').text);
    const { commandLine, environmentNames, isDisabled, limitMs } = servers.get('pythonTools') ?? {};
    assert.deepEqual(
      [commandLine?.args.length, environmentNames, isDisabled, limitMs],
      [4, ['DATABASE_URL'], false, 15_000],
    );
    assert.equal(servers.get('old')?.isDisabled, true);
    assert.equal(servers.get('httpServer')?.url, 'http://localhost:3000/mcp');
    assert.equal(serversOf('opencode', fixtureOf('opencode').text).get('off')?.isDisabled, true);
    assert.deepEqual(serversOf('codex', fixtureOf('codex').text).get('docs')?.environmentNames, ['TOKEN']);
    const inGoose = serversOf('goose', fixtureOf('goose').text);
    assert.deepEqual([inGoose.get('off')?.isDisabled, inGoose.get('off')?.environmentNames], [true, ['TOKEN']]);
    assert.equal(inGoose.get('remote')?.url, 'https://example.com/mcp');
    assert.deepEqual(inGoose.get('github')?.commandLine?.args.at(-1), 'two\nlines');
    assert.equal(serversOf('windsurf', fixtureOf('windsurf').text).get('github')?.isDisabled, true);
    assert.deepEqual(
      [...serversOf('continue', fixtureOf('continue').text).keys()],
      ['SQLite', "it's inline", 'braces', 'bare', 'below', 'Remote'],
    );
    const [every] = fixtures.filter(({ what }) => what === 'opencode 2');
    assert.equal(serversOf('opencode', every?.text ?? '').get('every')?.limitMs, 9000);
  });

  it('of a project of Claude Code are distinguished from those of the user', () => {
    const text = '{"mcpServers":{"a":{"command":"x"}},"projects":{"/p":{"mcpServers":{"a":{"command":"y"}}}}}';
    const choices = [choose('a', { project: '/p' })];
    const { text: connected, connected: memory } = connectServers(agentFormats.claude, text, choices, posix, []);
    assert.ok(connected.startsWith('{"mcpServers":{"a":{"command":"x"}}'));
    assert.ok(connected.includes('"--", "y"]'));
    assert.equal(restoreServers(agentFormats.claude, connected, memory).text, text);
  });
});
