import assert from 'node:assert/strict';
import type { WithdrawReason } from '#agentProtocol/agentMessages.ts';
import { eventually } from '#test/eventually.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { type AgentsTestBed, consentPage, deploy, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';
import { acceptedTicket, asRound, decision, withAskingClient } from './askingClient.ts';

describe('the requests of an agent that are over', () => {
  let bed: AgentsTestBed;
  let client: AgentClient;

  withAskingClient((asking) => ({ bed, client } = asking));

  describe('are withdrawn', () => {
    const reasons: readonly [WithdrawReason, string][] = [
      ['server', 'The server withdrew the question.'],
      ['serverEnded', 'The server has ended.'],
      ['interrupted', 'The call was interrupted in Codex.'],
      ['agentEnded', 'Codex has ended; this call was stopped.'],
      ['callEnded', 'The call has ended.'],
      ['moved', 'Another window asks this now.'],
    ];
    for (const [reason, text] of reasons) {
      it(`with a sentence (${reason}), and nothing is answered`, async () => {
        const settled: string[] = [];
        bed.inbox.onDidSettle(({ settlement }) => {
          if (settlement.kind === 'withdrawn') settled.push(settlement.withdrawal.reason);
        });
        client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
        client.ask(
          '2',
          { kind: 'round', inputRequests: { a: asRound(ticketForm()) } },
          { calls: [{ ...deploy, id: 'call-2' }] },
        );
        client.ask(
          '3',
          { kind: 'requiredUrls', data: { elicitations: [consentPage()] } },
          { calls: [{ ...deploy, id: 'call-3' }] },
        );
        await until(() => bed.inbox.pending.length === 3);
        for (const id of ['1', '2', '3']) {
          client.send({ type: 'withdraw', id, number: 0, reason });
          client.send({ type: 'withdraw', id, number: 1, reason });
        }
        await until(() => bed.inbox.pending.length === 0);
        assert.deepEqual(settled, [text, text, text]);
        client.send({ type: 'probe', id: 1 });
        await eventually('a reply', () => client.messages.length);
        assert.deepEqual(client.messages, [{ type: 'presence', id: 1, present: true }]);
        assert.deepEqual(bed.warnings, []);
      });
    }

    it('when the connection ends', async () => {
      client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
      client.ask(
        '2',
        { kind: 'round', inputRequests: { a: asRound(ticketForm()) } },
        { calls: [{ ...deploy, id: 'call-2' }] },
      );
      await until(() => bed.inbox.pending.length === 2);
      client.end();
      await until(() => bed.inbox.pending.length === 0);
      assert.deepEqual([bed.sessions.all, bed.sessions.calls], [[], []]);
    });

    it('when the call ends without a result', async () => {
      client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
      await bed.oldestRequest();
      client.send({
        type: 'callEnded',
        call: deploy.id,
        kind: 'tool',
        name: 'deploy',
        outcome: 'cancelled',
        durationMs: 5,
      });
      await until(() => bed.inbox.pending.length === 0);
      assert.deepEqual(bed.sessions.calls, []);
    });
  });

  describe('that are asked again', () => {
    it('under a higher number replace the earlier ones, and under an older number are not asked', async () => {
      const request = { kind: 'pushed', params: ticketForm() } as const;
      client.ask('1', request, { number: 2 });
      const first = await bed.oldestRequest();
      client.ask('1', request, { number: 1 });
      client.ask('1', request, { number: 2 });
      await until(() => bed.warnings.length === 2);
      assert.deepEqual(bed.inbox.pending, [first]);
      client.ask('1', request, { number: 3 });
      await until(() => bed.inbox.pending[0] !== undefined && bed.inbox.pending[0] !== first);
      assert.equal(bed.inbox.pending.length, 1);
      await bed.decide(decision);
      assert.deepEqual(await client.answer('1', 3), acceptedTicket);
      assert.equal(client.messages.length, 1);
    });

    it('by a client that connects again with the same session replace those of its lost connection', async () => {
      client.ask('1', { kind: 'pushed', params: ticketForm() });
      const first = await bed.oldestRequest();
      const again = await bed.client({ session: client.hello.session });
      await client.closed();
      again.ask('1', { kind: 'pushed', params: ticketForm() }, { number: 2 });
      await until(() => bed.inbox.pending[0] !== undefined && bed.inbox.pending[0] !== first);
      await bed.decide(decision);
      assert.deepEqual(await again.answer('1', 2), acceptedTicket);
      again.ask('1', { kind: 'pushed', params: ticketForm() }, { number: 1 });
      await until(() => bed.warnings.length === 1);
    });
  });

  describe('whose call the user stops', () => {
    it('are cancelled after the client was told to end the call', async () => {
      client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
      await bed.oldestRequest();
      client.ask(
        '2',
        { kind: 'round', inputRequests: { a: asRound(ticketForm()) } },
        { calls: [{ ...deploy, id: 'call-2' }] },
      );
      await until(() => bed.inbox.pending.length === 2);
      for (const { call } of [...bed.inbox.pending]) {
        assert.ok(bed.sessions.stopCall(call?.id ?? ''));
      }
      assert.ok(!bed.sessions.stopCall('unknown'));
      assert.deepEqual(await client.answer('1'), { kind: 'result', result: { action: 'cancel' } });
      assert.deepEqual(
        client.messages.map((message) => (message.type === 'stopCall' ? message.call : message.type)),
        ['call-1', 'call-2', 'answer'],
      );
      assert.deepEqual(bed.inbox.pending, []);
    });

    it('are cancelled also while a page is open', async () => {
      client.ask('1', { kind: 'requiredUrls', data: { elicitations: [consentPage()] } }, { calls: [deploy] });
      await bed.decide({ action: 'accept' });
      await until(() => bed.suspendedCalls.all.length === 1);
      bed.suspendedCalls.stop(bed.suspendedCalls.all[0]?.id ?? '');
      await eventually('the end of the call', () => client.messages.length);
      assert.deepEqual(client.messages, [{ type: 'stopCall', call: deploy.id }]);
      assert.deepEqual(bed.suspendedCalls.all, []);
    });
  });
});
