import assert from 'node:assert/strict';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { connectServers } from '#core/agents/connect/connectServers.ts';
import { describeChange, linesToCopy } from '#core/agents/connect/describeChange.ts';
import { findSecrets } from '#core/configuration/entrySecrets.ts';
import { fixtureOf, fixtures, posix } from './fixtures.ts';

const secretsIn = (args: readonly string[]) => findSecrets({ args }).map(({ value }) => value);

function change(agent: keyof typeof agentFormats, text: string, name: string) {
  const choice = { name, raisesLimit: true, isRequired: false };
  const { text: after } = connectServers(agentFormats[agent], text, [choice], posix, []);
  const [described, ...more] = describeChange(agentFormats[agent], text, after, secretsIn);
  assert.ok(described && more.length === 0);
  return { ...described, text: after };
}

describe('the description of a change', () => {
  it("has the entry's lines before and after, with the environment masked", () => {
    const { name, before, after } = change('gemini', fixtureOf('gemini').text, 'pythonTools');
    assert.equal(name, 'pythonTools');
    assert.deepEqual(before, [
      '"pythonTools": {',
      '  "command": "python",',
      '  "args": [',
      '    "-m",',
      '    "my_mcp_server", // a module',
      '    "--port", "8080",',
      '  ],',
      '  "cwd": "./mcp-servers/python",',
      '  "env": {',
      '    "DATABASE_URL": "•••"',
      '  },',
      '  "timeout": 15000,',
      '  "trust": false, /* ask */',
      '}',
    ]);
    assert.equal(after[1], '  "command": "sh",');
    assert.equal(after.at(-3), '  "timeout": 86400000,');
  });

  it('has the lines of a TOML table, and of one in a line', () => {
    const { before, after } = change('codex', fixtureOf('codex').text, 'docs');
    assert.deepEqual(before.slice(0, 3), ['[mcp_servers.docs]', 'command = "npx"', 'args = [']);
    assert.ok(after.includes('tool_timeout_sec = 86400') && after.includes('TOKEN = "•••"'));
    const inline = change('codex', fixtureOf('codex').text, 'inline');
    assert.deepEqual(inline.before, ['inline = { command = "node", args = ["server.js"], env = { KEY = "•••" } }']);
    const dotted = change('codex', fixtureOf('codex').text, 'dotted');
    assert.deepEqual(dotted.before, ['dotted.command = """node"""', 'dotted.args = []']);
  });

  it('has nothing of other entries that stand in the same line', () => {
    const { before, after } = change('copilot', fixtureOf('copilot').text, 'playwright');
    assert.equal(before.length, 1);
    assert.ok(!`${before}${after}`.includes('YOUR-API-KEY'));
  });

  it('masks secrets in arguments, before and after', () => {
    const args = ['--token', 'abcdefgh1234', '--key=s3cr3tvalue', '--url', 'https://x'];
    const text = JSON.stringify({ mcpServers: { a: { command: 'x', args } } }, null, 2);
    const { before, after } = change('gemini', text, 'a');
    const all = [...before, ...after].join('\n');
    assert.ok(!all.includes('abcdefgh1234') && !all.includes('s3cr3tvalue'), all);
    assert.ok(all.includes('--key=•••') && all.includes('https://x'));
  });

  it('is bounded', () => {
    const args = Array.from({ length: 400 }, (_, index) => `argument ${index}`);
    const text = JSON.stringify({ mcpServers: { a: { command: 'x', args } } }, null, 2);
    const { before, after } = change('gemini', text, 'a');
    assert.equal(before.length, 100);
    assert.ok(after.every((line) => line.length <= 2001));
  });

  it('never shows a value of an environment', () => {
    for (const { agent, text, names } of fixtures) {
      for (const name of names) {
        const { before, after } = change(agent, text, name);
        const all = [...before, ...after].join('\n');
        assert.ok(!/s3cret|AIRTABLE_API_KEY:-none|'v'|env:API_KEY|\$DB_/.test(all), all);
      }
    }
  });

  it('has everything where it is to be copied', () => {
    const { text } = change('codex', fixtureOf('codex').text, 'docs');
    const lines = linesToCopy(agentFormats.codex, text, { name: 'docs' });
    assert.ok(lines.includes('command = "sh"') && lines.includes('TOKEN = "s3cret"'));
    assert.deepEqual(linesToCopy(agentFormats.codex, text, { name: 'none' }), []);
  });
});
