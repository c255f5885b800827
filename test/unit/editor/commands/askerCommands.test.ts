import assert from 'node:assert/strict';
import type { AgentRow, AgentsOverview } from '#editor/agents/agentsOverview.ts';
import type { AskingProgram } from '#editor/agents/askers.ts';
import type { CommandContext } from '#editor/commands/commandContext.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

/** An agent that notes what is done with it. */
function createAsker(done: unknown[]): AskingProgram {
  const control = {
    mutedUntil: undefined,
    hasMuted: true,
    mute: (ms?: number) => void done.push(['mute', ms]),
    unmute: () => void done.push('unmute'),
    stop: (by: string) => void done.push(['stop', by]),
  };
  return { id: 'codex', name: 'Codex', control };
}

describe('the commands for agents and other extensions', () => {
  for (const kind of ['agent', 'extensions'] as const) {
    it(`apply to the item of the view (${kind})`, () =>
      withVscodeStub(async () => {
        const commands = await import('#editor/commands/askerCommands.ts');
        const { AgentNode, AgentsGroupNode, ExtensionsNode } = await import('#editor/serversView/agentNodes.ts');
        const done: unknown[] = [];
        const asker = createAsker(done);
        const group = new AgentsGroupNode({} as AgentsOverview);
        const row: AgentRow = { client: 'codex', asker, servers: [] };
        const node = kind === 'agent' ? new AgentNode(group, row) : new ExtensionsNode(group, asker);
        const context = { askers: { all: [] } } as unknown as CommandContext;
        for (const run of [commands.muteAgent, commands.muteAgentBriefly, commands.unmuteAgent, commands.stopAgent]) {
          await run(context, node);
        }
        assert.deepEqual(done, [['mute', undefined], ['mute', 600_000], 'unmute', ['stop', 'user']]);
      }));
  }

  it('say so if there is none to choose, and do nothing for what another extension passes', () =>
    withVscodeStub(async () => {
      const { muteAgent, unmuteAgent } = await import('#editor/commands/askerCommands.ts');
      const { shownDialogs } = await import('#test/unit/editor/dialogs.ts');
      shownDialogs.length = 0;
      const context = { askers: { all: [] } } as unknown as CommandContext;
      await muteAgent(context, undefined);
      await unmuteAgent(context, 'codex');
      assert.deepEqual(
        shownDialogs.map(({ message }) => message),
        Array(2).fill('There is no agent for this in this window.'),
      );
    }));
});
