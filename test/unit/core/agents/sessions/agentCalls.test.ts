import assert from 'node:assert/strict';
import type { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { AgentsTestBed, deploy, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';

const decision = { action: 'accept', content: { ticket: '7' } } as const;

describe('the requests and calls of an agent', () => {
  let bed: AgentsTestBed;
  let client: AgentClient;

  beforeEach(async () => {
    bed = await new AgentsTestBed().start();
    client = await bed.client();
  });
  afterEach(() => bed.end());

  it('are one change, however many calls a request names', async () => {
    let changes = 0;
    bed.sessions.onDidChange(() => {
      changes += 1;
    });
    const calls = Array.from({ length: 100 }, (_, at) => ({ ...deploy, id: `${at}` }));
    client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls });
    await until(() => bed.sessions.calls.length === 100 && changes > 0);
    assert.ok(changes < 10, `${changes}`);
  });

  it('are recorded with who asked, and their calls too', async () => {
    bed.record({ describe: (id) => bed.sessions.describe(id), maskOf: (id) => bed.sessions.maskOf(id) });
    client.ask(
      '1',
      { kind: 'pushed', params: ticketForm() },
      {
        calls: [{ ...deploy, arguments: { password: 'open sesame' } }],
        protocolVersion: '2025-11-25',
      },
    );
    await bed.oldestRequest();
    assert.equal(bed.sessions.maskOf('agent:codex:tickets')?.('with open sesame'), 'with [secret]');
    assert.equal(bed.sessions.maskOf('user:mine'), undefined);
    await bed.decide(decision);
    await client.takeAnswer('1');
    client.send({
      type: 'callEnded',
      call: deploy.id,
      kind: 'tool',
      name: 'deploy',
      outcome: 'toolError',
      durationMs: 7,
    });
    client.send({ type: 'callEnded', call: 'other', kind: 'tool', name: 'list', outcome: 'lost', durationMs: 8 });
    await until(() => bed.ended.length === 2 && bed.outcomes.length === 1);
    const [outcome] = bed.outcomes;
    assert.deepEqual(
      [outcome?.server.name, outcome?.asker?.name, outcome?.decision, outcome?.protocol],
      ['Codex · tickets', 'Codex', 'accept', '2025-11-25'],
    );
    assert.deepEqual(
      bed.ended.map(({ call, outcome, failure, ms }) => [call.request, call.agent?.name, outcome, failure, ms]),
      [
        [{ kind: 'tool', name: 'deploy', arguments: { password: 'open sesame' } }, 'Codex', 'toolError', undefined, 7],
        [{ kind: 'tool', name: 'list', arguments: {} }, 'Codex', 'failed', 'ServerCrashed', 8],
      ],
    );
    assert.deepEqual(bed.sessions.calls, []);
  });

  it('need not come for a call to be recorded', async () => {
    client.send({ type: 'callEnded', call: 'a', kind: 'tool', name: 'list', outcome: 'result', durationMs: 2 });
    await until(() => bed.ended.length === 1);
    assert.deepEqual(
      [bed.ended[0]?.call.serverName, bed.ended[0]?.call.agent?.isConnected, bed.ended[0]?.outcome],
      ['Codex · tickets', true, 'completed'],
    );
  });

  it('of the hook name their server, and can be given back to the agent', async () => {
    await bed.keys.create('claude');
    await bed.connections.connect('claude', { server: '', fingerprint: '' });
    const hook = await bed.client({ client: 'claude', kind: 'hook', server: '', fingerprint: '', commandLine: '' });
    hook.ask('1', { kind: 'pushed', params: ticketForm() }, { hookServer: 'tickets' });
    const request = await bed.oldestRequest();
    assert.deepEqual([request.server.name, request.server.id], ['Claude Code · tickets', 'agent-hook:claude:tickets']);
    assert.ok(!bed.sessions.answerElsewhere('unknown'));
    assert.ok(bed.sessions.answerElsewhere(request.id));
    assert.deepEqual(await hook.answer('1'), { kind: 'elsewhere' });
    assert.deepEqual(bed.inbox.pending, []);
    // One process of the hook asks for one server.
    hook.ask('2', { kind: 'pushed', params: ticketForm() }, { hookServer: 'bank' });
    assert.equal((await hook.answer('2')).kind, 'error');
    client.ask('1', { kind: 'pushed', params: ticketForm() });
    assert.ok(!bed.sessions.answerElsewhere((await bed.oldestRequest()).id));
  });

  it('say whether the agent waits for their call', async () => {
    let changes = 0;
    bed.sessions.onDidChange(() => {
      changes += 1;
    });
    client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
    await bed.oldestRequest();
    assert.equal(bed.sessions.calls[0]?.agent?.state, 'waiting');
    const before = changes;
    for (const state of ['parked', 'joined'] as const) {
      client.send({ type: 'callState', call: deploy.id, state });
      client.send({ type: 'callState', call: 'unknown', state });
      await until(() => bed.sessions.calls[0]?.agent?.state === state);
    }
    assert.equal(changes, before + 2);
  });
});
