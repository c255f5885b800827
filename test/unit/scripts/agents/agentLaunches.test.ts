import assert from 'node:assert/strict';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import type { AgentSetup } from '#scripts/agents/adapters/agent.ts';
import { allAgents } from '#scripts/agents/adapters/allAgents.ts';
import { codex } from '#scripts/agents/adapters/codex.ts';

const command = ['/opt/my node', 'a "quoted" \\ path', '--flag'];

const setup = (limitMs?: number): AgentSetup => ({
  home: '/home/user',
  folder: '/home/user/project',
  modelUrl: 'http://127.0.0.1:8123',
  port: 8124,
  server: { name: 'tickets', command, limitMs },
});

const textOf = (agent: (typeof allAgents)[number], limitMs?: number) =>
  Object.values(agent.launch(setup(limitMs)).files).join('\n');

describe('the configuration of agents', () => {
  it('names the server with its command, whatever characters it has', () => {
    for (const agent of allAgents) {
      const text = textOf(agent);
      for (const part of ['tickets', ...command]) {
        assert.ok(
          text.includes(JSON.stringify(part)) || text.includes(`.${part}]`),
          `${agent.title}: ${part}\n${text}`,
        );
      }
    }
  });

  it("has the limit in the agent's unit, and none without a limit", () => {
    const limit = /"timeout":(\d+)|tool_timeout_sec = (\d+)/;
    for (const agent of allAgents) {
      const [, json, toml] = limit.exec(textOf(agent, 5000)) ?? [];
      assert.equal(Number(json ?? toml) * (agentFormats[agent.id].limit?.unitMs ?? 0), 5000, agent.title);
      assert.doesNotMatch(textOf(agent), limit, agent.title);
    }
  });

  it('leads to the scripted model only', () => {
    for (const agent of allAgents) {
      const { env } = agent.launch(setup());
      const addresses = `${textOf(agent)} ${Object.values(env).join(' ')}`.match(/https?:\/\/[^"\s/]+/g);
      assert.deepEqual([...new Set(addresses)], ['http://127.0.0.1:8123'], agent.title);
    }
  });

  it('of Codex is TOML with one table for each part', () => {
    const tables = textOf(codex).match(/^\[.*\]$/gm);
    assert.deepEqual(tables, [
      '[model_providers.scripted]',
      '[analytics]',
      '[feedback]',
      '[features]',
      '[mcp_servers.tickets]',
    ]);
  });
});
