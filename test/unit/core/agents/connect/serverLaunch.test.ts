import assert from 'node:assert/strict';
import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { readServerLaunch, windowPlaces } from '#core/agents/connect/serverLaunch.ts';

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

  const places = windowPlaces({ userHome: '/home/me', platform: 'linux', folders: ['/work/app', '/work/other'] });
  const launchOf = (agent: AgentId, entry: object, known = places) =>
    readServerLaunch(
      agentFormats[agent],
      JSON.stringify({ [agentFormats[agent].serversKey]: { a: entry } }),
      { name: 'a' },
      variables,
      known,
    );

  it("has the places of this window in VS Code's, Cursor's and Roo Code's entries", () => {
    const editors = `\${workspaceFolder} \${workspaceFolderBasename}\${/}\${pathSeparator} \${userHome} \${env:KEY}`;
    for (const agent of ['vscode', 'cursor'] as const) {
      const launch = launchOf(agent, { command: 'x', args: [editors], cwd: `\${workspaceFolder}` });
      const expected = { command: 'x', args: ['/work/app app// /home/me v'], environment: {}, folder: '/work/app' };
      assert.deepEqual(launch, expected);
    }
    const roo = launchOf('roo', { command: `\${workspaceFolder}/x`, args: [`\${env:KEY}`, `\${userHome}`] });
    assert.deepEqual([roo?.command, roo?.args], ['/work/app/x', ['v', `\${userHome}`]]);
    const windsurf = launchOf('windsurf', { command: `\${env:KEY}`, env: { A: `\${env:HOME}` } });
    assert.deepEqual([windsurf?.command, windsurf?.environment], ['v', { A: '/home/me' }]);
  });

  it('is open if the agent adds what is not known here', () => {
    const noFolder = windowPlaces({ userHome: '/home/me', platform: 'win32', folders: [] });
    const cases: [AgentId, object, boolean][] = [
      ['vscode', { command: 'x', env: { A: `\${input:token}` } }, true],
      ['vscode', { command: 'x', args: [`\${workspaceFolder}`] }, true],
      ['vscode', { command: 'x', cwd: `\${workspaceFolder}` }, true],
      ['vscode', { command: 'x', args: [`\${userHome}\${pathSeparator}`] }, false],
      ['cursor', { command: 'x', envFile: '.env' }, true],
      ['roo', { command: 'x', args: [`\${workspaceFolder}`] }, true],
      ['claude', { command: 'x', args: [`\${NO}`] }, false],
    ];
    for (const [agent, entry, isOpen] of cases) {
      assert.equal(launchOf(agent, entry, noFolder)?.isOpen ?? false, isOpen, JSON.stringify(entry));
    }
    const goose = 'extensions: {a: {cmd: x, args: [], env_keys: [TOKEN]}, b: {cmd: y, env_keys: []}}\n';
    assert.equal(readServerLaunch(agentFormats.goose, goose, { name: 'a' }, {})?.isOpen, true);
    assert.equal(readServerLaunch(agentFormats.goose, goose, { name: 'b' }, {})?.isOpen, undefined);
    const secret = `mcpServers: [{name: a, command: x, env: {A: '\${{ secrets.A }}'}}]\n`;
    assert.equal(readServerLaunch(agentFormats.continue, secret, { name: 'a' }, {})?.isOpen, true);
  });

  it('is nothing for a server over HTTP or one that is not there', () => {
    const text = '{"mcpServers":{"a":{"url":"https://x"}}}';
    assert.equal(readServerLaunch(agentFormats.gemini, text, { name: 'a' }, {}), undefined);
    assert.equal(readServerLaunch(agentFormats.gemini, text, { name: 'b' }, {}), undefined);
  });
});
