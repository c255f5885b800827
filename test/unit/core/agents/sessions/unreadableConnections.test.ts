import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { HookServerNames, SessionServer } from '#core/agents/sessions/sessionServer.ts';
import { systemClock } from '#core/common/clock.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { posixIt } from '#test/posix.ts';
import { AgentsTestBed, deploy, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';

const pushed = { kind: 'pushed', params: ticketForm() } as const;
const bank = { server: 'bank', fingerprint: 'b'.repeat(43) };

describe('a connected server, while what the user has connected cannot be read', () => {
  let bed: AgentsTestBed;
  let tickets: AgentClient;

  beforeEach(async () => {
    bed = await new AgentsTestBed().start();
    await bed.connections.connect('codex', bank);
    tickets = await bed.client();
    tickets.ask('1', pushed, { calls: [deploy] });
    await bed.oldestRequest();
  });
  afterEach(async () => {
    mock.restoreAll();
    await bed.end();
  });

  const fileOf = (server: string) => {
    const paths = readdirSync(bed.home.clients).map((name) => join(bed.home.clients, name));
    return paths.find((path) => readFileSync(path, 'utf8').includes(`"${server}"`)) ?? assert.fail();
  };
  const disconnect = async (name: string) => {
    const known = (await bed.connections.list('codex')).find(({ server }) => server === name);
    await bed.connections.disconnect('codex', known ?? assert.fail(`${name} is not connected`));
  };
  /** Connects the session again, as the proxy does that has been told that its server was connected. */
  const again = () =>
    bed.client({
      session: tickets.hello.session,
      server: 'tickets',
      fingerprint: tickets.hello.fingerprint,
      wasConnected: true,
    });
  /** From then on it is not known any more that the server is connected. */
  const waitLonger = () => {
    const { steady } = systemClock;
    mock.method(systemClock, 'steady', () => steady() + 1500);
  };
  const isAsking = () => [
    tickets.isClosed,
    bed.inbox.pending.map(({ server }) => server.name),
    bed.sessions.calls.length,
    bed.sessions.all.map(({ server }) => server.asker?.isConnected),
  ];
  const asksOn = [false, ['Codex · tickets'], 1, [true]];

  for (const server of ['tickets', 'bank']) {
    posixIt(`goes on asking if others can open the file of ${server}`, async () => {
      chmodSync(fileOf(server), 0o644);
      await bed.sessions.check();
      assert.deepEqual(isAsking(), asksOn);
      chmodSync(fileOf(server), 0o600);
      await bed.sessions.check();
      assert.deepEqual(isAsking(), asksOn);
    });
  }

  it('goes on asking if the folder is missing, as that of a home that is not mounted', async () => {
    renameSync(bed.home.root, `${bed.home.root}.away`);
    await bed.sessions.check();
    assert.deepEqual(isAsking(), asksOn);
    renameSync(`${bed.home.root}.away`, bed.home.root);
    await bed.sessions.check();
    assert.deepEqual(isAsking(), asksOn);
  });

  it('is asked about at its next question, in the same connection or a new one, and is known again later', async () => {
    renameSync(bed.home.clients, `${bed.home.clients}.away`);
    waitLonger();
    tickets.ask('2', pushed);
    await until(() => bed.askedAbout.length === 1);
    const back = await again();
    assert.deepEqual([tickets.messages.some(({ type }) => type === 'closing'), back.isClosed], [false, false]);
    back.ask('3', pushed);
    assert.equal((await back.answer('3')).kind, 'error');
    renameSync(`${bed.home.clients}.away`, bed.home.clients);
    await bed.sessions.check();
    assert.deepEqual(
      bed.sessions.all.map(({ server }) => server.name),
      ['Codex · tickets'],
    );
    back.ask('4', pushed);
    await until(() => bed.inbox.pending.length === 1);
    assert.equal(back.isClosed, false);
  });

  posixIt('has its connection closed only when everything was read', async () => {
    const path = fileOf('bank');
    chmodSync(path, 0o644);
    await disconnect('tickets');
    await bed.sessions.check();
    assert.equal(tickets.isClosed, false);
    waitLonger();
    tickets.ask('2', pushed);
    await until(() => bed.askedAbout.length === 1);
    chmodSync(path, 0o600);
    await bed.sessions.check();
    await tickets.closed();
    assert.deepEqual(tickets.messages.at(-1), { type: 'closing', reason: 'disabled', isDisconnected: true });
  });
});

describe('a lent server, while it cannot be read what is lent', () => {
  it('stays what it is, and is looked at again after it was lent no more', async () => {
    let isLent: boolean | undefined = true;
    const unused = async () => assert.fail();
    const server = new SessionServer({
      hello: {
        ...{ protocol: 2, kind: 'serve', client: 'codex', server: 'tickets', nonce: 'n', session: 's' },
        ...{ version: '1', fingerprint: '', commandLine: '', folder: '/work' },
      },
      services: { connections: { listing: unused, connect: unused }, isLent: async () => isLent },
      unverified: { admit: unused },
      accounts: { note: () => undefined },
      hookServers: new HookServerNames(),
    });
    const checked = async (next: boolean | undefined) => {
      isLent = next;
      await server.check({ items: [], isComplete: true });
      return [server.isAdmitted, server.isDisconnected];
    };
    await server.identify();
    assert.deepEqual(await checked(undefined), [true, false]);
    assert.deepEqual(await checked(false), [false, false]);
    assert.deepEqual(await checked(undefined), [false, false]);
    assert.deepEqual(await checked(true), [true, false]);
  });
});
