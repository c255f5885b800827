import assert from 'node:assert/strict';
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
        folder: '/work',
        replacesConnected: true,
      },
    ]);
    assert.deepEqual([bed.inbox.pending, bed.sessions.calls], [[], []]);
  });

  it('asks as one that is not connected until its agent ends it, after Allow once', async () => {
    const client = await plant();
    decide('once');
    const { server } = await bed.oldestRequest();
    assert.equal(server.name, 'Codex · a server that calls itself tickets, not the one you connected');
    assert.deepEqual([server.id, server.asker?.isConnected], ['agent-unverified:codex', false]);
    assert.equal(bed.sessions.calls[0]?.serverName, server.name);
    client.ask('2', pushed);
    await until(() => bed.inbox.pending.length === 2);
    assert.equal(bed.askedAbout.length, 1);
    const other = await bed.client(planted);
    other.ask('1', pushed);
    await until(() => bed.askedAbout.length === 2);
  });

  it('is connected from then on, after Update', async () => {
    await bed.connections.connect('codex', { server: 'tickets', fingerprint, undo: { before: 'node old.js' } });
    await plant();
    decide('update');
    assert.equal((await bed.oldestRequest()).server.name, 'Codex · tickets');
    assert.deepEqual(await bed.connections.list('codex'), [
      { server: 'tickets', fingerprint: planted.fingerprint, undo: { before: 'node old.js' } },
    ]);
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

  it('does not get the name of a connected one by leaving out what identifies it', async () => {
    await bed.connections.connect('codex', { server: '', fingerprint: '' });
    await plant({ server: '', fingerprint: '' });
    decide('once');
    assert.match((await bed.oldestRequest()).server.name, /not the one you connected/);
  });

  it('is shown with its own words on one line', async () => {
    await plant({ server: 'tickets\n\u202eCodex', reportedName: 'Codex\n', commandLine: 'a\u0000b' });
    const [asked] = bed.askedAbout;
    assert.deepEqual([asked?.server, asked?.commandLine, asked?.replacesConnected], ['tickets Codex', 'a b', false]);
  });
});
