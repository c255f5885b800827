import assert from 'node:assert/strict';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { ConnectTestBed } from './connectTestBed.ts';

const codexFile = '.codex/config.toml';
const codexText = '[mcp_servers.tickets]\ncommand = "node"\n\n[mcp_servers.notes]\ncommand = "notes"\n';

describe('Disconnect Agent, while another window changes what is connected', () => {
  let bed: ConnectTestBed;
  let elsewhere: ClientConnections;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
    elsewhere = new ClientConnections(bed.context().agents.home);
    await bed.write(codexFile, codexText);
    await connectByDialogs(bed.context());
  });
  afterEach(() => bed.remove());

  const recorded = async () => (await elsewhere.list('codex')).map(({ server }) => server);

  /** Disconnects a server. `change` happens between reading what is connected and recording what is left. */
  async function disconnectDuring(server: string, change: () => Promise<void>): Promise<void> {
    const context = bed.context({ items: [server] });
    const { chooseItems } = context.dialogs;
    const list = bed.connections.listForChange.bind(bed.connections);
    context.dialogs.chooseItems = async (...shown) => {
      bed.connections.listForChange = async (client) => {
        bed.connections.listForChange = list;
        const known = await list(client);
        await change();
        return known;
      };
      return chooseItems(...shown);
    };
    await disconnectByDialogs(context);
  }

  it('records nothing again that was disconnected there', async () => {
    const [notes] = await elsewhere.list('codex');
    assert.ok(notes?.server === 'notes');
    await disconnectDuring('tickets', () => elsewhere.disconnect('codex', notes));
    assert.deepEqual(await recorded(), []);
  });

  it('leaves what was recorded there anew', async () => {
    await disconnectDuring('tickets', async () => {
      await elsewhere.connect('codex', { server: 'notes', fingerprint: 'new', undo: 'new' });
      await elsewhere.connect('codex', { server: 'tickets', fingerprint: 'new', undo: 'new' });
    });
    const left = (await elsewhere.list('codex')).map(({ server, undo }) => [server, undo]);
    assert.deepEqual(left, [
      ['notes', 'new'],
      ['tickets', 'new'],
    ]);
    assert.equal(await bed.keys.has('codex'), true);
  });

  it('forgets only the connection that was shown', async () => {
    await bed.write(codexFile, 'broken = [\n');
    const context = bed.context();
    context.dialogs.offerForgetting = async () => {
      await elsewhere.connect('codex', { server: 'tickets', fingerprint: 'new' });
      return true;
    };
    await disconnectByDialogs(context);
    assert.deepEqual(await recorded(), ['tickets']);
    assert.equal(await bed.keys.has('codex'), true);
  });
});
