import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { commandFingerprint } from '#agentProtocol/handshake.ts';
import { SessionServer } from '#core/agents/sessions/sessionServer.ts';
import { systemClock } from '#core/common/clock.ts';
import { WindowSeeker } from '#proxy/window/windowSeeker.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { AgentsTestBed, deploy, fingerprint, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';

const pushed = { kind: 'pushed', params: ticketForm() } as const;
const bank = { server: 'bank', fingerprint: 'b'.repeat(43) };
const closing = { type: 'closing', reason: 'disabled', isDisconnected: true };

describe('a server that the user has disconnected while it runs', () => {
  let bed: AgentsTestBed;
  let tickets: AgentClient;

  beforeEach(async () => {
    bed = await new AgentsTestBed().start();
    await bed.connections.connect('codex', bank);
    tickets = await bed.client();
  });
  afterEach(async () => {
    mock.restoreAll();
    await bed.end();
  });

  const disconnect = async (name: string) => {
    const known = (await bed.connections.list('codex')).find(({ server }) => server === name);
    await bed.connections.disconnect('codex', known ?? assert.fail(`${name} is not connected`));
  };
  const end = (client: AgentClient, durationMs: number) =>
    client.send({
      type: 'callEnded',
      call: `${durationMs}`,
      kind: 'tool',
      name: 'deploy',
      outcome: 'result',
      durationMs,
    });
  /** Connects the session again, as the proxy does that has been told that its server was connected. */
  const again = ({ hello: { session, server, fingerprint: known } }: AgentClient) =>
    bed.client({ session, server, fingerprint: known, wasConnected: true });

  it('has its connection closed, and is neither recorded nor asked about, while the others of its agent go on', async () => {
    const other = await bed.client(bank);
    assert.deepEqual([tickets.welcome?.isConnected, other.welcome?.isConnected], [true, true]);
    tickets.ask('1', pushed, { calls: [deploy] });
    await bed.oldestRequest();
    await disconnect('tickets');
    await bed.sessions.check();
    end(tickets, 1);
    tickets.ask('2', pushed, { calls: [deploy] });
    await tickets.closed();
    assert.deepEqual(tickets.messages, [closing]);
    await assert.rejects(again(tickets), /has closed the connection/);
    end(other, 2);
    other.ask('1', { kind: 'pushed', params: ticketForm('Which account?') });
    await until(() => bed.ended.length > 0);
    assert.deepEqual(
      bed.ended.map(({ ms }) => ms),
      [2],
    );
    const { message, server } = await bed.oldestRequest();
    assert.deepEqual([message, server.name], ['Which account?', 'Codex · bank']);
    assert.equal(bed.inbox.pending.length, 1);
    assert.deepEqual([bed.askedAbout, bed.sessions.calls], [[], []]);
  });

  it('says for which server the question was withdrawn', async () => {
    tickets.ask('1', pushed);
    await bed.oldestRequest();
    const reasons: string[] = [];
    bed.inbox.onDidSettle(({ settlement }) => {
      if (settlement.kind === 'withdrawn') {
        reasons.push(settlement.withdrawal.reason);
      }
    });
    await disconnect('tickets');
    await bed.sessions.check();
    assert.deepEqual(reasons, ['Codex · tickets is no longer connected to this panel.']);
  });

  it('is closed also at a question that comes before this window has looked', async () => {
    await disconnect('tickets');
    const { steady } = systemClock;
    mock.method(systemClock, 'steady', () => steady() + 1500);
    tickets.ask('1', pushed, { calls: [deploy] });
    await tickets.closed();
    assert.deepEqual([tickets.messages, bed.askedAbout, bed.inbox.pending], [[closing], [], []]);
  });

  it('asks again once it is connected again', async () => {
    await disconnect('tickets');
    await bed.sessions.check();
    await tickets.closed();
    await bed.connections.connect('codex', { server: 'tickets', fingerprint });
    const back = await again(tickets);
    back.ask('1', pushed);
    assert.equal((await bed.oldestRequest()).server.name, 'Codex · tickets');
    end(back, 3);
    await until(() => bed.ended.length === 1);
  });

  it('finds no window from then on, until it is connected again', async () => {
    const command = ['node', 'notes.js'];
    const notes = { server: 'notes', fingerprint: commandFingerprint(command) };
    await bed.connections.connect('codex', notes);
    bed.endpoint.update({ folders: [bed.folder], focusedAt: 1 });
    const events: string[] = [];
    const note = (event: string) => events.push(event);
    const seeker = new WindowSeeker(
      {
        ...{ home: bed.home, hint: undefined, allFolders: true, command },
        identity: { kind: 'proxy', client: 'codex', server: 'notes', version: '1', folder: bed.folder },
      },
      {
        opened: () => note('opened'),
        closed: (_, reason) => note(`closed, ${reason}`),
        registered: () => undefined,
        notFound: (isComing) => note(isComing ? 'coming' : 'none'),
        message: () => undefined,
        log: (text) => note(text),
      },
    );
    seeker.seek(0);
    await until(() => events.length === 1);
    await disconnect('notes');
    await bed.sessions.check();
    await until(() => events.length === 2);
    seeker.seek(0);
    await until(() => events.length === 3);
    await bed.connections.connect('codex', notes);
    seeker.seek(0);
    await until(() => events.length === 4);
    assert.deepEqual(events, ['opened', 'closed, disabled', 'none', 'opened']);
    await seeker.end();
  });

  it('is asked about if another command was connected under its name', async () => {
    await bed.connections.connect('codex', { server: 'tickets', fingerprint: 'n'.repeat(43) });
    await bed.sessions.check();
    const back = await again(tickets);
    end(back, 4);
    back.ask('1', pushed);
    await until(() => bed.askedAbout.length === 1);
    assert.equal(bed.askedAbout[0]?.replacesConnected, true);
    assert.deepEqual(bed.ended, []);
  });

  it('is not asked about either if the user has connected it only when it asked', async () => {
    bed.decideUnverified = async () => 'update';
    const planted = await bed.client({ server: 'notes', fingerprint: 'p'.repeat(43), commandLine: 'node notes.js' });
    assert.equal(planted.welcome?.isConnected, undefined);
    planted.ask('1', pushed);
    await bed.oldestRequest();
    await disconnect('notes');
    await bed.sessions.check();
    await planted.closed();
    assert.deepEqual(planted.messages, [closing]);
    assert.equal(bed.askedAbout.length, 1);
  });

  /** The next reading, or the one after it, ends only when it is released, with what it has found before. */
  const holdReading = (at: number) => {
    const real = bed.connections.listing.bind(bed.connections);
    let release = () => {};
    let hasRead = false;
    let readings = 0;
    mock.method(bed.connections, 'listing', async (client: string) => {
      const reading = readings;
      readings += 1;
      const found = await real(client);
      if (reading === at) {
        hasRead = true;
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      return found;
    });
    return { read: () => until(() => hasRead), release: () => release() };
  };

  for (const [at, which] of ['first', 'again'].entries()) {
    it(`goes on if it is connected again while this window reads ${which}`, async () => {
      tickets.ask('1', pushed);
      await bed.oldestRequest();
      await disconnect('tickets');
      const reading = holdReading(at);
      const checked = bed.sessions.check();
      await reading.read();
      await bed.connections.connect('codex', { server: 'tickets', fingerprint });
      reading.release();
      await checked;
      assert.deepEqual([tickets.isClosed, bed.inbox.pending.length], [false, 1]);
    });

    it(`goes on if the user connects it while this window reads ${which}`, async () => {
      await bed.connections.connect('codex', { server: 'tickets', fingerprint: 'n'.repeat(43) });
      const back = await again(tickets);
      let decide = () => {};
      bed.decideUnverified = () =>
        new Promise((resolve) => {
          decide = () => resolve('update');
        });
      back.ask('1', pushed);
      await until(() => bed.askedAbout.length === 1);
      const reading = holdReading(at);
      const checked = bed.sessions.check();
      await reading.read();
      decide();
      await bed.oldestRequest();
      reading.release();
      await checked;
      assert.deepEqual(
        bed.sessions.all.map(({ server }) => server.name),
        ['Codex · tickets'],
      );
      assert.equal(back.isClosed, false);
    });
  }

  it('has its connection closed also if it is connected again in the same moment', async () => {
    mock.method(SessionServer.prototype, 'admit', async () => 'disconnected');
    tickets.ask('1', pushed, { calls: [deploy] });
    await tickets.closed();
    assert.deepEqual([tickets.messages, bed.inbox.pending], [[closing], []]);
  });

  it('is asked about in a session that was never connected', async () => {
    await disconnect('tickets');
    const other = await bed.client();
    other.ask('1', pushed);
    await until(() => bed.askedAbout.length === 1);
  });
});
