import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { connectByDialogs } from '#editor/agents/connect/connectFlow.ts';
import { disconnectByDialogs } from '#editor/agents/connect/disconnectFlow.ts';
import { definitionOf } from '#test/host/samples.ts';
import { type Answers, ConnectTestBed } from './connectTestBed.ts';

const codexFile = '.codex/config.toml';
const codexText = '[mcp_servers.tickets]\ncommand = "node"\n';

describe('the copy of a file that Connect has changed', () => {
  let bed: ConnectTestBed;
  beforeEach(async () => {
    bed = await ConnectTestBed.create();
    bed.lendable = [definitionOf('bank')];
    await bed.write(codexFile, codexText);
  });
  afterEach(() => bed.remove());

  const connect = () => connectByDialogs(bed.context());
  const lend = () => connectByDialogs(bed.context({ way: 'lent' }));
  const disconnect = (answers?: Answers) => disconnectByDialogs(bed.context(answers));
  const copies = async () => (await readdir(bed.path('.mcp-elicitation/backups'))).length;

  it('stays while anything of the file is connected or lent, whatever is disconnected first', async () => {
    const [own, lent] = ['tickets', 'bank, lent by this editor'];
    for (const order of [
      [own, lent],
      [lent, own],
    ]) {
      await connect();
      await lend();
      for (const [index, item] of order.entries()) {
        assert.equal(await copies(), 1, `before ${item}, ${index}`);
        await disconnect({ items: [item] });
      }
      assert.deepEqual([await copies(), await bed.read(codexFile)], [0, codexText]);
    }
  });

  it('stays while the user has not decided about a file that cannot be changed, and goes with the connection', async () => {
    await connect();
    await bed.write(codexFile, 'broken = [\n');
    await disconnect({ dismissed: ['offerForgetting'] });
    assert.equal(await copies(), 1);
    await disconnect();
    assert.equal(await copies(), 0);
  });

  it('goes with a lent server whose entry the user removes by hand', async () => {
    await lend();
    await bed.write(codexFile, 'broken = [\n');
    await disconnect();
    assert.equal(await copies(), 0);
  });

  it('goes with the hook', async () => {
    const text = '{"model": "opus"}';
    await bed.write('.claude/settings.json', text);
    await connectByDialogs(bed.context({ agent: 'claude', way: 'hook' }));
    assert.equal(await copies(), 1);
    await disconnect({ agent: 'claude' });
    assert.deepEqual([await copies(), await bed.read('.claude/settings.json')], [0, text]);
  });

  it('is not left where the file could not be changed', async () => {
    for (const way of ['servers', 'lent'] as const) {
      const context = bed.context({ way });
      context.dialogs.confirmChange = async () => {
        await bed.write(codexFile, `${await bed.read(codexFile)}# changed\n`);
        return true;
      };
      await connectByDialogs(context);
      assert.match(bed.texts.at(-1) ?? '', /Nothing was connected\. .*changed at the same time/);
      assert.equal(await copies(), 0);
    }
    await connect();
    const context = bed.context({ way: 'lent' });
    context.dialogs.confirmChange = async () => {
      await bed.write(codexFile, `${await bed.read(codexFile)}# changed\n`);
      return true;
    };
    await connectByDialogs(context);
    assert.equal(await copies(), 1);
  });

  it('stays with that of another file', async () => {
    const other = '.claude.json';
    await bed.write(other, '{"mcpServers":{"notes":{"command":"notes"}}}');
    await connect();
    await connectByDialogs(bed.context({ agent: 'claude' }));
    await disconnect({ agent: 'claude' });
    assert.equal(await copies(), 1);
  });
});
