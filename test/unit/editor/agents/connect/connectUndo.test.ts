import assert from 'node:assert/strict';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { definitionOf } from '#test/host/samples.ts';
import { ConnectTestBed } from './connectTestBed.ts';

describe('Undo after Connect', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
  });
  afterEach(() => bed.remove());

  it('says nothing if another window has undone all of it meanwhile', async () => {
    const text = '{"mcpServers":{"tickets":{"type":"http","url":"https://tickets.example/mcp"}}}';
    await bed.write('.claude.json', text);
    const context = bed.context({ agent: 'claude' });
    const offerUndo: typeof context.dialogs.offerUndo = async () => {
      await disconnectByDialogs(bed.context({ agent: 'claude' }));
      bed.texts.length = 0;
      return true;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, offerUndo } });
    assert.deepEqual([bed.texts, await bed.read('.claude.json')], [[], text]);
  });

  for (const [agent, servers] of [
    ['codex', ['tickets']],
    ['editor', ['docs']],
  ] as const) {
    it(`says that it failed, and not that nothing was connected: ${agent}`, async () => {
      await bed.write('.codex/config.toml', '[mcp_servers.tickets]\ncommand = "node"\n');
      bed.definitions = [definitionOf('docs')];
      const context = bed.context({ agent, servers: [...servers] });
      const offerUndo: typeof context.dialogs.offerUndo = async () => {
        const refuse = () => Promise.reject(new Error('The disk is full.'));
        Object.assign(bed.connections, { listForChange: refuse });
        Object.assign(bed.grants, { listForChange: refuse });
        return true;
      };
      await connectByDialogs({ ...context, dialogs: { ...context.dialogs, offerUndo } });
      assert.deepEqual(bed.texts.at(-1), 'Undo has failed. The disk is full. Disconnect the agent to try again.');
    });
  }
});
