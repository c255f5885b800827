import assert from 'node:assert/strict';
import type { AgentRow, AgentServerRow, AgentsOverview } from '#editor/agents/agentsOverview.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

const server = (row: Partial<AgentServerRow> = {}): AgentServerRow => ({
  server: 'tickets',
  isRunning: false,
  calls: [],
  ...row,
});
const call = (name: string, state: string) =>
  ({ request: { kind: 'tool', name, arguments: {} }, agent: { state } }) as unknown as AgentServerRow['calls'][number];
const row = (...servers: AgentServerRow[]): AgentRow => ({ client: 'codex', name: 'Codex', servers });

/** The items of the group in their order: level, label, description, accessible label, words. */
async function itemsOf(rows: readonly AgentRow[]): Promise<string[][]> {
  const found: string[][] = [];
  await withVscodeStub(async () => {
    const { AgentsGroupNode, agentsChildrenOf, agentsViewItem } = await import('#editor/serversView/agentItems.ts');
    const visit = (node: Parameters<typeof agentsViewItem>[0], level: string) => {
      const { label, description, accessibilityInformation, contextValue } = agentsViewItem(node);
      found.push(
        [`${level}${String(label)}`, description, accessibilityInformation?.label, contextValue].map((part) =>
          String(part ?? ''),
        ),
      );
      for (const child of agentsChildrenOf(node)) visit(child, `${level} `);
    };
    visit(new AgentsGroupNode({ rows } as unknown as AgentsOverview), '');
  });
  return found;
}

describe('the group of agents in the view', () => {
  const group = ['Agents', '', 'Agents whose servers ask you in this panel', 'agents'];

  it('leads to Connect while nothing is connected', async () =>
    assert.deepEqual(await itemsOf([]), [group, [' No agent is connected. Connect one.', '', '', '']]));

  it('lists agents and their servers', async () =>
    assert.deepEqual(await itemsOf([row(server(), server({ server: 'notes', isRunning: true }))]), [
      group,
      [' Codex', '', 'Codex, agent', 'agent'],
      ['  tickets', 'connected', 'tickets, Codex, connected', 'agentServer'],
      ['  notes', 'running', 'notes, Codex, running', 'agentServer'],
    ]));

  it('says which calls wait, also if the agent has stopped waiting', async () => {
    const calls = [call('deploy', 'waiting'), call('drop', 'parked')];
    const [, agent = [], item = []] = await itemsOf([row(server({ isRunning: true, calls }))]);
    assert.deepEqual(agent.slice(1, 3), ['2 calls wait for you', 'Codex, agent, 2 calls wait for you']);
    assert.equal(item[1], 'deploy waits for you · drop waits for you; the agent has stopped waiting');
  });

  it('names the last call', async () => {
    const at = new Date(2026, 0, 1, 10, 3).getTime();
    const [, , item = []] = await itemsOf([row(server({ lastCall: { target: 'deploy', at } }))]);
    assert.match(item[1] ?? '', /^connected · last asked 10:03.*: deploy$/);
  });

  it('names the hook, which asks for all servers', async () => {
    const [, , item = []] = await itemsOf([row(server({ server: '', isRunning: true }))]);
    assert.deepEqual(item.slice(0, 2), ['  All servers, by the hook', 'asks now']);
  });

  it('shows names as plain text', async () => {
    const [, , item = []] = await itemsOf([row(server({ server: 'a\nb\u202e' }))]);
    assert.doesNotMatch(item.join(), /[\n\u202e]/);
  });
});
