import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mock } from 'node:test';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { WindowSeeker } from '#proxy/window/windowSeeker.ts';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { settled, until } from '#test/host/until.ts';
import { enableMockTimers } from '#test/mockTimers.ts';
import { posixIt } from '#test/posix.ts';

describe('looking for a window', () => {
  let home: AgentHome;
  let windows: AgentWindow[];
  let seekers: WindowSeeker[];
  let events: string[];

  beforeEach(async () => {
    home = await AgentHome.create();
    [windows, seekers, events] = [[], [], []];
  });
  afterEach(async () => {
    mock.timers.reset();
    await Promise.all(seekers.map((seeker) => seeker.end()));
    await Promise.all(windows.map((window) => window.crash()));
    await home.remove();
  });

  async function open(behaviour?: Parameters<typeof AgentWindow.open>[1]): Promise<AgentWindow> {
    const window = await AgentWindow.open(home, behaviour);
    windows.push(window);
    return window;
  }

  function createSeeker(client = 'codex', command = ['node', 'a.js']): WindowSeeker {
    const seeker = new WindowSeeker(
      {
        ...{ home: home.folder, hint: undefined, allFolders: false, command },
        identity: { kind: 'proxy', client, server: 'tickets', version: '1', folder: home.path },
      },
      {
        opened: (link, keepMs) => void events.push(`opened ${link} ${keepMs}`),
        closed: (link, reason) => void events.push(`closed ${link} ${reason}`),
        registered: () => undefined,
        notFound: (isComing) => void events.push(`not found, ${isComing ? 'coming' : 'none'}`),
        message: (_, message) => void events.push(message.type),
        log: (text) => void events.push(text),
      },
    );
    seekers.push(seeker);
    return seeker;
  }

  it('finds the one that is open, and says what the agent calls itself', async () => {
    const window = await open({ keepMs: 7 });
    createSeeker().seek(0, { name: 'Codex', version: '2' });
    await until(() => events.length > 0);
    assert.deepEqual(events, ['opened 1 7']);
    const [hello] = window.hellos;
    assert.deepEqual([hello?.reportedName, hello?.reportedVersion, hello?.commandLine], ['Codex', '2', 'node a.js']);
    assert.equal(hello?.fingerprint, commandFingerprint(['node', 'a.js']));
  });

  for (const [what, isConnected, closing] of [
    ['was connected when it began', true, { type: 'closing', reason: 'disabled' }],
    ['was disconnected', undefined, { type: 'closing', reason: 'disabled', isDisconnected: true }],
  ] as const) {
    it(`says in the next connection that its server ${what}`, async () => {
      const first = await open({ ...(isConnected && { isConnected }) });
      const seeker = createSeeker();
      seeker.seek(0);
      await until(() => events.length === 1);
      first.send(closing);
      await first.crash();
      await until(() => events.length === 2);
      assert.deepEqual(events, ['opened 1 600000', 'closed 1 disabled']);
      const second = await open();
      seeker.seek(0);
      await until(() => second.hellos.length === 1);
      assert.deepEqual([first.hellos[0]?.wasConnected, second.hellos[0]?.wasConnected], [undefined, true]);
    });
  }

  it('says where each argument of its command begins and ends', async () => {
    const window = await open();
    createSeeker('codex', ['sh', '-c', 'a b', '', 'c"d', 'e\u00a0f', 'g\u202eh', 'é', 'C:\\x']).seek(0);
    await until(() => events.length > 0);
    assert.equal(window.hellos[0]?.commandLine, 'sh -c "a b" "" "c\\"d" "e\u00a0f" "g\u202eh" é C:\\x');
  });

  it('finds none without a key, or without a window', async () => {
    createSeeker().seek(0);
    await until(() => events.length === 1);
    await open();
    createSeeker('gemini').seek(0);
    await until(() => events.length === 2);
    assert.deepEqual(events, ['not found, none', 'not found, none']);
  });

  it('prefers a window where somebody is, and takes a silent one otherwise', async () => {
    const silent = await open({ folders: [home.path], present: false });
    const seeker = createSeeker();
    seeker.seek(0);
    await until(() => events.length === 1);
    assert.deepEqual(events, ['opened 1 600000']);
    await open({ present: true });
    createSeeker().seek(0);
    await until(() => events.length === 2 && silent.clients === 1);
    assert.deepEqual(events[1], 'opened 2 600000');
  });

  it('knows that a window which has closed a moment ago will be back, and removes the file of an older one', async () => {
    const reloading = await open();
    await reloading.close();
    const seeker = createSeeker();
    seeker.seek(0);
    await until(() => events.length === 1);
    assert.deepEqual(events, ['not found, coming']);
    assert.equal(existsSync(reloading.filePath), true);
    await reloading.writeFile({ closedAt: Date.now() - 61_000 });
    seeker.seek(0);
    await until(() => events.length === 2);
    assert.deepEqual(events[1], 'not found, none');
    assert.equal(existsSync(reloading.filePath), false);
    windows = [];
  });

  posixIt('removes the file and the socket of a window that was killed, when it will not be back', async () => {
    const killed = await open();
    await killed.crash(59_000);
    const seeker = createSeeker();
    seeker.seek(0);
    await until(() => events.length === 1);
    assert.deepEqual([killed.filePath, killed.socketPath].map(existsSync), [true, true]);
    await killed.crash(61_000);
    seeker.seek(0);
    await until(() => events.length === 2);
    assert.deepEqual([killed.filePath, killed.socketPath].map(existsSync), [false, false]);
    windows = [];
  });

  it('tries the eight best windows', async () => {
    const last = await open({ focusedAt: 0 });
    const others = await Promise.all(Array.from({ length: 8 }, (_, at) => open({ focusedAt: 1 + at, fault: 'wrong' })));
    createSeeker().seek(0);
    await until(() => events.length === 1);
    assert.deepEqual(events, ['not found, none']);
    assert.deepEqual(
      [...others, last].map(({ hellos }) => hellos.length),
      [...others.map(() => 1), 0],
    );
  });

  it('does not remove the file of a window that refuses this client', async () => {
    const window = await open({ fault: 'wrong' });
    createSeeker().seek(0);
    await until(() => events.length === 1);
    assert.equal(existsSync(window.filePath), true);
  });

  it('goes on for a while, and finds the window that was reloaded', async () => {
    const first = await open();
    const seeker = createSeeker();
    seeker.seek(0);
    await until(() => events.length === 1);
    await first.close();
    await until(() => events.length === 2);
    seeker.seek(30_000);
    await until(() => events.length === 3);
    await open();
    await until(() => events.length === 4);
    assert.deepEqual(events.slice(0, 3), ['opened 1 600000', 'closed 1 window', 'not found, coming']);
    assert.match(events[3] ?? '', /^opened/);
    windows.splice(0, 1);
  });

  it('looks once a second for a window that closes the connection at once', async () => {
    const window = await open({ fault: 'closes' });
    const seeker = createSeeker();
    const since = performance.now();
    seeker.seek(0);
    for (const count of [1, 2, 3]) {
      await until(() => events.filter((event) => event.startsWith('closed')).length === count);
      seeker.seek(30_000);
    }
    assert.ok(performance.now() - since > 1900);
    assert.equal(window.hellos.length, 3);
  });

  it('moves to a window where somebody is while a request is open, and checks every 30 s', async () => {
    const first = await open({ folders: [home.path] });
    const seeker = createSeeker();
    seeker.seek(0);
    await until(() => events.length === 1);
    enableMockTimers('setInterval');
    seeker.setAsking(true);
    await settled(() => first.all('probe').length === 1);
    const second = await open();
    first.isPresent = false;
    mock.timers.tick(30_000);
    await settled(() => events.length === 2);
    assert.deepEqual(events, ['opened 1 600000', 'opened 2 600000']);
    seeker.setAsking(false);
    mock.timers.tick(60_000);
    assert.deepEqual([first.all('probe').length, second.all('probe').length], [2, 0]);
    await until(() => first.clients === 0);
  });

  it('stays at a silent window if nobody is at another one', async () => {
    const first = await open({ folders: [home.path] });
    const second = await open({ present: false });
    const seeker = createSeeker();
    seeker.seek(0);
    await until(() => events.length === 1);
    await until(() => second.clients === 0);
    // The first look has asked the other window, too, if the first one was slow.
    const hellosBefore = second.hellos.length;
    first.isPresent = false;
    seeker.setAsking(true);
    await until(() => second.hellos.length > hellosBefore && second.clients === 0);
    assert.deepEqual(events, ['opened 1 600000']);
  });

  it('says once that the versions do not fit', async () => {
    await open({ protocol: [3, 3] });
    const seeker = createSeeker();
    seeker.seek(0);
    await until(() => events.length === 2);
    seeker.seek(0);
    await until(() => events.length === 3);
    assert.match(events[0] ?? '', /do not understand each other. Update this program/);
  });
});
