import assert from 'node:assert/strict';
import type { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { AgentsTestBed, deploy, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';

const decision = { action: 'accept', content: { ticket: '7' } } as const;
const asRound = (params: object) => ({ method: 'elicitation/create', params });

describe('the requests of an agent', () => {
  let bed: AgentsTestBed;
  let client: AgentClient;

  beforeEach(async () => {
    bed = await new AgentsTestBed().start();
    client = await bed.client();
  });
  afterEach(() => bed.end());

  describe('beyond the limits', () => {
    it('are refused with the time after which the server may ask again, until the user allows them', async () => {
      bed.rateLimits = { requestsPerMinute: 3, maxPending: 100 };
      for (let at = 0; at < 5; at += 1) {
        client.ask(`${at}`, { kind: 'pushed', params: ticketForm(`${at}`) });
      }
      const answer = await client.answer('4');
      assert.ok(answer.kind === 'error' && answer.error.code === -31001);
      assert.equal((answer.error.data as { reason: string }).reason, 'rate_limited');
      // Another connection of the client to the same server has the same account.
      const other = await bed.client();
      other.ask('1', { kind: 'pushed', params: ticketForm() });
      assert.equal((await other.answer('1')).kind, 'error');
      const control = bed.sessions.rateControlOf('agent:codex:tickets');
      assert.ok((control.report.notice?.withheld ?? 0) >= 2);
      control.allow();
      other.ask('2', { kind: 'pushed', params: ticketForm('allowed') });
      await until(() => bed.inbox.pending.some(({ message }) => message === 'allowed'));
    });

    it('are refused if the user has muted the server, and a round waits', async () => {
      const control = bed.sessions.rateControlOf('agent:codex:tickets');
      control.mute();
      client.ask('1', { kind: 'pushed', params: ticketForm() });
      const answer = await client.answer('1');
      assert.ok(answer.kind === 'error');
      assert.equal((answer.error.data as { reason: string }).reason, 'muted');
      client.ask('2', { kind: 'round', inputRequests: { a: asRound(ticketForm()) } }, { calls: [deploy] });
      await until(() => bed.suspendedCalls.all[0]?.withheld?.reason === 'muted');
      control.allow();
      await bed.decide(decision);
      assert.equal((await client.answer('2')).kind, 'responses');
    });

    it('are refused unread if a hundred of one client wait', async () => {
      for (let at = 0; at <= 100; at += 1) {
        client.ask(`${at}`, { kind: 'pushed', params: ticketForm() });
      }
      const answer = await client.answer('100');
      assert.ok(answer.kind === 'error' && answer.error.code === -31001);
      await until(() => bed.inbox.pending.length === 100);
    });

    it('leave the newest two hundred calls of a client', async () => {
      for (const ask of [1, 2, 3]) {
        const calls = Array.from({ length: 100 }, (_, at) => ({ ...deploy, id: `${ask}-${at}` }));
        client.ask(`${ask}`, { kind: 'pushed', params: ticketForm() }, { calls });
      }
      await until(() => bed.inbox.pending.length === 3);
      assert.equal(bed.sessions.calls.length, 200);
      client.send({ type: 'callState', call: '1-99', state: 'parked' });
      client.send({ type: 'callState', call: '2-0', state: 'parked' });
      await until(() => bed.sessions.calls[0]?.agent?.state === 'parked');
      assert.equal(bed.sessions.calls.filter(({ agent }) => agent?.state === 'parked').length, 1);
    });

    it('have calls without arguments rather than too many bytes', async () => {
      const large = 'x'.repeat(4_000_000);
      for (let at = 0; at < 40; at += 1) {
        client.ask(
          `${at}`,
          { kind: 'pushed', params: ticketForm() },
          {
            calls: [{ ...deploy, id: `${at}`, arguments: { large } }],
          },
        );
        await bed.decide({ action: 'cancel' });
      }
      const kept = bed.sessions.calls.filter(
        ({ request }) => request.kind === 'tool' && Object.keys(request.arguments).length > 0,
      );
      assert.ok(bed.sessions.calls.length === 40 && kept.length > 10 && kept.length < 17);
    });
  });

  it('are closed with the connection of a client that asks too often whether somebody is there', async () => {
    bed.isPresent = () => new Promise(() => undefined);
    for (let id = 0; id <= 16; id += 1) client.send({ type: 'probe', id });
    await client.closed();
  });
});
