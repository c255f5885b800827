import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { until } from '#test/host/until.ts';
import { type AgentsTestBed, consentPage, deploy, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';
import { acceptedTicket, asRound, decision, withAskingClient } from './askingClient.ts';

describe('the requests of an agent', () => {
  let bed: AgentsTestBed;
  let client: AgentClient;

  withAskingClient((asking) => ({ bed, client } = asking));

  it('are shown with the agent, its server and the call, and never as started by the user', async () => {
    const serverInfo = { name: 'Tickets\u202e Inc.' };
    client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy], serverInfo });
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
        [decision, acceptedTicket],
        [{ action: 'decline' }, { kind: 'result', result: { action: 'decline' } }],
        [{ action: 'cancel' }, { kind: 'result', result: { action: 'cancel' } }],
      ] as const
    ).entries()) {
      client.ask(`${at}`, { kind: 'pushed', params: ticketForm() });
      await bed.decide(decided);
      assert.deepEqual(await client.takeAnswer(`${at}`), answer);
    }
  });

  it('are refused as those of any server if they cannot be shown', async () => {
    client.ask('1', {
      kind: 'pushed',
      params: { ...ticketForm(), requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } },
    });
    const answer = await client.answer('1');
    assert.ok(answer.kind === 'error' && answer.error.code === -32602);
    assert.match(answer.error.message, /"a"/);
    client.ask('2', { kind: 'pushed', params: undefined });
    assert.equal((await client.answer('2')).kind, 'error');
    const nested = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
    client.ask('3', { kind: 'pushed', params: { ...ticketForm(), nested } });
    assert.deepEqual(await client.answer('3'), {
      kind: 'error',
      error: { code: -32602, message: 'The request is nested too deep.' },
    });
    client.ask('4', { kind: 'round', inputRequests: { a: nested } }, { calls: [deploy] });
    assert.deepEqual(await client.answer('4'), { kind: 'endCall', message: 'The request is nested too deep.' });
    assert.deepEqual(bed.inbox.pending, []);
  });

  it('of a round are shown together, and answered together', async () => {
    const inputRequests = { a: asRound(ticketForm('One?')), b: asRound(ticketForm('Two?')), __proto__: undefined };
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
    const states = () => bed.inbox.deliveries.all.map(({ state }) => state.kind);
    assert.deepEqual(states(), ['sending', 'sending']);
    client.send({ type: 'receipt', id: '1', number: 1, outcome: 'sent' });
    await until(() => states().every((state) => state === 'sent'));
    client.send({ type: 'callEnded', call: deploy.id, kind: 'tool', name: 'deploy', outcome: 'result', durationMs: 1 });
    await until(() => states().length === 0);
  });

  it('of a round that cannot be shown end the call with the reason', async () => {
    client.ask('1', { kind: 'round', inputRequests: { a: { method: 'roots/list' } } }, { calls: [deploy] });
    const answer = await client.answer('1');
    assert.ok(answer.kind === 'endCall');
    assert.match(answer.message, /roots\/list/);
    client.ask('2', { kind: 'round', inputRequests: { a: asRound(ticketForm()) } });
    assert.equal((await client.answer('2')).kind, 'endCall');
  });

  it('for required pages let the call be repeated when the user says that they are done', async () => {
    client.ask('1', { kind: 'requiredUrls', data: { elicitations: [consentPage()] } }, { calls: [deploy] });
    await bed.decide({ action: 'accept' });
    await until(() => bed.suspendedCalls.all.length === 1);
    bed.suspendedCalls.continue(bed.suspendedCalls.all[0]?.id ?? '');
    assert.deepEqual(await client.answer('1'), { kind: 'repeat' });
    // The same page again is not done yet: the user is not asked to open it once more.
    client.ask('2', { kind: 'requiredUrls', data: { elicitations: [consentPage()] } }, { calls: [deploy] });
    await until(() => bed.suspendedCalls.all[0]?.attempts === 1);
    assert.deepEqual(bed.inbox.pending, []);
    client.send({ type: 'complete', elicitationId: 'page-1' });
    assert.deepEqual(await client.answer('2'), { kind: 'repeat' });
    client.send({ type: 'callEnded', call: deploy.id, kind: 'tool', name: 'deploy', outcome: 'result', durationMs: 1 });
    await until(() => bed.suspendedCalls.all.length === 0);
  });

  it('for required pages end the call if the user declines, also without a known call', async () => {
    for (const [at, calls] of [[deploy], []].entries()) {
      client.ask(`${at}`, { kind: 'requiredUrls', data: { elicitations: [consentPage()] } }, { calls });
      await bed.decide({ action: 'decline' });
      const answer = await client.answer(`${at}`);
      assert.ok(answer.kind === 'endCall');
      assert.match(answer.message, /declined/);
    }
  });

  describe('of the hook of Claude Code', () => {
    let hook: AgentClient;
    beforeEach(async () => {
      await bed.keys.create('claude');
      await bed.connections.connect('claude', { server: '', fingerprint: '' });
      hook = await bed.client({ kind: 'hook', client: 'claude', server: '', fingerprint: '', commandLine: '' });
      hook.ask('1', { kind: 'pushed', params: consentPage() }, { hookServer: 'tickets' });
    });
    const suspended = () => eventually('a page that waits', () => bed.suspendedCalls.all[0]);

    it('that opens a page is accepted when the user says that it is done, because the call is then repeated at once', async () => {
      await bed.decide({ action: 'accept' });
      const { id, openedPages, resends, answersRequest } = await suspended();
      assert.deepEqual([openedPages.length, resends, answersRequest, hook.messages], [1, true, true, []]);
      bed.suspendedCalls.continue(id);
      assert.deepEqual(await hook.answer('1'), { kind: 'result', result: { action: 'accept' } });
      assert.deepEqual(bed.suspendedCalls.all, []);
    });

    it('that opens a page is cancelled if the user stops it then, and withdrawn with the hook', async () => {
      await bed.decide({ action: 'accept' });
      bed.suspendedCalls.stop((await suspended()).id);
      assert.deepEqual(await hook.answer('1'), { kind: 'result', result: { action: 'cancel' } });
      hook.ask('2', { kind: 'pushed', params: consentPage('page-2') }, { hookServer: 'tickets' });
      await bed.decide({ action: 'accept' });
      await suspended();
      hook.end();
      await until(() => bed.suspendedCalls.all.length === 0);
      assert.deepEqual(bed.warnings, []);
    });
  });

  it('belong to no call if several may have asked', async () => {
    client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy, { ...deploy, id: 'call-2' }] });
    const { call, candidates } = await bed.oldestRequest();
    assert.deepEqual([call, candidates?.length], [undefined, 2]);
    assert.equal(bed.sessions.calls.length, 2);
  });

  it('of two agents are answered each at its own', async () => {
    await bed.keys.create('gemini');
    await bed.connections.connect('gemini', { server: 'tickets', fingerprint: 'f'.repeat(43) });
    const gemini = await bed.client({ client: 'gemini' });
    client.ask('1', { kind: 'pushed', params: ticketForm('Codex?') });
    gemini.ask('1', { kind: 'pushed', params: ticketForm('Gemini?') });
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
});
