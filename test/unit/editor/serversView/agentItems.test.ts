import assert from 'node:assert/strict';
import type { AgentRow, AgentServerRow, AgentsOverview } from '#editor/agents/agentsOverview.ts';
import type { AskingProgram } from '#editor/agents/askers.ts';
import { AgentsGroupNode, type AgentsViewNode, agentsChildrenOf } from '#editor/serversView/agentNodes.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

const server = (row: Partial<AgentServerRow> = {}): AgentServerRow => ({
  server: 'tickets',
  isLent: false,
  isRunning: false,
  calls: [],
  ...row,
});
const time = (at: number) => new Date(at).toLocaleTimeString([], { timeStyle: 'short' });
const call = (name: string, state: string) =>
  ({ request: { kind: 'tool', name, arguments: {} }, agent: { state } }) as unknown as AgentServerRow['calls'][number];
const asker = (name = 'Codex', control: Partial<AskingProgram['control']> = {}): AskingProgram => ({
  id: 'codex',
  name,
  control: { mutedUntil: undefined, hasMuted: false, ...control } as AskingProgram['control'],
});
const row = (...servers: AgentServerRow[]): AgentRow => ({ client: 'codex', asker: asker(), servers });

/** The items of the group in their order: level, label, description, accessible label, words. */
async function itemsOf(rows: readonly AgentRow[], extensions: readonly AskingProgram[] = []): Promise<string[][]> {
  const found: string[][] = [];
  await withVscodeStub(async () => {
    const { agentsViewItem } = await import('#editor/serversView/agentItems.ts');
    const visit = (node: Parameters<typeof agentsViewItem>[0], level: string) => {
      const { label, description, accessibilityInformation, contextValue } = agentsViewItem(node);
      found.push(
        [`${level}${String(label)}`, description, accessibilityInformation?.label, contextValue].map((part) =>
          String(part ?? ''),
        ),
      );
      for (const child of agentsChildrenOf(node)) visit(child, `${level} `);
    };
    visit(new AgentsGroupNode({ rows, extensions } as unknown as AgentsOverview), '');
  });
  return found;
}

