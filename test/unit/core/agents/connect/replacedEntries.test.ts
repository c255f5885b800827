import assert from 'node:assert/strict';
import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { readAgentServers } from '#core/agents/connect/agentServers.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { readLentEntry } from '#core/agents/connect/lentEntry.ts';
import { removeLentEntry } from '#core/agents/connect/lentRemoval.ts';
import { replaceRemoteEntry } from '#core/agents/connect/replacedEntries.ts';
import { ConfigError, parseConfig } from '#core/agents/syntax/configText.ts';
import { fixtures, posix, windowsEditor, windowsNode } from './fixtures.ts';

const choice = { server: 'lent', raisesLimit: true, isRequired: true, allFolders: false };

const serversOf = (agent: AgentId, text: string) =>
  readAgentServers(agentFormats[agent], parseConfig(agentFormats[agent].syntax, text));

describe("an agent's entry with a URL that is replaced by a lent server", () => {
  const remotes = fixtures.flatMap(({ agent, what, text }) =>
    serversOf(agent, text).flatMap((server) => (server.remote ? [{ agent, what, text, server }] : [])),
  );
  for (const { agent, what, text, server } of remotes) {
    for (const runtime of [posix, windowsNode, windowsEditor]) {
      it(`is restored to the byte: ${server.name} in ${what} (${runtime.kind})`, () => {
        const format = agentFormats[agent];
        const replaced = replaceRemoteEntry(format, text, server, choice, runtime);
        const servers = serversOf(agent, replaced.text);
        const now = servers.find(({ name }) => name === server.name);
        assert.equal(now?.lent, 'lent');
        assert.deepEqual([now.isDisabled, now.remote, now.url], [server.isDisabled, undefined, undefined]);
        const others = (all: typeof servers) => all.filter(({ name }) => name !== server.name);
        assert.deepEqual(others(servers), others(serversOf(agent, text)));
        const remembered = readLentEntry(JSON.parse(JSON.stringify({ ...replaced, path: '/file' })));
        assert.ok(remembered);
        assert.equal(removeLentEntry(format, replaced.text, remembered, choice.server), text);
      });
    }
  }

  it('is offered for every agent that documents one', () => {
    const agents = new Set(remotes.map(({ agent }) => agent));
    const expected: AgentId[] = ['claude', 'codex', 'gemini', 'opencode', 'copilot', 'vscode', 'cursor', 'windsurf'];
    assert.deepEqual([...agents], [...expected, 'zed', 'roo', 'kilo', 'kilo5', 'continue', 'goose']);
  });

  it('keeps what the agent does with the server, and its place in the file', () => {
    const text = `# mine
[mcp_servers.docs]
url = "https://docs.example/mcp" # the manual
enabled_tools = ["open"]
tool_timeout_sec = 60
http_headers = { X-Team = "a" }

[mcp_servers.docs.tools.open]
approval_mode = "approve"

[other]
a = 1
`;
    const replaced = replaceRemoteEntry(agentFormats.codex, text, { name: 'docs' }, choice, posix);
    assert.match(replaced.text, /^# mine\n\[mcp_servers\.docs\]\ncommand = "sh"\nargs = /);
    assert.match(replaced.text, /^tool_timeout_sec = 86400\nrequired = true\nenabled_tools = \["open"\]$/m);
    assert.match(
      replaced.text,
      /\n\n\[mcp_servers\.docs\.tools\.open\]\napproval_mode = "approve"\n\n\[other\]\na = 1\n$/,
    );
    assert.match(replaced.text, /"--limit", "86400000", "--own-limit", "60000"/);
    assert.doesNotMatch(replaced.text, /https|X-Team/);
    const copilot = '{"mcpServers":{"a":{"type":"http","url":"https://x","tools":["one"]}}}';
    assert.match(
      replaceRemoteEntry(agentFormats.copilot, copilot, { name: 'a' }, choice, posix).text,
      /^\{"mcpServers":\{"a":\{"type": "local", "command": "sh", "args": .*, "tools":\["one"\]\}\}\}$/,
    );
  });

  it('is the one of a project in the file of Claude Code', () => {
    const entry = '{ "type": "http", "url": "https://x/mcp" }';
    const text = `{"mcpServers": {"a": ${entry}}, "projects": {"/app": {"mcpServers": {"a": ${entry}}}}}`;
    const replaced = replaceRemoteEntry(agentFormats.claude, text, { name: 'a', project: '/app' }, choice, posix);
    assert.ok(replaced.text.startsWith(`{"mcpServers": {"a": ${entry}}`));
    const lent = serversOf('claude', replaced.text).map(({ project, lent }) => [project, lent]);
    assert.deepEqual(lent, [
      [undefined, undefined],
      ['/app', 'lent'],
    ]);
    assert.equal(
      removeLentEntry(agentFormats.claude, replaced.text, { path: '/file', ...replaced }, choice.server),
      text,
    );
  });

  it('comes back also if the agent has written its file anew, or the user has renamed the entry', () => {
    const text = '{\n  "mcpServers": {\n    "a": { "httpUrl": "https://x/mcp" }\n  }\n}\n';
    const replaced = replaceRemoteEntry(agentFormats.gemini, text, { name: 'a' }, choice, posix);
    const undo = { path: '/file', ...replaced };
    const anew = JSON.stringify({ ...JSON.parse(replaced.text), theme: 'dark' }, null, 4);
    assert.deepEqual(JSON.parse(removeLentEntry(agentFormats.gemini, anew, undo, choice.server)), {
      ...JSON.parse(text),
      theme: 'dark',
    });
    const renamed = replaced.text.replace('"a"', '"b"');
    assert.equal(removeLentEntry(agentFormats.gemini, renamed, undo, choice.server), text.replace('"a"', '"b"'));
    assert.equal(removeLentEntry(agentFormats.gemini, replaced.text, undo, 'other'), replaced.text);
    const another = '{"mcpServers": {"a": {"command": "x"}}}';
    assert.equal(removeLentEntry(agentFormats.gemini, another, undo, choice.server), another);
  });

  it('is not written into a text that it would break', () => {
    const text = 'extensions:\n    a:\n        type: streamable_http\n        uri: https://x/mcp\n';
    const replaced = replaceRemoteEntry(agentFormats.goose, text, { name: 'a' }, choice, posix);
    const undo = { path: '/file', ...replaced };
    assert.equal(removeLentEntry(agentFormats.goose, `${replaced.text}b: c\n`, undo, choice.server), `${text}b: c\n`);
    const anew = `${replaced.text.replaceAll('    ', '  ')}b: c\n`;
    assert.throws(() => removeLentEntry(agentFormats.goose, anew, undo, choice.server), ConfigError);
  });

  it('has the headers with the variables of this host', () => {
    const codex = `[mcp_servers.a]
url = "https://x/mcp"
bearer_token_env_var = "TOKEN"
http_headers = { X-Team = "red" }
env_http_headers = { X-User = "USER_NAME" }
`;
    assert.deepEqual(serversOf('codex', codex)[0]?.remote, {
      url: 'https://x/mcp',
      headers: { 'X-Team': 'red', 'X-User': `\${env:USER_NAME}`, Authorization: `Bearer \${env:TOKEN}` },
    });
    const header = (agent: AgentId, value: string) => {
      const { serversKey } = agentFormats[agent];
      const entry = { type: 'http', url: 'https://x/mcp', headers: { Authorization: value } };
      return serversOf(agent, JSON.stringify({ [serversKey]: { a: entry } }))[0];
    };
    assert.equal(header('claude', `Bearer \${TOKEN}`)?.remote?.headers['Authorization'], `Bearer \${env:TOKEN}`);
    assert.equal(header('gemini', 'Bearer $TOKEN')?.remote?.headers['Authorization'], `Bearer \${env:TOKEN}`);
    assert.equal(header('opencode', 'Bearer {env:TOKEN}')?.remote?.headers['Authorization'], `Bearer \${env:TOKEN}`);
    assert.equal(header('cursor', `\${env:TOKEN}`)?.remote?.headers['Authorization'], `\${env:TOKEN}`);
    const unknown: [AgentId, string, string][] = [
      ['claude', `\${TOKEN:-none}`, `\${TOKEN:-none}`],
      ['vscode', `Bearer \${input:token}`, `\${input:token}`],
      ['cursor', `\${userHome}`, `\${userHome}`],
      ['opencode', '{file:~/token}', '{file:~/token}'],
      ['zed', `\${HOME}`, `\${HOME}`],
    ];
    for (const [agent, value, variable] of unknown) {
      assert.equal(header(agent, value)?.remote, undefined);
      assert.match(header(agent, value)?.refusal ?? '', /^It uses .*, which only .* can replace\.$/);
      assert.ok(header(agent, value)?.refusal?.includes(variable));
    }
  });

  it('is not replaced if this host cannot take it over', () => {
    const refused: [AgentId, string, RegExp][] = [
      ['claude', '{"mcpServers":{"a":{"type":"sse","url":"https://x"}}}', /Streamable HTTP/],
      ['claude', '{"mcpServers":{"a":{"url":"https://x"}}}', /Streamable HTTP/],
      ['gemini', '{"mcpServers":{"a":{"url":"https://x"}}}', /Streamable HTTP/],
      ['cline', '{"mcpServers":{"a":{"url":"https://x"}}}', /Streamable HTTP/],
      ['claude', '{"mcpServers":{"a":{"type":"http","url":"https://x","oauth":{"clientId":"x"}}}}', /It has oauth/],
      ['claude', '{"mcpServers":{"a":{"type":"http","url":"https://x","headersHelper":"x"}}}', /It has headersHelper/],
      ['gemini', '{"mcpServers":{"a":{"httpUrl":"https://x","authProviderType":"x"}}}', /It has authProviderType/],
      [
        'continue',
        'mcpServers:\n- name: a\n  url: https://x\n  requestOptions:\n    verifySsl: false\n',
        /requestOptions/,
      ],
      [
        'goose',
        'extensions:\n  a:\n    type: streamable_http\n    uri: https://x\n    env_keys: [T]\n',
        /It has env_keys/,
      ],
      ['gemini', '{"mcpServers":{"a":{"httpUrl":1}}}', /documents/],
      ['gemini', '{"mcpServers":{"a":{"httpUrl":"https://x","headers":{"A":1}}}}', /documents/],
    ];
    for (const [agent, text, reason] of refused) {
      const server = serversOf(agent, text)[0];
      assert.match(server?.refusal ?? '', reason);
      assert.throws(() => replaceRemoteEntry(agentFormats[agent], text, { name: 'a' }, choice, posix), reason);
    }
    const apart = '[mcp_servers.a]\nurl = "https://x"\n[b]\nc = 1\n[mcp_servers.a.http_headers]\nX = "y"\n';
    assert.throws(
      () => replaceRemoteEntry(agentFormats.codex, apart, { name: 'a' }, choice, posix),
      /not written as the agent documents it/,
    );
  });
});
