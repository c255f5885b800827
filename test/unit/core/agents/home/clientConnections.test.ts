import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HomeFolder, homeFolder } from '#agentProtocol/homeFolder.ts';
import { ClientConnections } from '#core/agents/home/clientConnections.ts';

describe('the connected servers of a client', () => {
  let home: HomeFolder;
  let connections: ClientConnections;
  const tickets = { server: 'tickets', fingerprint: 'one', undo: { line: 'command = "node"' } };
  const file = () => join(home.clients, 'codex.json');

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
    assert.deepEqual(await new ClientConnections(home).list('codex'), [
      { server: 'bank', fingerprint: 'two' },
      { ...tickets, fingerprint: 'three' },
    ]);
    assert.deepEqual(await connections.list('gemini'), []);
    assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  it('leave no file with the last one', async () => {
    await connections.connect('codex', tickets);
    await connections.disconnect('codex', 'unknown');
    await connections.disconnect('codex', 'tickets');
    assert.throws(() => statSync(file()), { code: 'ENOENT' });
  });

  it('are changed one after the other', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => connections.connect('codex', { server: `${at}`, fingerprint: '' })),
    );
    assert.equal((await connections.list('codex')).length, 20);
  });

  it('are bounded', async () => {
    await assert.rejects(connections.connect('codex', { ...tickets, undo: 'x'.repeat(2_000_000) }), /too many/);
    await assert.rejects(connections.list('../codex'), /no id of a client/);
  });

  it('do not come from a file that others can change, or that is something else', async () => {
    await connections.connect('codex', tickets);
    const contents = [
      '',
      '{',
      '[]',
      JSON.stringify({ version: 2, connections: [tickets] }),
      JSON.stringify({ version: 1, connections: [{ server: 1, fingerprint: '' }, null, 'x'] }),
    ];
    for (const content of contents) {
      writeFileSync(file(), content, { mode: 0o600 });
      assert.deepEqual(await connections.list('codex'), [], content);
    }
    const text = JSON.stringify({ version: 1, connections: [tickets] });
    writeFileSync(file(), text);
    assert.equal((await connections.list('codex')).length, 1);
    rmSync(file());
    writeFileSync(file(), text, { mode: 0o644 });
    assert.deepEqual(await connections.list('codex'), []);
    rmSync(file());
    writeFileSync(join(home.root, 'elsewhere'), text, { mode: 0o600 });
    symlinkSync(join(home.root, 'elsewhere'), file());
    assert.deepEqual(await connections.list('codex'), []);
  });

  it('are not written into a folder that others can open', async () => {
    mkdirSync(home.root, { mode: 0o755 });
    await assert.rejects(connections.connect('codex', tickets), /must be a folder of yours/);
  });
});