describe('the group of agents in the view', () => {
  const group = ['Agents', '', 'Agents whose servers ask you in this panel', 'agents'];

  it('leads to Connect while nothing is connected', async () =>
    assert.deepEqual(await itemsOf([]), [group, [' Connect an Agent...', '', '', '']]));

  it('lists agents and their servers', async () =>
    assert.deepEqual(await itemsOf([row(server(), server({ server: 'notes', isRunning: true }))]), [
      group,
      [' Codex', '', 'Codex, agent', 'agent audible'],
      ['  tickets', 'connected', 'tickets, Codex, connected', 'agentServer'],
      ['  notes', 'running', 'notes, Codex, running', 'agentServer'],
    ]));

  it('says which agent is muted, or some of its servers, and offers what can be done', async () => {
    const until = new Date(2026, 0, 1, 10, 3).getTime();
    for (const [control, state, words] of [
      [{ mutedUntil: Number.POSITIVE_INFINITY, hasMuted: true }, 'muted', 'agent muted'],
      [{ mutedUntil: until, hasMuted: true }, `muted until ${time(until)}`, 'agent muted'],
      [{ hasMuted: true }, 'partly muted', 'agent audible muted'],
    ] as const) {
      const [, item = []] = await itemsOf([{ ...row(server()), asker: asker('Codex', control) }]);
      assert.deepEqual(item.slice(1), [state, `Codex, agent, ${state}`, words]);
    }
  });

  it('has one item for all other extensions', async () => {
    const others = (control = {}) => itemsOf([], [asker('Other extensions', control)]);
    const label = 'Other extensions that ask you in this panel';
    assert.deepEqual(await others(), [group, [' Other extensions', '', label, 'extensions audible']]);
    const [, muted = []] = await others({ mutedUntil: Number.POSITIVE_INFINITY, hasMuted: true });
    assert.deepEqual(muted.slice(1), ['muted', `${label}, muted`, 'extensions muted']);
  });

  it('says which calls wait, also if the agent has stopped waiting', async () => {
    const calls = [call('deploy', 'waiting'), call('drop', 'parked')];
    const [, agent = [], item = []] = await itemsOf([row(server({ isRunning: true, calls }))]);
    assert.deepEqual(agent.slice(1, 3), ['2 calls wait for you', 'Codex, agent, 2 calls wait for you']);
    assert.equal(item[1], 'waits for you: deploy, drop');
    assert.equal(
      item[2],
      'tickets, Codex, “deploy” waits for you · “drop” waits for you; the agent has stopped waiting',
    );
  });

  it('names the last call', async () => {
    const at = new Date(2026, 0, 1, 10, 3).getTime();
    const [, , item = []] = await itemsOf([row(server({ lastCall: { target: 'deploy', at } }))]);
    assert.equal(item[1], `asked ${time(at)}`);
    assert.match(item[2] ?? '', /^tickets, Codex, connected · last asked 10:03.*: deploy$/);
  });

  it('names the hook, which asks for all servers', async () => {
    const [, , item = []] = await itemsOf([row(server({ server: '', isRunning: true }))]);
    assert.deepEqual(item.slice(0, 2), ['  All servers, by the hook', 'asks now']);
  });

  it('offers to stop the lending of a server, and says when that has ended', async () => {
    const [, , lent = [], stopped = []] = await itemsOf([
      row(server({ isLent: true }), server({ server: 'bank', isLent: true, isStopped: true })),
    ]);
    assert.deepEqual(lent.slice(1), [
      'connected',
      'tickets, lent by this editor, Codex, connected',
      'agentServer lent',
    ]);
    assert.deepEqual(stopped.slice(1), [
      'no longer lent',
      'bank, lent by this editor, Codex, no longer lent',
      'agentServer',
    ]);
  });

  it('has an item of its own for each server, whatever the agent calls it', async () => {
    const servers = [server(), server({ isLent: true }), server({ server: 'lent:tickets' })];
    await withVscodeStub(async () => {
      const { agentsViewItem } = await import('#editor/serversView/agentItems.ts');
      const overview = { rows: [row(...servers)], extensions: [] } as unknown as AgentsOverview;
      const [agent] = agentsChildrenOf(new AgentsGroupNode(overview));
      assert.ok(agent);
      const ids = agentsChildrenOf(agent).map((node) => agentsViewItem(node).id);
      assert.equal(new Set(ids).size, servers.length, ids.join());
    });
  });

  it('shows names as plain text', async () => {
    const [, , item = []] = await itemsOf([row(server({ server: 'a\nb\u202e' }))]);
    assert.doesNotMatch(item.join(), /[\n\u202e]/);
  });

  it('draws only what has changed: the menu of another item that is open keeps its item', async () => {
    await withVscodeStub(async () => {
      const { agentsViewItem, changedAgentNodes } = await import('#editor/serversView/agentItems.ts');
      const overview = { rows: [row(server(), server({ server: 'notes' }))], extensions: [] as AskingProgram[] };
      const group = new AgentsGroupNode(overview as unknown as AgentsOverview);
      const draw = (node: AgentsViewNode): AgentsViewNode[] => {
        agentsViewItem(node);
        return [node, ...agentsChildrenOf(node).flatMap(draw)];
      };
      const [, codex, tickets, notes] = draw(group);
      assert.deepEqual(changedAgentNodes(group), []);

      overview.rows = [row(server(), server({ server: 'notes', isRunning: true }))];
      assert.deepEqual(changedAgentNodes(group), [notes]);
      assert.deepEqual(draw(group), [group, codex, tickets, notes]);

      overview.rows = [row(server(), server({ server: 'notes', isRunning: true }), server({ isLent: true }))];
      assert.deepEqual(changedAgentNodes(group), [codex]);
      assert.equal(draw(group).length, 5);

      overview.rows = [...overview.rows, { ...row(server()), client: 'gemini', asker: asker('Gemini CLI') }];
      assert.deepEqual(changedAgentNodes(group), [group]);
      assert.deepEqual(draw(group).slice(0, 4), [group, codex, tickets, notes]);
    });
  });
});
