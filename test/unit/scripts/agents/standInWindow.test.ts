import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type ClientMessage, type HelloBody, protocolVersion } from '#agentProtocol/agentMessages.ts';
import { clientMac, createNonce, isSameMac, windowMac } from '#agentProtocol/handshake.ts';
import { homeFolder, readClientKey } from '#agentProtocol/homeFolder.ts';
import { claudeCode } from '#scripts/agents/adapters/claudeCode.ts';
import { codex } from '#scripts/agents/adapters/codex.ts';
import type { AskedWindow, ServerToConnect, ShownRequest } from '#scripts/agents/window/askedWindow.ts';
import { standInWindows } from '#scripts/agents/window/standInWindow.ts';
import { posixDescribe } from '#test/posix.ts';
import { fromRoot } from '#test/root.ts';

const entry: ServerToConnect = {
  agent: codex,
  server: 'tickets',
  command: ['node', 'server.js'],
  limitMs: 5000,
  keepsLimit: false,
};
const about = (place: string): ShownRequest => ({ asker: 'Codex · tickets', message: `What about ${place}?` });

/** A client that asks over the window's socket. */
class AskingClient {
  readonly received: Record<string, unknown>[] = [];
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #waiting: ((message: Record<string, unknown>) => void)[] = [];

  constructor(path: string) {
    this.#socket = connect(path);
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
    createInterface({ input: this.#socket }).on('line', (line) => {
      const message = JSON.parse(line);
      const waiting = this.#waiting.shift();
      if (waiting) waiting(message);
      else this.received.push(message);
    });
  }

  next(): Promise<Record<string, unknown>> {
    const first = this.received.shift();
    return first ? Promise.resolve(first) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  send(message: object): void {
    this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  /** Proves that it has the key. @returns the window's nonce and the own one */
  async hello(key: Buffer): Promise<{ readonly windowNonce: string; readonly nonce: string }> {
    const windowNonce = String((await this.next())['nonce']);
    const nonce = createNonce();
    const body: HelloBody = {
      protocol: protocolVersion,
      kind: 'proxy',
      client: 'codex',
      server: 'tickets',
      nonce,
      session: 'one',
      version: '0.0.0',
      fingerprint: '',
      commandLine: '',
      folder: '/',
    };
    const text = JSON.stringify(body);
    this.send({ type: 'hello', body: text, mac: clientMac(key, windowNonce, text) });
    return { windowNonce, nonce };
  }

  end(): void {
    this.#socket.destroy();
  }
}

posixDescribe('the stand-in for a window', () => {
  let home: string;
  let window: AskedWindow;
  const clients: AskingClient[] = [];

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'stand-in-'));
    window = await standInWindows(fromRoot('package.json')).open(home, '/folder');
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.end();
    await window.close();
    await rm(home, { recursive: true });
  });

  const openFiles = async () => {
    const { windows } = homeFolder(home);
    const names = await readdir(windows);
    const files = await Promise.all(names.map(async (name) => JSON.parse(await readFile(join(windows, name), 'utf8'))));
    return files.filter(({ closedAt }) => closedAt === undefined);
  };

  const connected = async (key?: Buffer): Promise<AskingClient> => {
    const [file] = await openFiles();
    const client = new AskingClient(file.socket);
    clients.push(client);
    const used = key ?? (await readClientKey(homeFolder(home), 'codex'));
    assert.ok(used);
    const { windowNonce, nonce } = await client.hello(used);
    if (!key) {
      const welcome = await client.next();
      assert.equal(welcome['type'], 'welcome');
      assert.ok(isSameMac(String(welcome['mac']), windowMac(used, windowNonce, nonce)));
    }
    return client;
  };

  const ask = (id: string, message: string): ClientMessage => ({
    type: 'ask',
    id,
    number: 1,
    request: { kind: 'pushed', params: { message, requestedSchema: {} } },
    calls: [],
    ageMs: 0,
  });

  it('gives a client a key once, and returns the command line with the proxy', async () => {
    const options = ['--client', 'codex', '--server', 'tickets', '--limit', '5000'];
    const command = [join(homeFolder(home).bin, 'proxy'), 'run', ...options, '--', 'node', 'server.js'];
    assert.deepEqual(await window.connect(entry), { command, limitMs: 5000 });
    const key = await readClientKey(homeFolder(home), 'codex');
    await window.connect(entry);
    assert.deepEqual(await readClientKey(homeFolder(home), 'codex'), key);
  });

  it('gives the hook to Claude Code in its own file', async () => {
    const { '.claude/settings.json': text = '' } = await window.connectHook(claudeCode);
    const { hooks } = JSON.parse(text);
    assert.equal(hooks.Elicitation[0].hooks[0].command, join(homeFolder(home).bin, 'proxy'));
    assert.deepEqual(hooks.Elicitation[0].hooks[0].args, ['hook', '--client', 'claude']);
  });

  it('closes without a word if the key is another one', async () => {
    await window.connect(entry);
    const client = await connected(randomBytes(32));
    await client.closed;
    assert.deepEqual(client.received, []);
  });

  it('answers the request with this text', async () => {
    await window.connect(entry);
    const client = await connected();
    client.send(ask('1', 'What about Rome?'));
    client.send(ask('2', 'What about Oslo?'));
    await window.answer(about('Oslo'), 'Bergen');
    const result = { action: 'accept', content: { answer: 'Bergen' } };
    const answer = { type: 'answer', id: '2', number: 1, answer: { kind: 'result', result } };
    assert.deepEqual(await client.next(), answer);
    await window.decline(about('Rome'));
    const declined = { kind: 'result', result: { action: 'decline' } };
    assert.deepEqual(await client.next(), { ...answer, id: '1', answer: declined });
  });

  it('notices that a request is withdrawn', async () => {
    await window.connect(entry);
    const client = await connected();
    client.send(ask('1', 'What about Rome?'));
    await window.waitForRequest(about('Rome'));
    client.send({ type: 'withdraw', id: '1', number: 1, reason: 'interrupted' } satisfies ClientMessage);
    await window.waitForWithdrawal(about('Rome'));
  });

  it('says at a reload that it closes, and listens on another socket', async () => {
    await window.connect(entry);
    const client = await connected();
    const [before] = await openFiles();
    await window.reload();
    assert.deepEqual(await client.next(), { type: 'closing', reason: 'window' });
    const [after, ...more] = await openFiles();
    assert.notEqual(after.socket, before.socket);
    assert.deepEqual(more, []);
    client.end();
    await connected();
  });
});
