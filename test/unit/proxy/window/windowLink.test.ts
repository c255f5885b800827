import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { rm, symlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxLineBytes, type Welcome, type WindowMessage } from '#agentProtocol/agentMessages.ts';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import type { ClientIdentity } from '#proxy/window/clientHandshake.ts';
import { connectWindow, WindowLink } from '#proxy/window/windowLink.ts';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { until } from '#test/host/until.ts';
import { enableMockTimers } from '#test/mockTimers.ts';
import { posixIt } from '#test/posix.ts';

const identity: ClientIdentity = {
  ...{ kind: 'proxy', client: 'codex', server: 'tickets', session: 's', version: '1', folder: '/project' },
  ...{ fingerprint: commandFingerprint(['node', 'a']), commandLine: 'node a', reportedName: 'Codex' },
};

describe('a connection to a window', () => {
  let home: AgentHome;
  let window: AgentWindow | undefined;
  let received: (WindowMessage | string)[];

  beforeEach(async () => {
    home = await AgentHome.create();
    received = [];
  });
  afterEach(async () => {
    mock.timers.reset();
    await window?.crash();
    window = undefined;
    await home.remove();
  });

  async function open(behaviour?: Parameters<typeof AgentWindow.open>[1]): Promise<AgentWindow> {
    window = await AgentWindow.open(home, behaviour);
    return window;
  }

  function connect(changes: Partial<ClientIdentity> = {}, key = home.key, path = window?.socketPath ?? '') {
    const handler = {
      message: (message: WindowMessage) => void received.push(message),
      closed: ({ reason }: { readonly reason: string }) => void received.push(reason),
    };
    const open = (...parts: [Socket, Welcome]) => new WindowLink(...parts, handler);
    return connectWindow(path, key, { ...identity, ...changes }, open, maxLineBytes, 500);
  }

  it('says who connects, and both ends prove that they have the key', async () => {
    const opened = await open({ keepMs: 5 });
    const link = await connect();
    assert(link instanceof WindowLink);
    assert.equal(link.welcome.keepMs, 5);
    const [hello] = opened.hellos;
    assert.deepEqual({ ...hello, nonce: '' }, { ...identity, protocol: 2, nonce: '' });
    link.send({ type: 'probe', id: 3 });
    await until(() => received.length === 1);
    assert.deepEqual(received, [{ type: 'presence', id: 3, present: true }]);
    await link.close();
    assert.equal(received.length, 1);
  });

  it('is closed without a word by a window with another key', async () => {
    await open();
    assert.equal(await connect({}, randomBytes(32)), 'unanswered');
  });

  it('is given up, and nothing but the hello was sent, if the window does not prove the key', async () => {
    const opened = await open({ fault: 'wrong' });
    assert.equal(await connect(), 'refused');
    await until(() => opened.clients === 0);
    assert.deepEqual(opened.received, []);
  });

  it('is given up if the window says nothing', async () => {
    await open({ fault: 'silent' });
    assert.equal(await connect(), 'silent');
  });

  it('says which end is older', async () => {
    await open({ protocol: [3, 4] });
    assert.equal(await connect(), 'newer');
    await window?.crash();
    await open({ protocol: [0, 0] });
    assert.equal(await connect(), 'older');
  });

  posixIt('is absent where no socket is, and where a link leads to one', async () => {
    const opened = await open();
    const linked = `${opened.socketPath}-link`;
    await symlink(opened.socketPath, linked);
    assert.equal(await connect({}, home.key, linked), 'absent');
    assert.equal(await connect({}, home.key, `${opened.socketPath}-none`), 'absent');
    await rm(linked);
  });

  it('has ended where nothing listens on the socket', async () => {
    const opened = await open();
    await opened.crash();
    assert.equal(await connect({}, home.key, opened.socketPath), 'ended');
    window = undefined;
  });

  it('has room for long texts in its hello', async () => {
    const opened = await open();
    const commandLine = '\u0000"'.repeat(5000);
    const link = await connect({ commandLine, folder: `/${'x'.repeat(2000)}`, reportedName: '\u{1f600}'.repeat(2000) });
    assert(link instanceof WindowLink);
    assert.equal(opened.hellos[0]?.server, 'tickets');
    await link.close();
  });

  it('is given up if the window reads so slowly that 16 MiB wait for it', async () => {
    const opened = await open();
    const link = await connect();
    assert(link instanceof WindowLink);
    opened.stopReading();
    for (let sent = 0; sent < 24 && received.length === 0; sent += 1) {
      link.send({ type: 'complete', elicitationId: 'x'.repeat(1024 * 1024) });
    }
    await until(() => received.length > 0);
    assert.deepEqual(received, ['window']);
  });

  it('keeps what was sent last for a window that is busy, and writes before it reads', async () => {
    const opened = await open();
    const link = await connect();
    assert(link instanceof WindowLink);
    opened.stopReading();
    link.send({ type: 'receipt', id: 'r1', number: 1, outcome: 'sent' });
    const closed = link.close();
    link.send({ type: 'receipt', id: 'r2', number: 1, outcome: 'lost' });
    for (let turn = 0; turn < 20; turn += 1) {
      opened.send({ type: 'presence', id: turn, present: true });
      await nextTurn();
    }
    opened.continueReading();
    await closed;
    assert.deepEqual(
      opened.all('receipt').map(({ id }) => id),
      ['r1'],
    );
    assert.deepEqual(received, []);
  });

  it('is closed after two seconds also if the window does not read', async () => {
    const opened = await open();
    const link = await connect();
    assert(link instanceof WindowLink);
    opened.stopReading();
    enableMockTimers('setTimeout');
    let isClosed = false;
    const closed = link.close().then(() => {
      isClosed = true;
    });
    mock.timers.tick(1999);
    await nextTurn();
    assert.equal(isClosed, false);
    mock.timers.tick(1);
    await closed;
  });

  it('tells that the window has closed, and why', async () => {
    const opened = await open();
    await connect();
    opened.send({ type: 'closing', reason: 'disabled' });
    await opened.crash();
    window = undefined;
    await until(() => received.length > 0);
    assert.deepEqual(received, ['disabled']);
  });
});
