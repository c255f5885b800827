import assert from 'node:assert/strict';
import { type AgentId, agentFormats } from '#core/agents/connect/agentFormats.ts';
import { readAgentServers } from '#core/agents/connect/agentServers.ts';
import { ConfigError, parseConfig } from '#core/agents/connect/configText.ts';
import { readConnectedServers } from '#core/agents/connect/connectedServers.ts';
import { connectServers, type ServerChoice } from '#core/agents/connect/connectServers.ts';
import { restoreServers } from '#core/agents/connect/disconnectServers.ts';
import { exampleEntry } from '#core/agents/connect/exampleEntry.ts';
import { fixtureOf, fixtures, posix, windowsEditor, windowsNode } from './fixtures.ts';

const choose = (name: string, rest: Partial<ServerChoice> = {}): ServerChoice => ({
  name,
  raisesLimit: true,
  isRequired: true,
  ...rest,
});

function connect(agent: AgentId, text: string, names: readonly string[], runtime = posix) {
  const choices = names.map((name) => choose(name));
  const result = connectServers(agentFormats[agent], text, choices, runtime, []);
  // As it comes back from a file.
  return { ...result, connected: readConnectedServers(JSON.parse(JSON.stringify(result.connected))) };
}

function serversOf(agent: AgentId, text: string) {
  const format = agentFormats[agent];
  return new Map(readAgentServers(format, parseConfig(format.syntax, text)).map((server) => [server.name, server]));
}

