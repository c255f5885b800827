import assert from 'node:assert/strict';
import type { AnswerBody, WithdrawReason } from '#agentProtocol/messages.ts';
import { eventually } from '#test/eventually.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { AgentsTestBed, deploy, form, page } from '#test/unit/core/agents/agentsTestBed.ts';

const accept: AnswerBody = { kind: 'result', result: { action: 'accept', content: { ticket: '7' } } };
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

  it('are shown with the agent, its server and the call, and never as started by the user', async () => {
    const serverInfo = { name: 'Tickets\u202e Inc.' };
    client.ask('1', { kind: 'pushed', params: form() }, { calls: [deploy], serverInfo });
    const request = await bed.oldestRequest();
    assert.equal(request.server.name, 'Codex · tickets');
    assert.equal(request.server.id, 'agent:codex:tickets');
    assert.equal(request.server.reportedName, 'Tickets Inc.');
    assert.deepEqual(
      [request.server.asker?.name, request.server.asker?.isConnected, request.isStartedByUser],
      ['Codex', true, false],
    );
    assert.deepEqual(request.call?.request, { kind: 'tool', name: 'deploy', arguments: { to: 'production' } });
    assert.deepEqual(
      bed.sessions.calls.map(({ id, origin, serverName }) => [id, origin, serverName]),
      [[request.call?.id, 'agent', 'Codex · tickets']],
    );
  });

  it('are answered with what the user decides', async () => {
    for (const [at, [decided, answer]] of (
      [
        [decision, accept],
        [{ action: 'decline' }, { kind: 'result', result: { action: 'decline' } }],
        [{ action: 'cancel' }, { kind: 'result', result: { action: 'cancel' } }],
      ] as const
    ).entries()) {
      client.ask(`${at}`, { kind: 'pushed', params: form() });
      await bed.decide(decided);
      assert.deepEqual(await client.takeAnswer(`${at}`), answer);
    }
  });

  it('are refused as those of any server if they cannot be shown', async () => {
    client.ask('1', {
      kind: 'pushed',
      params: { ...form(), requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } },
    });
    const answer = await client.answer('1');
    assert.ok(answer.kind === 'error' && answer.error.code === -32602);
    assert.match(answer.error.message, /"a"/);
    client.ask('2', { kind: 'pushed', params: undefined });
    assert.equal((await client.answer('2')).kind, 'error');
    const nested = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
    client.ask('3', { kind: 'pushed', params: { ...form(), nested } });
    assert.deepEqual(await client.answer('3'), {
      kind: 'error',
      error: { code: -32602, message: 'The request is nested too deep.' },
    });
    client.ask('4', { kind: 'round', inputRequests: { a: nested } }, { calls: [deploy] });
    assert.deepEqual(await client.answer('4'), { kind: 'endCall', message: 'The request is nested too deep.' });
    assert.deepEqual(bed.inbox.pending, []);
  });

  it('of a round are shown together, and answered together', async () => {
    const inputRequests = { a: asRound(form('One?')), b: asRound(form('Two?')), __proto__: undefined };
    client.ask('1', { kind: 'round', inputRequests }, { calls: [deploy] });
    await until(() => bed.inbox.pending.length === 2);
    assert.deepEqual(
      bed.inbox.pending.map(({ group }) => [group?.index, group?.size]),
      [
        [0, 2],
        [1, 2],
      ],
    );
    await bed.decide(decision);
    assert.equal(client.messages.length, 0);
    await bed.decide({ action: 'decline' });
    assert.deepEqual(await client.answer('1'), {
      kind: 'responses',
      responses: { a: { action: 'accept', content: { ticket: '7' } }, b: { action: 'decline' } },
    });
    assert.equal(bed.inbox.deliveries.all.length, 2);
    client.send({ type: 'receipt', id: '1', number: 1, outcome: 'sent' });
    await until(() => bed.inbox.deliveries.all.length === 0);
  });

  it('of a round that cannot be shown end the call with the reason', async () => {
    client.ask('1', { kind: 'round', inputRequests: { a: { method: 'roots/list' } } }, { calls: [deploy] });
    const answer = await client.answer('1');
    assert.ok(answer.kind === 'endCall');
    assert.match(answer.message, /roots\/list/);
    client.ask('2', { kind: 'round', inputRequests: { a: asRound(form()) } });
    assert.equal((await client.answer('2')).kind, 'endCall');
  });

  it('for required pages let the call be repeated when the user says that they are done', async () => {
    client.ask('1', { kind: 'requiredUrls', data: { elicitations: [page()] } }, { calls: [deploy] });
    await bed.decide({ action: 'accept' });
    await until(() => bed.suspendedCalls.all.length === 1);
    bed.suspendedCalls.continue(bed.suspendedCalls.all[0]?.id ?? '');
    assert.deepEqual(await client.answer('1'), { kind: 'repeat' });
    // The same page again is not done yet: the user is not asked to open it once more.
    client.ask('2', { kind: 'requiredUrls', data: { elicitations: [page()] } }, { calls: [deploy] });
    await until(() => bed.suspendedCalls.all[0]?.attempts === 1);
    assert.deepEqual(bed.inbox.pending, []);
    client.send({ type: 'complete', elicitationId: 'page-1' });
    assert.deepEqual(await client.answer('2'), { kind: 'repeat' });
    client.send({ type: 'callEnded', call: deploy.id, kind: 'tool', name: 'deploy', outcome: 'result', durationMs: 1 });
    await until(() => bed.suspendedCalls.all.length === 0);
  });

  it('for required pages end the call if the user declines, also without a known call', async () => {
    for (const [at, calls] of [[deploy], []].entries()) {
      client.ask(`${at}`, { kind: 'requiredUrls', data: { elicitations: [page()] } }, { calls });
      await bed.decide({ action: 'decline' });
      const answer = await client.answer(`${at}`);
      assert.ok(answer.kind === 'endCall');
      assert.match(answer.message, /declined/);
    }
  });

  it('belong to no call if several may have asked', async () => {
    client.ask('1', { kind: 'pushed', params: form() }, { calls: [deploy, { ...deploy, id: 'call-2' }] });
    assert.equal((await bed.oldestRequest()).call, undefined);
    assert.equal(bed.sessions.calls.length, 2);
  });

  it('of two agents are answered each at its own', async () => {
    await bed.keys.create('gemini');
    await bed.connections.connect('gemini', { server: 'tickets', fingerprint: 'f'.repeat(43) });
    const gemini = await bed.client({ client: 'gemini' });
    client.ask('1', { kind: 'pushed', params: form('Codex?') });
    gemini.ask('1', { kind: 'pushed', params: form('Gemini?') });
    await until(() => bed.inbox.pending.length === 2);
    for (const { id, message } of bed.inbox.pending) {
      bed.inbox.decide(id, { action: 'accept', content: { ticket: message } });
    }
    for (const [asking, message] of [
      [client, 'Codex?'],
      [gemini, 'Gemini?'],
    ] as const) {
      assert.deepEqual(await asking.answer('1'), {
        kind: 'result',
        result: { action: 'accept', content: { ticket: message } },
      });
    }
  });

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
        client.ask('1', { kind: 'pushed', params: form() }, { calls: [deploy] });
        client.ask(
          '2',
          { kind: 'round', inputRequests: { a: asRound(form()) } },
          { calls: [{ ...deploy, id: 'call-2' }] },
        );
        client.ask(
          '3',
          { kind: 'requiredUrls', data: { elicitations: [page()] } },
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
      client.ask('1', { kind: 'pushed', params: form() }, { calls: [deploy] });
      client.ask(
        '2',
        { kind: 'round', inputRequests: { a: asRound(form()) } },
        { calls: [{ ...deploy, id: 'call-2' }] },
      );
      await until(() => bed.inbox.pending.length === 2);
      client.end();
      await until(() => bed.inbox.pending.length === 0);
      assert.deepEqual([bed.sessions.all, bed.sessions.calls], [[], []]);
    });

    it('when the call ends without a result', async () => {
      client.ask('1', { kind: 'pushed', params: form() }, { calls: [deploy] });
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
      const request = { kind: 'pushed', params: form() } as const;
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
      assert.deepEqual(await client.answer('1', 3), accept);
      assert.equal(client.messages.length, 1);
    });

    it('by a client that connects again with the same session replace those of its lost connection', async () => {
      client.ask('1', { kind: 'pushed', params: form() });
      const first = await bed.oldestRequest();
      const again = await bed.client({ session: client.hello.session });
      await client.closed();
      again.ask('1', { kind: 'pushed', params: form() }, { number: 2 });
      await until(() => bed.inbox.pending[0] !== undefined && bed.inbox.pending[0] !== first);
      await bed.decide(decision);
      assert.deepEqual(await again.answer('1', 2), accept);
      again.ask('1', { kind: 'pushed', params: form() }, { number: 1 });
      await until(() => bed.warnings.length === 1);
    });
  });

  describe('whose answer was given', () => {
    const giveAnswer = async () => {
      client.ask('1', { kind: 'pushed', params: form() }, { calls: [deploy] });
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
      client.ask('1', { kind: 'round', inputRequests: { a: asRound(form()) } }, { calls: [deploy] });
      await bed.decide(decision);
      await client.answer('1');
      client.send({ type: 'receipt', id: '1', number: 1, outcome: 'refused', moved: true });
      await until(() => bed.inbox.deliveries.undelivered.length === 1);
      assert.deepEqual(bed.inbox.deliveries.undelivered[0]?.state, { kind: 'refused', failure: { code: 'moved' } });
      client.ask('2', { kind: 'round', inputRequests: { a: asRound(form()) } }, { calls: [deploy] });
      await bed.decide(decision);
      await client.answer('2');
      client.end();
      await until(() => bed.inbox.deliveries.undelivered.length === 2);
    });
  });

  describe('whose call the user stops', () => {
    it('are cancelled after the client was told to end the call', async () => {
      client.ask('1', { kind: 'pushed', params: form() }, { calls: [deploy] });
      client.ask(
        '2',
        { kind: 'round', inputRequests: { a: asRound(form()) } },
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
      client.ask('1', { kind: 'requiredUrls', data: { elicitations: [page()] } }, { calls: [deploy] });
      await bed.decide({ action: 'accept' });
      await until(() => bed.suspendedCalls.all.length === 1);
      bed.suspendedCalls.stop(bed.suspendedCalls.all[0]?.id ?? '');
      await eventually('the end of the call', () => client.messages.length);
      assert.deepEqual(client.messages, [{ type: 'stopCall', call: deploy.id }]);
      assert.deepEqual(bed.suspendedCalls.all, []);
    });
  });

  it('say whether the agent waits for their call', async () => {
    let changes = 0;
    bed.sessions.onDidChange(() => {
      changes += 1;
    });
    client.ask('1', { kind: 'pushed', params: form() }, { calls: [deploy] });
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

  describe('beyond the limits', () => {
    it('are refused with the time after which the server may ask again, until the user allows them', async () => {
      bed.rateLimits = { requestsPerMinute: 3, maxPending: 100 };
      for (let at = 0; at < 5; at += 1) {
        client.ask(`${at}`, { kind: 'pushed', params: form(`${at}`) });
      }
      const answer = await client.answer('4');
      assert.ok(answer.kind === 'error' && answer.error.code === -31001);
      assert.equal((answer.error.data as { reason: string }).reason, 'rate_limited');
      // Another connection of the client to the same server has the same account.
      const other = await bed.client();
      other.ask('1', { kind: 'pushed', params: form() });
      assert.equal((await other.answer('1')).kind, 'error');
      const control = bed.sessions.rateControlOf('agent:codex:tickets');
      assert.ok((control.report.notice?.withheld ?? 0) >= 2);
      control.allow();
      other.ask('2', { kind: 'pushed', params: form('allowed') });
      await until(() => bed.inbox.pending.some(({ message }) => message === 'allowed'));
    });

    it('are refused if the user has muted the server, and a round waits', async () => {
      const control = bed.sessions.rateControlOf('agent:codex:tickets');
      control.mute();
      client.ask('1', { kind: 'pushed', params: form() });
      const answer = await client.answer('1');
      assert.ok(answer.kind === 'error');
      assert.equal((answer.error.data as { reason: string }).reason, 'muted');
      client.ask('2', { kind: 'round', inputRequests: { a: asRound(form()) } }, { calls: [deploy] });
      await until(() => bed.suspendedCalls.all[0]?.withheld?.reason === 'muted');
      control.allow();
      await bed.decide(decision);
      assert.equal((await client.answer('2')).kind, 'responses');
    });

    it('are refused unread if a hundred of one client wait', async () => {
      for (let at = 0; at <= 100; at += 1) {
        client.ask(`${at}`, { kind: 'pushed', params: form() });
      }
      const answer = await client.answer('100');
      assert.ok(answer.kind === 'error' && answer.error.code === -31001);
      await until(() => bed.inbox.pending.length === 100);
    });

    it('have calls without arguments rather than too many bytes', async () => {
      const large = 'x'.repeat(4_000_000);
      for (let at = 0; at < 40; at += 1) {
        client.ask(
          `${at}`,
          { kind: 'pushed', params: form() },
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

  it('are recorded with who asked, and their calls too', async () => {
    bed.record({ describe: (id) => bed.sessions.describe(id), maskOf: (id) => bed.sessions.maskOf(id) });
    client.ask(
      '1',
      { kind: 'pushed', params: form() },
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

  it('of the hook name their server, and can be given back to the agent', async () => {
    await bed.keys.create('claude');
    await bed.connections.connect('claude', { server: '', fingerprint: '' });
    const hook = await bed.client({ client: 'claude', kind: 'hook', server: '', fingerprint: '', commandLine: '' });
    hook.ask('1', { kind: 'pushed', params: form() }, { hookServer: 'tickets' });
    const request = await bed.oldestRequest();
    assert.deepEqual([request.server.name, request.server.id], ['Claude Code · tickets', 'agent-hook:claude:tickets']);
    assert.ok(!bed.sessions.answerElsewhere('unknown'));
    assert.ok(bed.sessions.answerElsewhere(request.id));
    assert.deepEqual(await hook.answer('1'), { kind: 'elsewhere' });
    assert.deepEqual(bed.inbox.pending, []);
    // One process of the hook asks for one server.
    hook.ask('2', { kind: 'pushed', params: form() }, { hookServer: 'bank' });
    assert.equal((await hook.answer('2')).kind, 'error');
    client.ask('1', { kind: 'pushed', params: form() });
    assert.ok(!bed.sessions.answerElsewhere((await bed.oldestRequest()).id));
  });

  it('are closed with the connection of a client that asks too often whether somebody is there', async () => {
    bed.isPresent = () => new Promise(() => undefined);
    for (let id = 0; id <= 16; id += 1) client.send({ type: 'probe', id });
    await client.closed();
  });
});
