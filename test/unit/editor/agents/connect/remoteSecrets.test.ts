import assert from 'node:assert/strict';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { ConnectTestBed } from './connectTestBed.ts';

const file = '.claude.json';
const tickets = {
  type: 'http',
  url: 'https://tickets.example/mcp',
  headers: { Authorization: 'Bearer s3cret-token-1' },
};
const text = JSON.stringify({ mcpServers: { tickets } });
const ofOthers = ['tickets-authorization', 'of another profile'] as const;

describe('the secret of a server that Connect adds, where other settings have stored one under its id', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
    await bed.write(file, text);
    bed.secrets.set(...ofOthers);
  });
  afterEach(() => bed.remove());

  it('has an id of its own, and is the only one that Disconnect deletes', async () => {
    await connectByDialogs(bed.context({ agent: 'claude' }));
    assert.match(JSON.stringify([...bed.settings]), /Bearer \$\{input:tickets-authorization-2\}/);
    assert.deepEqual([...bed.secrets], [ofOthers, ['tickets-authorization-2', 's3cret-token-1']]);
    await disconnectByDialogs(bed.context({ agent: 'claude' }));
    assert.deepEqual([[...bed.secrets], bed.settings.size, await bed.read(file)], [[ofOthers], 0, text]);
  });

  it('is the only one that is deleted if the server cannot be lent', async () => {
    const context = bed.context({ agent: 'claude' });
    const confirmChange = async () => {
      await bed.write(file, `${text}\n`);
      return true;
    };
    await connectByDialogs({ ...context, dialogs: { ...context.dialogs, confirmChange } });
    assert.ok(bed.events.includes('added tickets'));
    assert.match(bed.texts.join(), /Nothing was connected\./);
    assert.deepEqual([[...bed.secrets], bed.settings.size], [[ofOthers], 0]);
  });
});
