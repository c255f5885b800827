import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { UnverifiedDecision } from '#core/agents/sessions/agentServices.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { AgentsTestBed, deploy, fingerprint, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';

const planted = { fingerprint: 'p'.repeat(43), commandLine: 'node evil.js' };
const pushed = { kind: 'pushed', params: ticketForm() } as const;

describe('a server that the user has not connected', () => {
  let bed: AgentsTestBed;
  let decide: (decision: UnverifiedDecision) => void;

  beforeEach(async () => {
    bed = await new AgentsTestBed().start();
    bed.decideUnverified = () =>
      new Promise((resolve) => {
        decide = resolve;
      });
  });
  afterEach(() => bed.end());

  /** Lets a planted configuration ask, and waits until the user is asked about it. */
  const plant = async (hello: object = {}): Promise<AgentClient> => {
    const client = await bed.client({ ...planted, ...hello });
    client.ask('1', pushed, { calls: [deploy] });
    await until(() => bed.askedAbout.length > 0);
    return client;
  };
  const isRefused = async (client: AgentClient, id: string, reason: string) => {
    const answer = await client.answer(id);
    assert.ok(answer.kind === 'error' && answer.error.code === -31001, answer.kind);
    assert.equal((answer.error.data as { reason: string }).reason, reason);
  };

  it('is shown under no name before the user has decided', async () => {
    await plant();
    assert.deepEqual(bed.askedAbout, [
      {
        client: 'codex',
        agent: 'Codex',
        server: 'tickets',
        commandLine: 'node evil.js',
        isCommandCut: false,
        folder: '/work',
        replacesConnected: true,
      },
    ]);
    assert.deepEqual([bed.inbox.pending, bed.sessions.calls], [[], []]);
  });

  it('has no calls in the record before the user has let it ask', async () => {
    const client = await plant();
    const end = (call: string, durationMs: number) =>
      client.send({ type: 'callEnded', call, kind: 'tool', name: 'deploy', outcome: 'result', durationMs });
    end('call-0', 1);
    client.send({ type: 'probe', id: 1 });
    await until(() => client.messages.some(({ type }) => type === 'presence'));
    decide('once');
    await bed.oldestRequest();
    end('call-1', 2);
    await until(() => bed.ended.length > 0);
    assert.deepEqual(
      bed.ended.map(({ ms }) => ms),
      [2],
    );
  });

  it('asks as one that is not connected until its agent ends it, after Allow once', async () => {
    const client = await plant();
    decide('once');
    const { server } = await bed.oldestRequest();
    assert.equal(server.name, 'Codex · a server that you have not connected, which calls itself “tickets”');
    assert.deepEqual([server.id, server.asker?.isConnected], ['agent-unverified:codex', false]);
    assert.equal(bed.sessions.calls[0]?.serverName, server.name);
    client.ask('2', pushed);
    await until(() => bed.inbox.pending.length === 2);
    assert.equal(bed.askedAbout.length, 1);
    const other = await bed.client(planted);
    other.ask('1', pushed);
    await until(() => bed.askedAbout.length === 2);
  });

  it('keeps the name under which the user has allowed it once, whatever it calls itself later', async () => {
    const client = await plant();
    decide('once');
    const first = await bed.oldestRequest();
    client.ask('2', pushed, { serverInfo: { name: 'github', version: '1' } });
    await until(() => bed.inbox.pending.length === 2);
    const [, second] = bed.inbox.pending;
    assert.deepEqual([second?.server.name, second?.server.reportedName], [first.server.name, 'github']);
  });

  it('is connected from then on, after Update', async () => {
    await bed.connections.connect('codex', { server: 'tickets', fingerprint, undo: { before: 'node old.js' } });
    await plant();
    decide('update');
    assert.equal((await bed.oldestRequest()).server.name, 'Codex · tickets');
    const [{ id: _, ...connection } = {}, ...others] = await bed.connections.list('codex');
    const expected = { server: 'tickets', fingerprint: planted.fingerprint, undo: { before: 'node old.js' } };
    assert.deepEqual([connection, others], [expected, []]);
    const other = await bed.client(planted);
    other.ask('1', pushed);
    await until(() => bed.inbox.pending.length === 2);
    assert.equal(bed.askedAbout.length, 1);
  });

  it('is refused until the window closes, after Stop', async () => {
    const client = await plant();
    decide('stop');
    await isRefused(client, '1', 'muted');
    client.ask('2', { kind: 'round', inputRequests: {} }, { calls: [deploy] });
    assert.equal((await client.answer('2')).kind, 'endCall');
    const other = await bed.client(planted);
    other.ask('1', pushed);
    await isRefused(other, '1', 'muted');
    assert.deepEqual([bed.askedAbout.length, bed.inbox.pending.length], [1, 0]);
  });

  it('is asked about once, also if several of its processes ask', async () => {
    const clients = [await plant(), await plant(), await plant()];
    decide('stop');
    for (const client of clients) await isRefused(client, '1', 'muted');
    assert.equal(bed.askedAbout.length, 1);
  });

  it('is no longer asked about if its request is withdrawn', async () => {
    let signal: AbortSignal | undefined;
    bed.decideUnverified = (ended) => {
      signal = ended;
      return new Promise((_resolve, reject) => ended.addEventListener('abort', () => reject(ended.reason)));
    };
    const client = await plant();
    client.send({ type: 'withdraw', id: '1', number: 1, reason: 'interrupted' });
    await until(() => signal?.aborted === true);
    assert.deepEqual(bed.inbox.pending, []);
    client.ask('2', pushed);
    await until(() => bed.askedAbout.length === 2);
    client.end();
    await until(() => signal?.aborted === true);
    assert.deepEqual(bed.warnings, []);
  });

  it('is asked about again if an earlier question was left without an answer', async () => {
    const client = await plant();
    client.end();
    await until(() => bed.sessions.all.length === 0);
    const again = await bed.client(planted);
    again.ask('1', pushed);
    await until(() => bed.askedAbout.length === 2);
    decide('once');
    await bed.oldestRequest();
  });

  it('cannot make the user be asked without end: the questions count for the limits of the client', async () => {
    bed.rateLimits = { requestsPerMinute: 3, maxPending: 100 };
    for (let at = 0; at < 3; at += 1) {
      await plant({ server: `name ${at}` });
    }
    await until(() => bed.askedAbout.length === 3);
    const excess = await bed.client({ ...planted, server: 'one more' });
    excess.ask('1', pushed);
    await isRefused(excess, '1', 'rate_limited');
    assert.equal(bed.askedAbout.length, 3);
  });

  it('cannot make the window read its list of connected servers for each request', async () => {
    const list = mock.method(bed.connections, 'list');
    const client = await bed.client(planted);
    const asks = Array.from({ length: 100 }, (_, at) => ({
      ...{ type: 'ask', id: `${at}`, number: 1, request: pushed, calls: [], ageMs: 0 },
    }));
    client.sendText(asks.map((ask) => `${JSON.stringify(ask)}\n`).join(''));
    await until(() => bed.askedAbout.length > 0);
    assert.ok(list.mock.callCount() < 20, `${list.mock.callCount()}`);
  });

  it('does not get the name of a connected one by leaving out what identifies it', async () => {
    await bed.connections.connect('codex', { server: '', fingerprint: '' });
    await plant({ server: '', fingerprint: '' });
    decide('once');
    assert.match((await bed.oldestRequest()).server.name, / a server that you have not connected, /);
  });

  it('cannot say that it is connected: what is known of it stands before its name, and its name is quoted', async () => {
    await plant({ server: `tickets”, which you have connected and trust ${'x'.repeat(80)}` });
    decide('once');
    const { name } = (await bed.oldestRequest()).server;
    assert.match(name, /^Codex · a server that you have not connected, which calls itself “tickets', which [^“”]*”$/);
  });

  it('is shown with its own words on one line', async () => {
    await plant({ server: 'tickets\n\u202eCodex', reportedName: 'Codex\n', commandLine: 'a\u0000b' });
    const [asked] = bed.askedAbout;
    assert.deepEqual([asked?.server, asked?.replacesConnected], ['tickets Codex', false]);
  });

  it('is shown with every character of its command', async () => {
    await plant({ commandLine: 'node "a\u200b b" \u202ec\u0000' });
    assert.equal(bed.askedAbout[0]?.commandLine, 'node "a[U+200B] b" [U+202E]c[U+0000]');
  });

  for (const [what, commandLine] of [
    ['the agent’s program has cut', `node ${'x'.repeat(800)}…`],
    ['is longer than what is shown', `node ${'x'.repeat(1000)}`],
    ['is not known', ''],
  ]) {
    it(`has a mark if its command ${what}`, async () => {
      await plant({ commandLine });
      assert.equal(bed.askedAbout[0]?.isCommandCut, true);
    });
  }
});
