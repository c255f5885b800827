import assert from 'node:assert/strict';
import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { connectServers } from '#core/agents/connect/connectServers.ts';
import { choose, connectNamed, serversOf } from './connectedText.ts';
import { fixtureOf, posix } from './fixtures.ts';

describe('the limit', () => {
  const limits: [AgentId, string, string, number | undefined, number | undefined, boolean][] = [
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
    ['vscode', 'perplexity', '"command": "sh",', undefined, undefined, false],
    ['cursor', 'files', '"command": "sh",', undefined, undefined, false],
    ['windsurf', 'github', '"command": "sh",', undefined, undefined, false],
    ['claude-desktop', 'filesystem', '"command": "sh",', 240_000, undefined, false],
    ['zed', 'local-mcp-server', '"timeout": 86400,', 86_400_000, 90_000, false],
    ['zed', 'slow', '"timeout": 86400 }', 86_400_000, 20_000, false],
    ['roo', 'python', '"timeout": 3600\n', 3_600_000, 300_000, false],
    ['kilo5', 'plain', '"timeout":3600}', 3_600_000, 60_000, false],
    ['kilo', 'gitnexus', '"timeout": 10000', 10_000, undefined, true],
    ['continue', 'SQLite', 'connectionTimeout: 3600000\n', 3_600_000, 30_000, false],
    ['continue', 'braces', ', connectionTimeout: 3600000}', 3_600_000, 60_000, false],
    ['goose', 'github', 'timeout: 86400\n', 86_400_000, 60_000, false],
    ['goose', 'off', '\n    timeout: 86400\n', 86_400_000, 300_000, false],
  ];
  for (const [agent, name, written, limitMs, ownLimitMs, progressExtends] of limits) {
    it(`of ${name} (${agent}) stands in the file and in the arguments`, () => {
      const { text } = connectNamed(agent, fixtureOf(agent).text, [name]);
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
    assert.ok(connectNamed('codex', text, ['a']).text.includes('tool_timeout_sec = 100000'));
    const cline = '{"mcpServers":{"a":{"command":"x","timeout":60000}}}';
    assert.equal(serversOf('cline', cline).get('a')?.limitMs, 3_600_000);
  });
});
