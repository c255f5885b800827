import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HomeFolder, homeFolder } from '#agentProtocol/homeFolder.ts';
import { type ClientConnection, ClientConnections } from '#core/agents/home/clientConnections.ts';
import { onWindows, posixIt } from '#test/posix.ts';

describe('the connected servers of a client', () => {
  let home: HomeFolder;
  let connections: ClientConnections;
  const tickets = { server: 'tickets', fingerprint: 'one', undo: { line: 'command = "node"' } };
  /** The path of the only file. */
  const file = () => join(home.clients, readdirSync(home.clients)[0] ?? '');

  beforeEach(() => {
    home = homeFolder(mkdtempSync(join(tmpdir(), 'home-')));
    connections = new ClientConnections(home);
  });
  afterEach(() => rmSync(join(home.root, '..'), { recursive: true }));

  it('are kept for all windows, with what is needed to disconnect them', async () => {
    assert.deepEqual(await connections.list('codex'), []);
    await connections.connect('codex', tickets);
    await connections.connect('codex', { server: 'bank', fingerprint: 'two' });
    await connections.connect('codex', { server: 'tickets', fingerprint: 'three' });
    const kept = await new ClientConnections(home).list('codex');
    assert.deepEqual(
      kept.map(({ id: _, ...connection }) => connection),
      [
        { server: 'bank', fingerprint: 'two' },
        { ...tickets, fingerprint: 'three' },
      ],
    );
    assert.deepEqual(await connections.list('gemini'), []);
    for (const name of readdirSync(home.clients)) {
      if (!onWindows) assert.equal(statSync(join(home.clients, name)).mode & 0o777, 0o600);
    }
  });

  it('are taken back to what they were, unless another window has changed them since', async () => {
    const elsewhere = new ClientConnections(home);
    const { connection: first } = await connections.connect('codex', tickets);
    const again = await connections.connect('codex', { server: 'tickets', fingerprint: 'two' });
    await connections.takeBack('codex', again);
    assert.deepEqual(await connections.list('codex'), [first]);
    const third = await connections.connect('codex', tickets);
    const { connection } = await elsewhere.connect('codex', tickets);
    await connections.takeBack('codex', third);
    assert.deepEqual(await connections.list('codex'), [connection]);
    await elsewhere.disconnect('codex', connection);
    await connections.takeBack('codex', await connections.connect('codex', tickets));
    assert.deepEqual(await connections.list('codex'), []);
  });

  it('are revised as they are now, unless they were ended or recorded anew since', async () => {
    const elsewhere = new ClientConnections(home);
    const { connection } = await connections.connect('codex', tickets);
    const append = (line: string) => (now: ClientConnection) => ({ ...now, undo: [...[now.undo].flat(), line] });
    await elsewhere.revise('codex', connection, append('one'));
    await connections.revise('codex', connection, append('two'));
    assert.deepEqual(await connections.list('codex'), [{ ...connection, undo: [tickets.undo, 'one', 'two'] }]);
    const { connection: anew } = await elsewhere.connect('codex', tickets);
    await connections.revise('codex', connection, append('three'));
    await connections.disconnect('codex', connection);
    assert.deepEqual(await connections.list('codex'), [anew]);
    await elsewhere.disconnect('codex', anew);
    await connections.revise('codex', anew, append('four'));
    assert.deepEqual(await connections.list('codex'), []);
  });

  it('leave no file', async () => {
    const { connection } = await connections.connect('codex', tickets);
    await connections.disconnect('codex', { ...connection, server: 'unknown' });
    await connections.disconnect('codex', connection);
    assert.deepEqual(readdirSync(home.clients), []);
  });

  it('are all kept when several windows connect and disconnect at the same time', async () => {
    const windows = [connections, new ClientConnections(home)] as const;
    const { connection } = await connections.connect('codex', tickets);
    await Promise.all([
      ...Array.from({ length: 20 }, (_, at) => windows[at % 2]?.connect('codex', { server: `${at}`, fingerprint: '' })),
      windows[1].disconnect('codex', connection),
    ]);
    assert.equal((await connections.list('codex')).length, 20);
  });

  it('are bounded', async () => {
    await assert.rejects(connections.connect('codex', { ...tickets, undo: 'x'.repeat(300_000) }), /too long/);
    await connections.connect('codex', tickets);
    const [name = ''] = readdirSync(home.clients);
    for (let number = 0; number < 500; number += 1) {
      writeFileSync(join(home.clients, name.replace(/\.\w{4}/, `.${String(number).padStart(4, '0')}`)), '', {
        mode: 0o600,
      });
    }
    await assert.rejects(connections.connect('codex', { ...tickets, server: 'another' }), /too many/);
    await assert.rejects(connections.list('../codex'), /no id of a client/);
  });

  it('do not come from a file that is something else', async () => {
    await connections.connect('codex', tickets);
    const path = file();
    const contents = [
      '',
      '{',
      '[]',
      JSON.stringify({ version: 2, item: tickets }),
      ...[{ server: 1, fingerprint: '' }, null, 'x'].map((item) => JSON.stringify({ version: 1, item })),
    ];
    for (const content of contents) {
      writeFileSync(path, content, { mode: 0o600 });
      assert.deepEqual(await connections.list('codex'), [], content);
    }
    const text = JSON.stringify({ version: 1, item: tickets });
    writeFileSync(path, text);
    assert.equal((await connections.list('codex')).length, 1);
  });

  posixIt('do not come from a file that others can change, or from a link', async () => {
    await connections.connect('codex', tickets);
    const path = file();
    const text = readFileSync(path, 'utf8');
    rmSync(path);
    writeFileSync(path, text, { mode: 0o600 });
    assert.equal((await connections.list('codex')).length, 1);
    chmodSync(path, 0o644);
    assert.deepEqual(await connections.list('codex'), []);
    rmSync(path);
    writeFileSync(join(home.root, 'elsewhere'), text, { mode: 0o600 });
    symlinkSync(join(home.root, 'elsewhere'), path);
    assert.deepEqual(await connections.list('codex'), []);
  });

  for (const { what, spoil, reason } of [
    { what: 'a file that others can read', spoil: () => chmodSync(file(), 0o644), reason: /must be a file of yours/ },
    { what: 'a folder that others can open', spoil: () => chmodSync(home.clients, 0o755), reason: /a folder of yours/ },
    { what: 'a link', spoil: () => hideBehindLink(file()), reason: /must be a file of yours.* and no link/ },
  ]) {
    posixIt(`are not taken for absent by a change: ${what}`, async () => {
      const { connection } = await connections.connect('codex', tickets);
      const before = readFileSync(file(), 'utf8');
      spoil();
      assert.deepEqual(await connections.list('codex'), []);
      await assert.rejects(connections.listForChange('codex'), reason);
      await assert.rejects(connections.connect('codex', { server: 'tickets', fingerprint: 'two' }), reason);
      await assert.rejects(connections.disconnect('codex', connection), reason);
      assert.equal(readFileSync(file(), 'utf8'), before);
    });
  }

  it('are certainly all of them only where everything was read', async () => {
    const stateOf = async () => {
      const { items, isComplete } = await connections.listing('codex');
      return [items.map(({ server }) => server), isComplete];
    };
    assert.deepEqual(await stateOf(), [[], false]);
    const { connection } = await connections.connect('codex', tickets);
    const path = file();
    await connections.connect('codex', { server: 'bank', fingerprint: 'two' });
    assert.deepEqual(await stateOf(), [['bank', 'tickets'], true]);
    if (!onWindows) {
      chmodSync(path, 0o644);
      assert.deepEqual(await stateOf(), [['bank'], false]);
      chmodSync(path, 0o600);
    }
    renameSync(home.clients, `${home.clients}.away`);
    assert.deepEqual(await stateOf(), [[], false]);
    renameSync(`${home.clients}.away`, home.clients);
    await connections.disconnect('codex', connection);
    assert.deepEqual(await stateOf(), [['bank'], true]);
    await assert.rejects(connections.listing('../codex'), /no id of a client/);
  });

  it('are none where nothing was connected yet, or the last one was just disconnected', async () => {
    assert.deepEqual(await connections.listForChange('codex'), []);
    const { connection } = await connections.connect('codex', tickets);
    await connections.disconnect('codex', connection);
    assert.deepEqual(await connections.listForChange('codex'), []);
  });

  posixIt('are not written into a folder that others can open', async () => {
    mkdirSync(home.root, { mode: 0o755 });
    await assert.rejects(connections.connect('codex', tickets), /must be a folder of yours/);
  });
});

function hideBehindLink(path: string): void {
  const target = join(path, '..', '..', 'elsewhere');
  renameSync(path, target);
  symlinkSync(target, path);
}
