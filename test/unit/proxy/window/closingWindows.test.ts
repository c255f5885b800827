import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import { WindowSeeker } from '#proxy/window/windowSeeker.ts';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { settled } from '#test/host/until.ts';
import { enableMockTimers } from '#test/mockTimers.ts';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';

describe('a window that ends the connection before it has accepted the client', () => {
  let events: string[];
  let seeker: WindowSeeker | undefined;
  /** Ends what the test has opened. */
  let end: () => Promise<unknown>;

  const happened = (condition: () => boolean) => settled(condition, 30_000);

  beforeEach(() => {
    events = [];
    // Without time, nothing but the end of the connection is reported.
    enableMockTimers('setTimeout');
  });
  afterEach(async () => {
    mock.timers.reset();
    await seeker?.end();
    await end();
  });

  function seek(home: HomeFolder, folder: string, hint?: string): void {
    seeker = new WindowSeeker(
      {
        ...{ home, hint, allFolders: false, command: ['node', 'a.js'] },
        identity: { kind: 'proxy', client: 'codex', server: 'tickets', version: '1', folder },
      },
      {
        opened: () => void events.push('opened'),
        closed: (_, reason) => void events.push(`closed ${reason}`),
        registered: () => undefined,
        notFound: (isComing) => void events.push(`not found, ${isComing ? 'coming' : 'none'}`),
        message: (_, message) => void events.push(message.type),
        log: (text) => void events.push(text),
      },
    );
    seeker.seek(0);
  }

  /** A window of the extension's own, whose workbench is silent, so that it accepts nobody yet. */
  async function openSilent(): Promise<AgentsTestBed> {
    const bed = new AgentsTestBed();
    end = () => bed.end();
    let isChecking = false;
    bed.isPresent = () => {
      isChecking = true;
      return new Promise(() => undefined);
    };
    await bed.start();
    seek(bed.home, bed.folder, bed.endpoint.id);
    await happened(() => isChecking);
    return bed;
  }

  async function open(fault?: 'full' | 'silent' | 'unwelcoming'): Promise<AgentWindow> {
    const home = await AgentHome.create();
    const window = await AgentWindow.open(home, { fault });
    end = () => window.crash().then(() => home.remove());
    return window;
  }

  it('will be back if it is reloading', async () => {
    const bed = await openSilent();
    await bed.endpoint.stop('window');
    await happened(() => events.length > 0);
    assert.deepEqual(events, ['not found, coming']);
  });

  it('will not be back if agents were switched off in it', async () => {
    const bed = await openSilent();
    await bed.endpoint.stop('disabled');
    await happened(() => events.length > 0);
    assert.deepEqual(events, ['not found, none']);
  });

  for (const fault of ['silent', 'unwelcoming'] as const) {
    it(`may be back if it has crashed (${fault}), however old its file is`, async () => {
      const window = await open(fault);
      seek(window.home.folder, window.home.path);
      await happened(() => (fault === 'silent' ? window.clients === 1 : window.hellos.length === 1));
      await window.crash(61_000);
      await happened(() => events.length > 0);
      assert.deepEqual(events, ['not found, coming']);
    });
  }

  it('is not waited for if it does not know the key of the client', async () => {
    const window = await open();
    const { folder, path } = window.home;
    await writeFile(join(folder.keys, 'codex.key'), `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    seek(folder, path);
    await happened(() => events.length > 0);
    assert.deepEqual(events, ['not found, none']);
  });

  it('is waited for if it had no room', async () => {
    const window = await open('full');
    seek(window.home.folder, window.home.path);
    await happened(() => events.length > 0);
    assert.deepEqual(events, ['not found, coming']);
  });
});
