import assert from 'node:assert/strict';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
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
});