describe('connecting the servers of a documented file', () => {
  for (const { agent, what, text, names } of fixtures) {
    for (const [runtime, kind] of [
      [posix, 'POSIX'],
      [windowsNode, 'Windows with node.exe'],
      [windowsEditor, 'Windows with the editor'],
    ] as const) {
      it(`${what}, ${kind}: restores every byte`, () => {
        const before = serversOf(agent, text);
        const { text: connected, connected: memory } = connect(agent, text, names, runtime);
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
      const first = connect(agent, text, names);
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
      const connected = connect(agent, text, names);
      const restored = serversOf(agent, restoreServers(agentFormats[agent], connected.text, []).text);
      for (const [name, server] of serversOf(agent, text)) {
        assert.deepEqual(restored.get(name)?.commandLine, server.commandLine);
        assert.equal(restored.get(name)?.limitMs, server.limitMs);
        assert.equal(restored.get(name)?.wrapped, undefined);
      }
    });
  }
});

describe('the limit', () => {
  const limits: [AgentId, string, string, number, number | undefined, boolean][] = [
    ['claude', 'airtable', '"timeout": 86400000', 86_400_000, 600_000, false],
    ['claude', 'bare', '"command":"sh"', 100_000_000, undefined, false],
    ['codex', 'docs', 'tool_timeout_sec = 86400\n', 86_400_000, 60_500, false],
    ['codex', 'inline', 'tool_timeout_sec = 86400,', 86_400_000, 300_000, false],
    ['gemini', 'pythonTools', '"timeout": 86400000', 86_400_000, 15_000, false],
    ['gemini', 'old', '"timeout": 86400000', 86_400_000, 600_000, false],
    ['opencode', 'off', '"timeout": 5000', 5000, undefined, true],
    ['opencode', 'my-local-mcp-server', '"enabled": true', 60_000, undefined, true],
    ['cline', 'local-server', '"timeout": 3600', 3_600_000, 60_000, false],
    ['cline', 'nested', '"timeout": 3600', 3_600_000, 30_000, false],
    ['copilot', 'playwright', '"command":"sh"', 30_000, undefined, true],
  ];
  for (const [agent, name, written, limitMs, ownLimitMs, progressExtends] of limits) {
    it(`of ${name} (${agent}) stands in the file and in the arguments`, () => {
      const { text } = connect(agent, fixtureOf(agent).text, [name]);
      assert.ok(text.includes(written), text);
      const wrapped = serversOf(agent, text).get(name)?.wrapped;
      assert.deepEqual(
        [wrapped?.limitMs, wrapped?.ownLimitMs, wrapped?.progressExtends],
        [limitMs, ownLimitMs, progressExtends],
      );
    });
  }

  it('stays as it is if the user does not want it raised', () => {
    const { text } = fixtureOf('codex');
    const choice = choose('docs', { raisesLimit: false, isRequired: false });
    const connected = connectServers(agentFormats.codex, text, [choice], posix, []);
    assert.ok(connected.text.includes('tool_timeout_sec = 60.5'));
    const { wrapped } = serversOf('codex', connected.text).get('docs') ?? {};
    assert.deepEqual([wrapped?.limitMs, wrapped?.ownLimitMs], [60_500, undefined]);
    assert.ok(!connected.text.includes('required'));
  });

  it('is not lowered', () => {
    const text = '[mcp_servers.a]\ncommand = "x"\ntool_timeout_sec = 100000\n';
    assert.ok(connect('codex', text, ['a']).text.includes('tool_timeout_sec = 100000'));
    const cline = '{"mcpServers":{"a":{"command":"x","timeout":60000}}}';
    assert.equal(serversOf('cline', cline).get('a')?.limitMs, 3_600_000);
  });
});

describe('disconnecting after the file was edited', () => {
  it('keeps what was edited in the entry: environment, other members, arguments', () => {
    const { text, connected } = connect('gemini', fixtureOf('gemini').text, ['pythonTools']);
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
    const { text, connected } = connect('codex', fixtureOf('codex').text, ['docs']);
    const edited = text
      .replace('tool_timeout_sec = 86400', 'tool_timeout_sec = 7')
      .replace('required = true', 'required = false');
    const restored = restoreServers(agentFormats.codex, edited, connected).text;
    assert.ok(restored.includes('tool_timeout_sec = 7\n') && restored.includes('required = false\n'));
    assert.ok(restored.includes('command = "npx" # the runner\nargs = [\n  "-y", # without asking\n'));
  });

  it('finds an entry that was renamed, and one that was moved to another project', () => {
    const { text, connected } = connect('claude', fixtureOf('claude').text, ['airtable', 'bare']);
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
    const { text, connected } = connect('cline', fixtureOf('cline').text, ['local-server', 'nested']);
    const rewritten = JSON.stringify(JSON.parse(text), null, 2);
    const restored = restoreServers(agentFormats.cline, rewritten, connected).text;
    assert.deepEqual(JSON.parse(restored), JSON.parse(fixtureOf('cline').text));
  });

  it('restores entries after Codex has written 86400.0, and Gemini CLI its home', () => {
    const codex = connect('codex', fixtureOf('codex').text, ['docs']);
    const rewritten = codex.text.replace('tool_timeout_sec = 86400', 'tool_timeout_sec = 86400.0');
    assert.equal(restoreServers(agentFormats.codex, rewritten, codex.connected).text, fixtureOf('codex').text);
    const gemini = connect('gemini', fixtureOf('gemini').text, ['pythonTools']);
    const resolved = gemini.text.replaceAll('$HOME', '/home/me');
    assert.equal(restoreServers(agentFormats.gemini, resolved, gemini.connected).text, fixtureOf('gemini').text);
  });

  it('removes our members also where they stand first, last, or beside comments', () => {
    const written = connect('gemini', '{"mcpServers":{"a":{"command":"x"}}}', ['a']);
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
    const kept = connect('gemini', own, ['a'], windowsEditor);
    assert.equal(restoreServers(agentFormats.gemini, kept.text, kept.connected).text, own);
    const bare = '{"mcpServers":{"a":{"command":"x"}}}';
    const { text, connected } = connect('gemini', bare, ['a'], windowsEditor);
    const edited = text.replace('"ELECTRON_RUN_AS_NODE": "1"', '"ELECTRON_RUN_AS_NODE": "1", "KEY": "v"');
    const restored = restoreServers(agentFormats.gemini, edited, connected).text;
    assert.deepEqual(JSON.parse(restored), { mcpServers: { a: { command: 'x', env: { KEY: 'v' } } } });
  });

  it('ignores what is remembered wrongly', () => {
    const { text, connected } = connect('gemini', fixtureOf('gemini').text, ['pythonTools']);
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

describe('servers that cannot be connected', () => {
  const refused: [string, AgentId, string, string][] = [
    ['a server over HTTP', 'gemini', '{"mcpServers":{"a":{"url":"https://x"}}}', 'over the network'],
    ['a key that stands twice', 'gemini', '{"mcpServers":{"a":{"command":"x","command":"y"}}}', 'twice'],
    ['a name that stands twice', 'gemini', '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}', 'twice'],
    ['arguments that are no texts', 'gemini', '{"mcpServers":{"a":{"command":"x","args":[1]}}}', 'documents'],
    ['a command that is a list', 'cline', '{"mcpServers":{"a":{"command":["x"]}}}', 'documents'],
    ['an empty command', 'gemini', '{"mcpServers":{"a":{"command":" "}}}', 'empty'],
    ['a NUL character', 'gemini', '{"mcpServers":{"a":{"command":"x\\u0000"}}}', 'NUL'],
    [
      'too many arguments',
      'gemini',
      JSON.stringify({ mcpServers: { a: { command: 'x', args: Array(501).fill('') } } }),
      'many',
    ],
    ['no server', 'codex', '[mcp_servers.b]\ncommand = "x"\n', 'no server a'],
    ['an environment that is a text', 'gemini', '{"mcpServers":{"a":{"command":"x","env":"y"}}}', 'environment'],
    ['an empty table', 'codex', '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\n', 'environment'],
  ];
  for (const [what, agent, text, reason] of refused) {
    it(`${what}`, () => {
      assert.throws(
        () => connect(agent, text, ['a'], windowsEditor),
        (error) => error instanceof ConfigError && error.message.includes(reason),
      );
    });
  }

  for (const name of ['__proto__', '--', '', ' ', 'a\\u0000', 'a\\u202eb', 'x'.repeat(201)]) {
    it(`the name ${JSON.stringify(name).slice(0, 20)}`, () => {
      const text = `{"mcpServers":{"${name}":{"command":"x"},"b":{"command":"y"}}}`;
      const servers = [...serversOf('gemini', text).values()];
      assert.match(servers[0]?.refusal ?? '', /name/);
      assert.equal(servers[1]?.refusal, undefined);
      assert.throws(() => connect('gemini', text, [servers[0]?.name ?? '']), ConfigError);
    });
  }
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
    const [every] = fixtures.filter(({ what }) => what === 'opencode 2');
    assert.equal(serversOf('opencode', every?.text ?? '').get('every')?.limitMs, 9000);
  });

  it('of a project of Claude Code are told apart from those of the user', () => {
    const text = '{"mcpServers":{"a":{"command":"x"}},"projects":{"/p":{"mcpServers":{"a":{"command":"y"}}}}}';
    const choices = [choose('a', { project: '/p' })];
    const { text: connected, connected: memory } = connectServers(agentFormats.claude, text, choices, posix, []);
    assert.ok(connected.startsWith('{"mcpServers":{"a":{"command":"x"}}'));
    assert.ok(connected.includes('"--", "y"]'));
    assert.equal(restoreServers(agentFormats.claude, connected, memory).text, text);
  });
});
