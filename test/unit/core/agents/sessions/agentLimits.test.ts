import assert from 'node:assert/strict';
import type { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { type AgentsTestBed, deploy, fingerprint, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';
import { asRound, decision, withAskingClient } from './askingClient.ts';

describe('the requests of an agent', () => {
  let bed: AgentsTestBed;
  let client: AgentClient;

  withAskingClient((asking) => ({ bed, client } = asking));

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

    const reasonOf = async (asking: AgentClient, id: string) => {
      const answer = await asking.answer(id);
      return answer.kind === 'error' ? (answer.error.data as { reason?: string }).reason : answer.kind;
    };

    it('are refused while the user has muted the whole agent, also those of servers that it names later', async () => {
      const control = () => bed.sessions.controlOf('codex');
      await bed.connections.connect('codex', { server: 'notes', fingerprint });
      await bed.connections.connect('codex', { server: '', fingerprint: '' });
      control().mute();
      assert.deepEqual([control().mutedUntil, control().hasMuted], [Number.POSITIVE_INFINITY, true]);
      const hook = { kind: 'hook', server: '', fingerprint: '', commandLine: '' } as const;
      const others = [client, await bed.client({ server: 'notes' }), await bed.client(hook)];
      for (const asking of others) {
        asking.ask('1', { kind: 'pushed', params: ticketForm() }, { hookServer: 'docs' });
        assert.equal(await reasonOf(asking, '1'), 'muted');
      }
      control().unmute();
      assert.deepEqual([control().mutedUntil, control().hasMuted], [undefined, false]);
      client.ask('2', { kind: 'pushed', params: ticketForm() });
      await bed.decide(decision);
      assert.equal((await client.answer('2')).kind, 'result');
    });

    it('of a server that is not connected do not even ask about it while its agent is muted', async () => {
      bed.sessions.controlOf('codex').mute(600_000);
      const planted = await bed.client({ fingerprint: 'p'.repeat(43) });
      planted.ask('1', { kind: 'pushed', params: ticketForm() });
      assert.equal(await reasonOf(planted, '1'), 'rate_limited');
      assert.deepEqual(bed.askedAbout, []);
    });

    it('can be unmuted after the agent has ended, with the server that was muted alone', async () => {
      bed.sessions.rateControlOf('agent:codex:tickets').mute();
      client.end();
      await until(() => bed.sessions.all.length === 0);
      assert.deepEqual(
        bed.sessions.servers.map(({ name }) => name),
        ['Codex · tickets'],
      );
      const control = bed.sessions.controlOf('codex');
      assert.deepEqual([control.mutedUntil, control.hasMuted], [undefined, true]);
      control.unmute();
      assert.equal(bed.sessions.controlOf('codex').hasMuted, false);
    });

    it('end with their calls when the user stops the agent, and another agent goes on', async () => {
      await bed.keys.create('gemini');
      await bed.connections.connect('gemini', { server: 'tickets', fingerprint });
      const gemini = await bed.client({ client: 'gemini' });
      client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
      client.ask('2', { kind: 'pushed', params: ticketForm('Of no call?') });
      gemini.ask('1', { kind: 'pushed', params: ticketForm('Gemini?') }, { calls: [deploy] });
      await until(() => bed.inbox.pending.length === 3);
      bed.sessions.controlOf('codex').stop('user');
      await until(() => client.messages.some(({ type }) => type === 'stopCall'));
      assert.deepEqual(await client.answer('2'), { kind: 'result', result: { action: 'cancel' } });
      assert.deepEqual(
        bed.inbox.pending.map(({ message }) => message),
        ['Gemini?'],
      );
      assert.deepEqual(gemini.messages, []);
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
