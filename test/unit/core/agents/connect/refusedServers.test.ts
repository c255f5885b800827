import assert from 'node:assert/strict';
import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { ConfigError } from '#core/agents/syntax/configText.ts';
import { connectNamed, serversOf } from './connectedText.ts';
import { windowsEditor } from './fixtures.ts';

describe('servers that cannot be connected', () => {
  const refused: [string, AgentId, string, string][] = [
    ['a server over HTTP+SSE', 'gemini', '{"mcpServers":{"a":{"url":"https://x"}}}', 'Streamable HTTP'],
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
    ['a list of servers without the name', 'continue', 'mcpServers:\n  - command: x\n', 'no server a'],
    ['a name that stands twice in a list', 'continue', 'mcpServers:\n- {name: a, command: x}\n- {name: a}\n', 'twice'],
    ['a number as an argument', 'goose', 'extensions:\n  a:\n    cmd: x\n    args: [1]\n', 'documents'],
    ['a key of YAML that stands twice', 'goose', 'extensions:\n  a:\n    cmd: x\n    cmd: y\n', 'twice'],
    ['a command over several lines', 'goose', 'extensions:\n  a:\n    cmd: |-\n      x\n    args: []\n', 'exactly'],
    ['a command that the agent has', 'goose', 'extensions:\n  a:\n    type: builtin\n', 'does not say'],
    ['a command that an extension of Zed has', 'zed', '{"context_servers":{"a":{"settings":{}}}}', 'does not say'],
    [
      'an earlier way to write a command of Zed',
      'zed',
      '{"context_servers":{"a":{"command":{"path":"x"}}}}',
      'documents',
    ],
    ['no server', 'codex', '[mcp_servers.b]\ncommand = "x"\n', 'no server a'],
    ['an environment that is a text', 'gemini', '{"mcpServers":{"a":{"command":"x","env":"y"}}}', 'environment'],
    ['an empty table', 'codex', '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\n', 'environment'],
  ];
  for (const [what, agent, text, reason] of refused) {
    it(`${what}`, () => {
      assert.throws(
        () => connectNamed(agent, text, ['a'], windowsEditor),
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
      assert.throws(() => connectNamed('gemini', text, [servers[0]?.name ?? '']), ConfigError);
    });
  }
});
