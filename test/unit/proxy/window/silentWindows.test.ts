import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rename, utimes } from 'node:fs/promises';
import { parse } from 'node:path';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import { WindowSeeker } from '#proxy/window/windowSeeker.ts';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { until } from '#test/host/until.ts';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';

interface Seeking {
  readonly seeker: WindowSeeker;
  readonly events: string[];
  /** How often it was reported that a window which fits is registered. */
  readonly registered: () => number;
}

function seekIn(home: HomeFolder, folder: string, hint?: string): Seeking {
  const events: string[] = [];
  let registered = 0;
  const seeker = new WindowSeeker(
    {
      ...{ home, hint, allFolders: false, command: ['node', 'a.js'] },
      identity: { kind: 'proxy', client: 'codex', server: 'tickets', version: '1', folder },
    },
    {
      opened: (_link, _keepMs, isPresent) => void events.push(isPresent ? 'present' : 'silent'),
      closed: (_, reason) => void events.push(`closed ${reason}`),
      registered: () => {
        registered += 1;
      },
      notFound: (isComing) => void events.push(`not found, ${isComing ? 'coming' : 'none'}`),
      message: (_, message) => void events.push(message.type),
      log: (text) => void events.push(text),
    },
  );
  return { seeker, events, registered: () => registered };
}

describe('a window whose workbench is silent', () => {
  let bed: AgentsTestBed;
  let seeking: Seeking | undefined;

  beforeEach(async () => {
    bed = new AgentsTestBed();
    bed.isPresent = () => new Promise(() => undefined);
    await bed.start();
    bed.endpoint.update({ folders: [parse(bed.folder).root], focusedAt: 1 });
    await until(() => bed.files(bed.home.windows).length === 1);
  });
  afterEach(async () => {
    await seeking?.seeker.end();
    await bed.end();
  });

  it('is found, however long it waits for its workbench', async () => {
    seeking = seekIn(bed.home, bed.folder, bed.endpoint.id);
    seeking.seeker.seek(0);
    const { events } = seeking;
    await until(() => events.length === 2);
    assert.deepEqual(events, ['not found, coming', 'silent']);
  });
});

describe('looking for a window', () => {
  let home: AgentHome;
  let windows: AgentWindow[];
  let seekers: WindowSeeker[];

  beforeEach(async () => {
    home = await AgentHome.create();
    [windows, seekers] = [[], []];
  });
  afterEach(async () => {
    await Promise.all(seekers.map((seeker) => seeker.end()));
    await Promise.all(windows.map((window) => window.crash()));
    await home.remove();
  });

  async function open(behaviour?: Parameters<typeof AgentWindow.open>[1]): Promise<AgentWindow> {
    const window = await AgentWindow.open(home, behaviour);
    windows.push(window);
    return window;
  }

  function seek(hint?: string): Seeking {
    const seeking = seekIn(home.folder, home.path, hint);
    seekers.push(seeking.seeker);
    seeking.seeker.seek(0);
    return seeking;
  }

  it('waits for one that does not reply: its extension host may be busy', async () => {
    await open({ fault: 'silent' });
    const { events } = seek();
    // First that something listens, which decides about a session that begins, then that it did not reply.
    await until(() => events.length === 2);
    assert.deepEqual(events, ['not found, coming', 'not found, coming']);
  });

  it('says at once that one is registered for the folder, long before it is known whether it replies', async () => {
    await open({ fault: 'silent' });
    const { events, registered } = seek();
    await until(() => registered() === 1);
    assert.deepEqual(events, []);
  });

  it('does not say so of a window of another folder', async () => {
    await open({ folders: ['/somewhere/else'] });
    const { events, registered } = seek();
    await until(() => events.length === 1);
    assert.deepEqual([events, registered()], [['not found, none'], 0]);
  });

  it('finds the one where somebody is, before it is reported that better ones do not reply', async () => {
    const frozen = await open({ fault: 'silent', folders: [home.path] });
    await open();
    const { events } = seek(frozen.id);
    await until(() => events.length === 1);
    assert.deepEqual(events, ['present']);
  });

  it('finds none if the only one that replied has closed while others were awaited', async () => {
    const silent = await open({ present: false });
    await open({ fault: 'silent' });
    const { events } = seek();
    await until(() => silent.hellos.length === 1);
    await silent.close();
    await until(() => events.length === 2);
    assert.deepEqual(events, ['not found, coming', 'not found, coming']);
  });

  it('stays at the window whose reply to one of several probes comes late', async () => {
    const first = await open({ holdsProbes: true, folders: [home.path] });
    const { seeker, events } = seek();
    await until(() => events.length === 1);
    const second = await open();
    for (const isAsking of [true, false, true]) seeker.setAsking(isAsking);
    await until(() => first.all('probe').length > 0);
    first.answerProbes();
    // A window that gave no reply in time would be left after 3 s.
    await assert.rejects(until(() => second.hellos.length > 0, 3500));
    assert.deepEqual(events, ['present']);
  });

  it('removes the file of a window only if its socket refuses the connection', async () => {
    const [unseen, ended] = [await open(), await open()];
    const aMinuteAgo = new Date(Date.now() - 61_000);
    await rename(unseen.socketPath, `${unseen.socketPath}-elsewhere`);
    await utimes(unseen.filePath, aMinuteAgo, aMinuteAgo);
    await ended.crash(61_000);
    const { events } = seek();
    await until(() => events.length === 1);
    assert.deepEqual(events, ['not found, none']);
    assert.deepEqual([existsSync(unseen.filePath), existsSync(ended.filePath)], [true, false]);
    windows = [unseen];
  });
});
