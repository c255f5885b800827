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

  describe('whose answer was given', () => {
    const giveAnswer = async () => {
      client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
      const request = await bed.decide(decision);
      await client.answer('1');
      assert.equal(bed.inbox.deliveries.get(request.id)?.state.kind, 'sending');
      return request.id;
    };

    it('count as delivered when the client has written it to the server and the call returns', async () => {
      const id = await giveAnswer();
      client.send({ type: 'receipt', id: '1', number: 1, outcome: 'sent' });
      await until(() => bed.inbox.deliveries.get(id)?.state.kind === 'sent');
      client.send({
        type: 'callEnded',
        call: deploy.id,
        kind: 'tool',
        name: 'deploy',
        outcome: 'result',
        durationMs: 1,
      });
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
      client.ask('1', { kind: 'round', inputRequests: { a: asRound(ticketForm()) } }, { calls: [deploy] });
      await bed.decide(decision);
      await client.answer('1');
      client.send({ type: 'receipt', id: '1', number: 1, outcome: 'refused', moved: true });
      await until(() => bed.inbox.deliveries.undelivered.length === 1);
      assert.deepEqual(bed.inbox.deliveries.undelivered[0]?.state, { kind: 'refused', failure: { code: 'moved' } });
      client.ask('2', { kind: 'round', inputRequests: { a: asRound(ticketForm()) } }, { calls: [deploy] });
      await bed.decide(decision);
      await client.answer('2');
      client.end();
      await until(() => bed.inbox.deliveries.undelivered.length === 2);
    });
  });
});
