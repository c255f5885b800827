import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { maxLineBytes } from '#agentProtocol/agentMessages.ts';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { parseWindowFile, thisMachine } from '#agentProtocol/windowFile.ts';
import { Endpoint } from '#core/agents/endpoint/endpoint.ts';
import { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { onWindows, posixIt } from '#test/posix.ts';
import { AgentsTestBed, deploy, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';

describe('the endpoint for agents', () => {
  let bed: AgentsTestBed;

  beforeEach(() => {
    bed = new AgentsTestBed();
  });
  afterEach(() => bed.end());

  const registered = () => join(bed.home.windows, `${bed.endpoint.id}.json`);
  const windowFile = () => parseWindowFile(readFileSync(registered(), 'utf8'));
  /** The names of the files of sockets. The pipes of Windows are no files. */
  const sockets = () => (onWindows ? [] : [basename(bed.path)]);

  it('writes and listens to nothing before it is started, and leaves no file when agents are switched off', async () => {
    assert.deepEqual(bed.files(bed.home.root), []);
    await bed.start();
    assert.ok(bed.endpoint.isListening);
    assert.deepEqual(bed.files(bed.home.windows), [`${bed.endpoint.id}.json`]);
    assert.deepEqual(bed.files(bed.home.run), sockets());
    await bed.endpoint.stop('disabled');
    assert.deepEqual([bed.files(bed.home.windows), bed.files(bed.home.run)], [[], []]);
    assert.ok(!bed.endpoint.isListening);
  });

  it('notes in its file when the window has closed, because it may be back soon', async () => {
    await bed.start();
    bed.endpoint.update({ folders: [bed.folder], focusedAt: 3 });
    await bed.endpoint.stop('window');
    const { closedAt = 0, folders, focusedAt } = windowFile() ?? {};
    assert.ok(Math.abs(Date.now() - closedAt) < 10_000);
    assert.deepEqual([folders, focusedAt], [[bed.folder], 3]);
    assert.deepEqual(bed.files(bed.home.run), []);
    const other = bed.createEndpoint();
    await other.start();
    await bed.endpoint.start();
    assert.equal(windowFile()?.closedAt, undefined);
    await other.stop('disabled');
  });

  it('can be started, stopped and started again, in any order', async () => {
    await bed.keys.create('codex');
    await Promise.all([
      bed.endpoint.start(),
      bed.endpoint.stop('disabled'),
      bed.endpoint.start(),
      bed.endpoint.start(),
    ]);
    assert.ok(bed.endpoint.isListening);
    for (let time = 0; time < 20; time += 1) {
      const other = bed.createEndpoint();
      await Promise.all([bed.endpoint.stop('disabled'), bed.endpoint.start(), other.start()]);
      await other.stop('disabled');
    }
    await bed.client();
    assert.deepEqual(bed.files(bed.home.windows), [`${bed.endpoint.id}.json`]);
    assert.deepEqual(bed.files(bed.home.run), sockets());
  });

  posixIt('gives nobody else access to what it writes', async () => {
    await bed.start();
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    for (const folder of [bed.home.root, bed.home.windows, bed.home.run, bed.home.keys, bed.home.clients]) {
      assert.equal(modeOf(folder), 0o700, folder);
    }
    const files = [join(bed.home.windows, `${bed.endpoint.id}.json`), join(bed.home.keys, 'codex.key'), bed.path];
    for (const file of [...files, ...bed.files(bed.home.clients).map((name) => join(bed.home.clients, name))]) {
      assert.equal(modeOf(file), 0o600, file);
    }
  });

  it('tells clients which folders are open, as real paths, and when the window had the focus', async () => {
    const real = join(bed.folder, 'project');
    mkdirSync(real);
    symlinkSync(real, join(bed.folder, 'link'));
    bed.endpoint.update({ folders: [join(bed.folder, 'link')], focusedAt: 5 });
    await bed.start();
    assert.deepEqual([windowFile()?.folders, windowFile()?.focusedAt], [[real], 5]);
    assert.deepEqual([windowFile()?.machine, windowFile()?.socket], [thisMachine(), bed.path]);
    bed.endpoint.update({ folders: [], focusedAt: 6 });
    bed.endpoint.update({ folders: [real], focusedAt: 7 });
    await until(() => windowFile()?.focusedAt === 7);
  });

  it('tells clients what has changed while it starts', async () => {
    let reads = 0;
    const endpoint = new Endpoint({
      home: {
        ...bed.home,
        // Read before the socket is created, and again when the folders are known and the file is written.
        get windows() {
          reads += 1;
          if (reads === 2) {
            endpoint.update({ folders: ['/first', '/second'], focusedAt: 2 });
          }
          return bed.home.windows;
        },
      },
      presence: bed.presence,
      keepMs: () => 0,
      accept: (hello, link) => bed.sessions.accept(hello, link),
      warn: () => undefined,
    });
    endpoint.update({ folders: ['/first'], focusedAt: 1 });
    await endpoint.start();
    const file = parseWindowFile(readFileSync(join(bed.home.windows, `${endpoint.id}.json`), 'utf8'));
    assert.deepEqual([file?.folders, file?.focusedAt], [['/first', '/second'], 2]);
    await endpoint.stop('disabled');
  });

  it('leaves out folders rather than writing a file that is too long to be read', async () => {
    bed.endpoint.update({
      folders: Array.from({ length: 1000 }, (_, at) => `/${'x'.repeat(200)}/${at}`),
      focusedAt: 1,
    });
    await bed.start();
    assert.ok((windowFile()?.folders.length ?? 0) > 100);
    assert.ok(statSync(join(bed.home.windows, `${bed.endpoint.id}.json`)).size <= 64 * 1024);
  });

  for (const [what, spoil] of [
    ['others may open', (path: string) => mkdirSync(path, { mode: 0o755 })],
    ['is a link', (path: string) => symlinkSync(bed.folder, path)],
    ['is a file', (path: string) => writeFileSync(path, '')],
  ] as const) {
    for (const name of ['root', 'windows', 'run'] as const) {
      // On Windows nothing is written into `run`, and a folder has no mode.
      if (onWindows && (name === 'run' || what === 'others may open')) continue;
      it(`does not listen if ${name} ${what}`, async () => {
        if (name !== 'root') mkdirSync(bed.home.root, { mode: 0o700 });
        spoil(bed.home[name]);
        await assert.rejects(bed.endpoint.start(), /must be a folder of yours/);
        assert.ok(!bed.endpoint.isListening);
      });
    }
  }

  posixIt('listens under the temporary directory if the path in the home directory would be too long', async () => {
    const home = homeFolder(join(mkdtempSync(join(bed.folder, 'a')), 'x'.repeat(100)));
    mkdirSync(join(home.root, '..'), { recursive: true });
    const endpoint = new Endpoint({
      home,
      presence: bed.presence,
      keepMs: () => 0,
      accept: () => ({ onMessage: () => undefined, onClose: () => undefined }),
      warn: () => undefined,
    });
    await endpoint.start();
    const socket = parseWindowFile(readFileSync(join(home.windows, `${endpoint.id}.json`), 'utf8'))?.socket ?? '';
    const folder = join(socket, '..');
    assert.equal(join(folder, '..'), tmpdir());
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    await endpoint.stop('disabled');
    assert.deepEqual([bed.files(folder), bed.files(home.windows)], [[], []]);
  });

  it('closes the connection of a client that sends what is no message', async () => {
    await bed.start();
    const lines = ['{}\n', 'x\n', '\n', `[${'[],'.repeat(600_000)}[]]\n`, `${'x'.repeat(maxLineBytes + 1)}\n`];
    for (const line of lines) {
      const client = await bed.client();
      client.sendText(line);
      await client.closed();
      assert.deepEqual(client.messages, []);
    }
    assert.equal(bed.sessions.all.length, 0);
  });

  it('reads a message in any pieces', async () => {
    await bed.start();
    const client = await bed.client();
    const bytes = Buffer.from(
      `${JSON.stringify({ type: 'ask', id: 'ä', number: 1, request: { kind: 'pushed', params: ticketForm('Grüße 😀') }, calls: [], ageMs: 0 })}\n`,
    );
    for (const byte of bytes) client.socket.write(Buffer.of(byte));
    assert.equal((await bed.oldestRequest()).message, 'Grüße 😀');
  });

  it('handles what a client sent before it ended', async () => {
    await bed.start();
    const client = await bed.client();
    const ended = { type: 'callEnded', kind: 'tool', name: 'deploy', outcome: 'result', durationMs: 1 };
    client.socket.end(
      Array.from({ length: 500 }, (_, at) => `${JSON.stringify({ ...ended, call: `${at}` })}\n`).join(''),
    );
    await until(() => bed.ended.length === 500);
  });

  it('tells its clients when it stops, and closes a client whose key was revoked', async () => {
    await bed.start();
    await bed.keys.create('gemini');
    const [codex, gemini] = [await bed.client(), await bed.client({ client: 'gemini' })];
    codex.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
    await bed.oldestRequest();
    await bed.keys.revoke('gemini');
    bed.endpoint.disconnect('gemini');
    await gemini.closed();
    assert.deepEqual(gemini.messages, [{ type: 'closing', reason: 'disabled' }]);
    await assert.rejects(AgentClient.connect({ path: bed.path, key: Buffer.alloc(32), hello: { client: 'gemini' } }));
    await bed.endpoint.stop('window');
    await codex.closed();
    // Nothing is sent for the open request: it is asked again.
    assert.deepEqual(codex.messages, [{ type: 'closing', reason: 'window' }]);
    assert.deepEqual(bed.inbox.pending, []);
  });

  it('closes a client whose key was revoked in another window', async () => {
    await bed.start();
    await bed.keys.create('gemini');
    const [codex, gemini] = [await bed.client(), await bed.client({ client: 'gemini' })];
    const other = bed.createEndpoint();
    await other.start();
    codex.ask('1', { kind: 'pushed', params: ticketForm() });
    await bed.oldestRequest();
    await bed.keys.revoke('codex');
    other.disconnect('codex');
    await codex.closed();
    assert.deepEqual(codex.messages, [{ type: 'closing', reason: 'disabled' }]);
    assert.deepEqual(bed.inbox.pending, []);
    assert.ok(!gemini.isClosed);
    await bed.keys.create('codex');
    await bed.client();
    await other.stop('disabled');
  });

  it('closes a client whose key is revoked while its hello is checked', async () => {
    await bed.keys.create('codex');
    const endpoint = new Endpoint({
      home: {
        ...bed.home,
        // Read when the key is: what was read is not known to be deleted.
        get keys() {
          endpoint.disconnect('codex');
          return bed.home.keys;
        },
      },
      presence: bed.presence,
      keepMs: () => 0,
      accept: (hello, link) => bed.sessions.accept(hello, link),
      warn: () => undefined,
    });
    await endpoint.start();
    const file = parseWindowFile(readFileSync(join(bed.home.windows, `${endpoint.id}.json`), 'utf8'));
    const connected = AgentClient.connect({ path: file?.socket ?? '', key: await bed.keyOf('codex') });
    await assert.rejects(connected, /has closed the connection/);
    assert.equal(bed.sessions.all.length, 0);
    await endpoint.stop('window');
  });

  for (const [reason, spoil] of [
    ['window', () => chmodSync(bed.home.windows, 0o755)],
    ['disabled', () => [rmSync(registered()), mkdirSync(registered())]],
  ] as const) {
    if (onWindows && reason === 'window') continue;
    it(`closes also if its file cannot be changed (${reason})`, async () => {
      await bed.start();
      const [client, path] = [await bed.client(), bed.path];
      spoil();
      await bed.endpoint.stop(reason);
      await client.closed();
      assert.ok(!existsSync(path));
      assert.match(bed.warnings.join(), /could not be changed/);
    });
  }

  it('has keys that cannot be guessed, and that survive being created again', async () => {
    await bed.start();
    const key = await bed.keyOf('codex');
    await bed.keys.create('codex');
    assert.deepEqual(await bed.keyOf('codex'), key);
    await bed.keys.revoke('codex');
    await bed.keys.create('codex');
    assert.notDeepEqual(await bed.keyOf('codex'), key);
    await assert.rejects(bed.keys.create('../codex'), /no id of a client/);
  });
});
