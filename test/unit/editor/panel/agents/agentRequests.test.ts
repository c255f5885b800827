import assert from 'node:assert/strict';
import type { ToExtension } from '#bridge/messages.ts';
import type { UnverifiedDecision } from '#core/agents/sessions/agentServices.ts';
import { eventually } from '#test/eventually.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { type AgentsTestBed, consentPage, deploy, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';
import { AgentPanel } from './agentPanel.ts';

describe('the requests of agents in the panel', () => {
  let panel: AgentPanel;
  let bed: AgentsTestBed;
  let client: AgentClient;

  beforeEach(async () => {
    panel = await new AgentPanel().start();
    ({ bed } = panel);
    client = await bed.client({ reportedName: 'codex-mcp-client', reportedVersion: '1.2' });
  });
  afterEach(() => bed.end());

  const shows: AgentPanel['shows'] = (kind) => panel.shows(kind);
  const send = (message: ToExtension) => panel.send(message);
  const askTicket = (changes = {}) =>
    client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy], ...changes });

  it('name the agent, its server and the call, and tell what the agent calls itself and what it starts', async () => {
    askTicket();
    const { screen, serverDetails, shownCall, calls } = await shows('form');
    assert.ok(screen.kind === 'form');
    assert.deepEqual([screen.server.name, screen.call?.name], ['Codex · tickets', 'deploy']);
    assert.deepEqual(serverDetails, {
      command: 'node tickets.js',
      imitatedName: undefined,
      asker: {
        kind: 'agent',
        reportedName: 'codex-mcp-client 1.2',
        isConnected: true,
        folder: '/work',
        arguments: '{\n  "to": "production"\n}',
      },
    });
    assert.equal(shownCall, calls[0]?.id);
    assert.deepEqual(calls[0]?.agent, { name: 'Codex', state: 'waiting' });
  });

  it('show the arguments of the call without secrets, with every character visible, and shortened', async () => {
    const shownFor = async (id: string, args: Readonly<Record<string, unknown>>) => {
      client.ask(id, { kind: 'pushed', params: ticketForm() }, { calls: [{ ...deploy, id, arguments: args }] });
      await eventually(
        'the form',
        () => panel.controller.current?.request?.call?.request.kind === 'tool' && panel.view?.screen.id,
      );
      const shown = panel.view?.serverDetails?.asker?.arguments;
      send({ type: 'decline', screen: panel.view?.screen.id ?? '' });
      await client.answer(id);
      return shown ?? '';
    };
    const secret = await shownFor('a', {
      to: 'x\u202ey',
      nested: { api_key: 'hunter2-hunter2', note: 'is hunter2-hunter2' },
    });
    assert.match(secret, /x\\u202ey/);
    assert.match(secret, /"api_key": "\[secret\]"/);
    assert.doesNotMatch(secret, /hunter2/);
    const long = await shownFor('b', { text: 'w'.repeat(5000) });
    assert.ok(long.length < 2100 && long.endsWith('…'), long.slice(-10));
    assert.match(await shownFor('c', { text: 'w'.repeat(200_000) }), /too long to be shown/);
    assert.equal(await shownFor('d', {}), '');
  });

  it('name the calls of which one asks', async () => {
    const other = { ...deploy, id: 'call-2', name: 'list' };
    client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy, other, { ...other, id: 'call-3' }] });
    const { screen } = await shows('form');
    assert.ok(screen.kind === 'form');
    assert.deepEqual([screen.call, screen.candidates?.map(({ name }) => name)], [undefined, ['deploy', 'list']]);
  });

  it('tell how long ago the agent has called', async () => {
    askTicket({ ageMs: 120_000 });
    const { calls } = await shows('form');
    assert.ok((calls[0]?.elapsed ?? 0) >= 120_000);
  });

  it('tell that the agent has stopped waiting, and that it waits again', async () => {
    askTicket();
    await shows('form');
    for (const state of ['parked', 'joined'] as const) {
      client.send({ type: 'callState', call: deploy.id, state });
      await eventually(state, () => panel.view?.calls[0]?.agent?.state === state);
    }
  });

  it('end for the agent too when the user stops the call', async () => {
    askTicket();
    const { shownCall } = await shows('form');
    send({ type: 'stopCall', call: shownCall ?? '' });
    await eventually('the stop', () => client.messages.some(({ type }) => type === 'stopCall'));
    assert.deepEqual(await client.answer('1'), { kind: 'result', result: { action: 'cancel' } });
    assert.deepEqual(panel.view?.notices, []);
  });

  for (const [reason, text] of [
    ['interrupted', 'The call was interrupted in Codex.'],
    ['agentEnded', 'Codex has ended; this call was stopped.'],
    ['moved', 'Another window asks this now.'],
  ] as const) {
    it(`tell why they are gone: ${reason}`, async () => {
      askTicket();
      const { screen } = await shows('form');
      const changes = [{ field: 0, input: { kind: 'text' as const, text: '17', touched: true } }];
      send({ type: 'edit', screen: screen.id, revision: 1, changes });
      client.send({ type: 'withdraw', id: '1', number: 1, reason });
      const notice = await eventually('a notice', () => panel.view?.notices[0]);
      assert.deepEqual(notice.closed, { server: 'Codex · tickets', words: 'Which ticket?' });
      assert.equal(notice.text, `${text} What you had filled in is kept.`);
      assert.equal(notice.severity, 'info');
      // There is no log of the server, and its call is the agent's to repeat.
      assert.deepEqual([notice.serverId, notice.runAgain], [undefined, undefined]);
      client.ask('2', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
      const again = await shows('form');
      assert.ok(again.screen.kind === 'form');
      assert.match(JSON.stringify(again.screen.inputs), /17/);
      assert.deepEqual(again.notices, []);
    });
  }

  for (const [outcome, isSaid] of [
    ['sent', true],
    ['lost', false],
    ['refused', false],
  ] as const) {
    it(`say ${isSaid ? '' : 'never '}that the answer was sent if it was ${outcome}`, async () => {
      askTicket();
      const { screen } = await shows('form');
      send({ type: 'submit', screen: screen.id, inputs: [{ kind: 'text', text: '17', touched: true }] });
      await client.answer('1');
      const said = () => panel.view?.sent?.server;
      assert.equal(said(), undefined);
      client.send({ type: 'receipt', id: '1', number: 1, outcome });
      const { deliveries } = bed.services.inbox;
      await eventually('the receipt', () => deliveries.all.every(({ state }) => state.kind !== 'sending'));
      assert.equal(said(), isSaid ? 'Codex · tickets' : undefined);
    });
  }

  it('keep an answer that is refused because another window asks', async () => {
    askTicket();
    const { screen } = await shows('form');
    const inputs = [{ kind: 'text' as const, text: '17', touched: true }];
    send({ type: 'submit', screen: screen.id, inputs });
    await client.answer('1');
    client.send({ type: 'receipt', id: '1', number: 1, outcome: 'refused', moved: true });
    const { screen: undelivered } = await shows('notDelivered');
    assert.ok(undelivered.kind === 'notDelivered');
    assert.deepEqual([undelivered.reason, undelivered.isCallKnown], ['moved', false]);
    send({ type: 'cancel', screen: undelivered.id });
    client.ask('2', { kind: 'pushed', params: ticketForm() }, { calls: [{ ...deploy, id: 'call-2' }] });
    const again = await shows('form');
    assert.ok(again.screen.kind === 'form');
    assert.match(JSON.stringify(again.screen.inputs), /17/);
  });

  it('remember answers of a connected server only', async () => {
    askTicket();
    const { screen } = await shows('form');
    assert.ok(screen.kind === 'form');
    assert.equal(screen.remember, false);
    await bed.decide({ action: 'decline' });
    bed.decideUnverified = async () => 'once';
    const planted = await bed.client({ server: 'planted' });
    planted.ask('1', { kind: 'pushed', params: ticketForm() });
    const { screen: unverified, serverDetails } = await shows('form');
    assert.ok(unverified.kind === 'form');
    assert.deepEqual([unverified.remember, serverDetails?.asker?.isConnected], [undefined, false]);
  });

  it('that are answered before a page is done say nothing of that, or of patterns', async () => {
    client.ask('1', { kind: 'pushed', params: consentPage() }, { calls: [deploy] });
    const { screen } = await shows('url');
    assert.ok(screen.kind === 'url');
    assert.deepEqual([screen.answeredAfterPage, screen.answersInAgent], [undefined, undefined]);
    await bed.decide({ action: 'decline' });
    client.ask('2', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
    const { screen: form } = await shows('form');
    assert.ok(form.kind === 'form');
    assert.equal(form.withoutPatterns, undefined);
  });

  it('are limited for each agent, whose card mutes it', async () => {
    for (let at = 0; at < 15; at += 1) {
      client.ask(`${at}`, { kind: 'pushed', params: ticketForm(`Question ${at}?`) });
    }
    const card = await eventually('a card', () => panel.view?.rateLimitCards[0]);
    assert.deepEqual([card.id, card.server.name], ['agent:codex:tickets', 'Codex · tickets']);
    send({ type: 'changeRateLimit', serverId: card.id, action: 'mute' });
    assert.equal(panel.view?.rateLimitCards[0]?.muted, true);
  });

  describe('from a server that the user has not connected', () => {
    const decisions: readonly UnverifiedDecision[] = ['once', 'update', 'stop'];

    beforeEach(() => {
      bed.decideUnverified = async (signal) => {
        const server = bed.askedAbout.at(-1);
        assert.ok(server);
        return panel.controller.hostScreens.askAboutServer(server, signal);
      };
    });

    for (const decision of decisions) {
      it(`are shown only after the user has decided: ${decision}`, async () => {
        const planted = await bed.client({ server: 'planted', commandLine: 'sh -c evil' });
        planted.ask('1', { kind: 'pushed', params: ticketForm('Words of the server') });
        const question = await shows('unverifiedServer');
        assert.ok(question.screen.kind === 'unverifiedServer');
        const { screen } = question;
        assert.deepEqual(
          [screen.server.name, screen.claimedName, screen.commandLine, screen.replacesConnected],
          ['Codex', 'planted', 'sh -c evil', false],
        );
        assert.doesNotMatch(JSON.stringify(question), /Words of the server/);
        send({ type: 'decideServer', screen: screen.id, decision });
        if (decision === 'stop') {
          assert.equal((await planted.answer('1')).kind, 'error');
        } else {
          const { screen: form } = await shows('form');
          assert.ok(form.kind === 'form');
          assert.match(
            form.server.name,
            decision === 'once' ? /a server that you have not connected/ : /^Codex · planted$/,
          );
        }
      });
    }

    it('cannot be connected if their command was not shown whole', async () => {
      const planted = await bed.client({ server: 'planted', commandLine: `sh ${'x'.repeat(800)}…` });
      planted.ask('1', { kind: 'pushed', params: ticketForm('Words of the server') });
      const { screen } = await shows('unverifiedServer');
      assert.ok(screen.kind === 'unverifiedServer' && screen.isCommandCut);
      send({ type: 'decideServer', screen: screen.id, decision: 'update' });
      send({ type: 'decideServer', screen: screen.id, decision: 'once' });
      const { screen: form } = await shows('form');
      assert.ok(form.kind === 'form');
      assert.match(form.server.name, /a server that you have not connected/);
    });

    it('stay undecided when the user closes the tab, until the agent withdraws', async () => {
      const planted = await bed.client({ server: 'planted' });
      planted.ask('1', { kind: 'pushed', params: ticketForm() });
      const { screen } = await shows('unverifiedServer');
      send({ type: 'drawn', screen: screen.id });
      panel.controller.handleTabClosed();
      assert.equal(panel.controller.current?.id, screen.id);
      planted.send({ type: 'withdraw', id: '1', number: 1, reason: 'server' });
      await eventually('the end of the question', () => panel.controller.current === undefined);
    });
  });
});
