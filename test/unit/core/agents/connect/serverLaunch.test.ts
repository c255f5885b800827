import assert from 'node:assert/strict';
import { type AgentId, agentFormats } from '#core/agents/connect/agentFormats.ts';
import { readServerLaunch } from '#core/agents/connect/serverLaunch.ts';

const variables = { KEY: 'v', EMPTY: '', HOME: '/home/me' };

describe('what an agent starts for a server', () => {
  const cases: [AgentId, string, string, string][] = [
    ['claude', `\${KEY} \${NO:-d} \${NO} $KEY`, `v d \${NO} $KEY`, `v d \${NO} $KEY`],
    ['gemini', `$KEY \${KEY} $NO $1 $@`, 'v v $NO $1 $@', 'v v $NO $1 $@'],
    ['cline', `\${env:KEY} \${KEY} \${env:NO}`, `\${env:KEY} \${KEY} \${env:NO}`, `v \${KEY} \${env:NO}`],
    ['copilot', `$KEY \${KEY} \${NO:-d}`, `$KEY \${KEY} \${NO:-d}`, 'v v d'],
  ];
  for (const [agent, text, argument, value] of cases) {
    it(`has the variables replaced that ${agent} replaces`, () => {
      const file = JSON.stringify({ mcpServers: { a: { command: 'x', args: [text], env: { A: text }, cwd: '/w' } } });
      const launch = readServerLaunch(agentFormats[agent], file, { name: 'a' }, variables);
      assert.deepEqual(launch, { command: 'x', args: [argument], environment: { A: value }, folder: '/w' });
    });
  }

  it('is the same for Codex, and in the way of opencode', () => {
    const toml = `[mcp_servers.a]\ncommand = "x"\nargs = ["$KEY"]\nenv = { A = "\${KEY}" }\n`;
    const codex = readServerLaunch(agentFormats.codex, toml, { name: 'a' }, variables);
    assert.deepEqual(codex, { command: 'x', args: ['$KEY'], environment: { A: `\${KEY}` }, folder: undefined });
    const json = '{"mcp":{"a":{"type":"local","command":["x","{env:KEY}"],"environment":{"A":"{env:EMPTY}"}}}}';
    const opencode = readServerLaunch(agentFormats.opencode, json, { name: 'a' }, variables);
    assert.deepEqual(opencode, { command: 'x', args: ['v'], environment: { A: '' }, folder: undefined });
  });

  it('is nothing for a server over HTTP or one that is not there', () => {
    const text = '{"mcpServers":{"a":{"url":"https://x"}}}';
    assert.equal(readServerLaunch(agentFormats.gemini, text, { name: 'a' }, {}), undefined);
    assert.equal(readServerLaunch(agentFormats.gemini, text, { name: 'b' }, {}), undefined);
  });
});
