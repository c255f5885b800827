import assert from 'node:assert/strict';
import type { CallEnded } from '#agentProtocol/agentMessages.ts';
import type { DeliveryState } from '#core/delivery/deliveryState.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { type AgentsTestBed, deploy, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';
import { asRound, decision, withAskingClient } from './askingClient.ts';

describe('the requests of an agent', () => {
  let bed: AgentsTestBed;
  let client: AgentClient;

  withAskingClient((asking) => ({ bed, client } = asking));

  describe('whose answer was given', () => {
    const giveAnswer = async () => {
      client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
      const request = await bed.decide(decision);
      await client.answer('1');
      assert.equal(bed.inbox.deliveries.get(request.id)?.state.kind, 'sending');
      return request.id;
    };
    const giveRoundAnswer = async (id = '1') => {
      client.ask(id, { kind: 'round', inputRequests: { a: asRound(ticketForm()) } }, { calls: [deploy] });
      const request = await bed.decide(decision);
      await client.answer(id);
      return request.id;
    };
    const reportWritten = async (id: string) => {
      client.send({ type: 'receipt', id: '1', number: 1, outcome: 'sent' });
      await until(() => bed.inbox.deliveries.get(id)?.state.kind === 'sent');
    };
    const endCall = (outcome: CallEnded['outcome']) =>
      client.send({ type: 'callEnded', call: deploy.id, kind: 'tool', name: 'deploy', outcome, durationMs: 1 });
    /** How the delivery of an answer ended in the record. */
    const recorded = async (id: string) => {
      await until(() => bed.exchanges.get(id)?.reply !== undefined);
      return bed.exchanges.get(id)?.reply?.delivery;
    };

    it('count as delivered when the client has written it to the server and the call returns', async () => {
      const id = await giveAnswer();
      await reportWritten(id);
      endCall('result');
      await until(() => bed.inbox.deliveries.get(id) === undefined);
      assert.deepEqual(bed.inbox.deliveries.undelivered, []);
    });

    for (const [receipt, state] of [
      [{ outcome: 'refused' }, { kind: 'refused', failure: { code: 'takenBack' } }],
      [
        { outcome: 'refused', moved: true },
        { kind: 'refused', failure: { code: 'moved' } },
      ],
      [{ outcome: 'lost' }, { kind: 'refused', failure: { code: 'notSent' } }],
    ] as const) {
      it(`keep it and say so if the client could not write it (${state.failure.code})`, async () => {
        const id = await giveAnswer();
        client.send({ type: 'receipt', id: '1', number: 0, outcome: 'sent' });
        client.send({ type: 'receipt', id: '1', number: 1, ...receipt });
        await until(() => bed.inbox.deliveries.undelivered.length === 1);
        const [delivery] = bed.inbox.deliveries.undelivered;
        assert.deepEqual([delivery?.id, delivery?.state, delivery?.decision], [id, state, decision]);
        assert.equal(bed.exchanges.get(id)?.reply?.delivery?.kind, 'refused');
      });
    }

    it('keep it and say so if the connection ends before the client has said what became of it', async () => {
      const id = await giveAnswer();
      client.end();
      await until(() => bed.inbox.deliveries.undelivered.length === 1);
      assert.deepEqual(bed.inbox.deliveries.get(id)?.state, { kind: 'unknown', failure: { code: 'broken' } });
    });

    it('of a round keep it and say so as well', async () => {
      await giveRoundAnswer();
      client.send({ type: 'receipt', id: '1', number: 1, outcome: 'refused', moved: true });
      await until(() => bed.inbox.deliveries.undelivered.length === 1);
      assert.deepEqual(bed.inbox.deliveries.undelivered[0]?.state, { kind: 'refused', failure: { code: 'moved' } });
      await giveRoundAnswer('2');
      client.end();
      await until(() => bed.inbox.deliveries.undelivered.length === 2);
    });

    it('of a round count as delivered when the call returns, not when the client has written it', async () => {
      const id = await giveRoundAnswer();
      await reportWritten(id);
      assert.equal(bed.exchanges.get(id)?.reply, undefined);
      endCall('result');
      assert.deepEqual(await recorded(id), { kind: 'delivered' });
      await until(() => bed.inbox.deliveries.get(id) === undefined);
    });

    it('of a round count as delivered when the call asks again', async () => {
      const id = await giveRoundAnswer();
      await reportWritten(id);
      client.ask('2', { kind: 'round', inputRequests: { a: asRound(ticketForm()) } }, { calls: [deploy] });
      assert.deepEqual(await recorded(id), { kind: 'delivered' });
      assert.equal(bed.inbox.deliveries.get(id), undefined);
      endCall('lost');
      await until(() => bed.inbox.pending.length === 0);
      assert.deepEqual(bed.inbox.deliveries.all, []);
    });

    const ends: readonly [name: string, end: () => void, state: DeliveryState, isKept: boolean][] = [
      ['the server ends', () => endCall('lost'), { kind: 'unknown', failure: { code: 'serverEnded' } }, true],
      ['the call is cancelled', () => endCall('cancelled'), { kind: 'unknown', failure: { code: 'stopped' } }, false],
      ['the client ends', () => client.end(), { kind: 'unknown', failure: { code: 'serverEnded' } }, true],
    ];
    for (const [name, end, state, isKept] of ends) {
      for (const kind of ['pushed', 'round'] as const) {
        it(`and written (${kind}) are ended with the reason if ${name} before the server has responded`, async () => {
          const id = await (kind === 'pushed' ? giveAnswer() : giveRoundAnswer());
          await reportWritten(id);
          end();
          assert.deepEqual(await recorded(id), state);
          await until(() => bed.inbox.deliveries.get(id)?.ended ?? true);
          assert.deepEqual(
            bed.inbox.deliveries.undelivered.map((delivery) => [delivery.id, delivery.state, delivery.decision]),
            isKept ? [[id, state, decision]] : [],
          );
        });
      }
    }

    it('of a round whose call ends before the client has said what became of it end as that says', async () => {
      const id = await giveRoundAnswer();
      endCall('result');
      await until(() => bed.sessions.calls.length === 0);
      assert.equal(bed.inbox.deliveries.get(id)?.state.kind, 'sending');
      client.send({ type: 'receipt', id: '1', number: 1, outcome: 'sent' });
      assert.deepEqual(await recorded(id), { kind: 'delivered' });
      assert.deepEqual(bed.inbox.deliveries.all, []);
    });

    it('of a round end with the call if the client never says what became of it', async () => {
      const id = await giveRoundAnswer();
      endCall('lost');
      assert.deepEqual(await recorded(id), { kind: 'unknown', failure: { code: 'broken' } });
      assert.deepEqual(
        bed.inbox.deliveries.undelivered.map((delivery) => delivery.id),
        [id],
      );
    });

    it('of a round end with the connection if the window has forgotten the call', async () => {
      const id = await giveRoundAnswer();
      await reportWritten(id);
      for (const ask of ['2', '3']) {
        const calls = Array.from({ length: 100 }, (_, at) => ({ ...deploy, id: `${ask}-${at}` }));
        client.ask(ask, { kind: 'pushed', params: ticketForm() }, { calls });
      }
      await until(() => bed.inbox.pending.length === 2);
      endCall('result');
      client.end();
      assert.deepEqual(await recorded(id), { kind: 'unknown', failure: { code: 'serverEnded' } });
    });
  });
});
