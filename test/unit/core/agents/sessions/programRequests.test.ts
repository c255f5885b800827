import assert from 'node:assert/strict';
import { ProgramRequests } from '#core/agents/sessions/programRequests.ts';
import { TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';

describe('the requests of other extensions', () => {
  let host: TestHost;
  let requests: ProgramRequests;
  const signal = new AbortController().signal;
  const elicit = (request: unknown, end = signal) => requests.elicit(request, end);

  beforeEach(() => {
    host = new TestHost();
    requests = new ProgramRequests({ ...host.services, warn: () => undefined });
  });

  it('are shown as a claim, with the tool, and never as started by the user', async () => {
    const result = elicit({ server: 'tickets', tool: 'deploy', ...ticketForm() });
    const request = await host.decide({ action: 'accept', content: { ticket: '7' } });
    assert.deepEqual(await result, { action: 'accept', content: { ticket: '7' } });
    assert.equal(request.server.name, 'An extension · tickets');
    assert.deepEqual([request.server.asker?.isConnected, request.isStartedByUser], [false, false]);
    assert.deepEqual(request.call?.request, { kind: 'tool', name: 'deploy', arguments: {} });
  });

  it('may open pages, with or without an id', async () => {
    for (const elicitationId of [undefined, 'page']) {
      const url = { mode: 'url', url: 'https://example.com/', message: 'Open it.', elicitationId };
      const result = elicit({ server: 'tickets', ...url });
      await host.decide({ action: 'accept' });
      assert.deepEqual(await result, { action: 'accept' });
    }
  });

  it('are withdrawn with the signal', async () => {
    const end = new AbortController();
    const result = elicit({ server: 'tickets', ...ticketForm() }, end.signal);
    await host.oldestRequest();
    end.abort();
    assert.deepEqual(await result, { action: 'cancel' });
    assert.deepEqual(await elicit({ server: 'tickets', ...ticketForm() }, end.signal), { action: 'cancel' });
    assert.deepEqual(host.inbox.pending, []);
  });

  it('are refused with what a server would receive', async () => {
    const cycle: Record<string, unknown> = { server: 'tickets', ...ticketForm() };
    cycle['cycle'] = cycle;
    const deep = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
    const bad = [
      undefined,
      'text',
      {},
      { server: '' },
      { server: 'x'.repeat(201), ...ticketForm() },
      { server: 'tickets', tool: 1, ...ticketForm() },
      { server: 'tickets', mode: 'form', message: 'No schema.' },
      { server: 'tickets', ...ticketForm(), deep },
      cycle,
      { server: 'tickets', ...ticketForm('x'.repeat(5_000_000)) },
    ];
    for (const request of bad) {
      await assert.rejects(elicit(request), { code: -32602 });
    }
    assert.deepEqual(host.inbox.pending, []);
  });

  it('share the limits of one server, whatever server they name', async () => {
    host.rateLimits = { requestsPerMinute: 2, maxPending: 100 };
    const results = ['a', 'b', 'c'].map((server) => elicit({ server, ...ticketForm() }));
    await assert.rejects(results[2] ?? Promise.resolve(), { code: -31001 });
    await until(() => host.inbox.pending.length === 2);
    host.inbox.withdrawWhere(() => true, { by: 'host', reason: 'The test ends.' });
    await Promise.all(results.slice(0, 2));
  });

  it('can be muted, unmuted and stopped by the user', async () => {
    let changes = 0;
    requests = new ProgramRequests({ ...host.services, warn: () => undefined }, () => {
      changes += 1;
    });
    assert.equal(requests.hasAsked, false);
    const stopped = elicit({ server: 'tickets', ...ticketForm() });
    await host.oldestRequest();
    requests.control.stop('user');
    assert.deepEqual(await stopped, { action: 'cancel' });
    requests.control.mute();
    assert.deepEqual([requests.hasAsked, requests.control.hasMuted], [true, true]);
    await assert.rejects(elicit({ server: 'notes', ...ticketForm() }), { code: -31001 });
    requests.control.unmute();
    const result = elicit({ server: 'notes', ...ticketForm() });
    await host.decide({ action: 'decline' });
    assert.deepEqual(await result, { action: 'decline' });
    assert.equal(changes, 3);
  });

  it('are recorded as those of a program', async () => {
    host.record();
    const result = elicit({ server: 'tickets', ...ticketForm() });
    await host.decide({ action: 'decline' });
    await result;
    const [outcome] = host.outcomes;
    assert.deepEqual(
      [outcome?.asker?.kind, outcome?.server.id, outcome?.decision],
      ['extension', 'extension', 'decline'],
    );
  });
});
