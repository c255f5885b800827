import assert from 'node:assert/strict';
import type { ToExtension, View } from '#bridge/messages.ts';
import type { UnverifiedDecision } from '#core/agents/sessions/agentServices.ts';
import { ProgramRequests } from '#core/agents/sessions/programRequests.ts';
import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import { askerLimits } from '#editor/agents/askerLimits.ts';
import type { PanelController } from '#editor/panel/panelController.ts';
import { eventually } from '#test/eventually.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { weatherServer } from '#test/host/requestSamples.ts';
import { AgentsTestBed, deploy, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';
import { createPanelOnCore } from './panelOnCore.ts';

describe('the requests of agents in the panel', () => {
  let bed: AgentsTestBed;
  let client: AgentClient;
  let controller: PanelController;
  let view: View | undefined;

  beforeEach(async () => {
    bed = await new AgentsTestBed(defaultRateLimits).start();
    const programs = new ProgramRequests({ ...bed.services, warn: () => undefined });
    ({ controller } = createPanelOnCore(bed, {
      server: { calls: [], cancelCall: () => undefined },
      definition: weatherServer,
      context: {
        calls: () => bed.sessions.calls,
        servers: () => askerLimits(bed.sessions, programs),
        definition: () => undefined,
      },
      actions: {
        cancelCall: (id) => void bed.sessions.stopCall(id),
        answerInAgent: (id) => void bed.sessions.answerElsewhere(id),
      },
    }));
    for (const { onDidChange } of [bed.sessions, bed.services.rateLimiter]) {
      onDidChange(() => controller.refresh());
    }
    controller.attach((message) => {
      view = message.type === 'show' ? message.view : view;
    });
    client = await bed.client({ reportedName: 'codex-mcp-client', reportedVersion: '1.2' });
  });
  afterEach(() => bed.end());

  /** Waits until a screen of this kind is shown. */
  const shows = (kind: View['screen']['kind']) =>
    eventually(`a screen of the kind ${kind}`, () => (view?.screen.kind === kind ? view : undefined));
  const send = (message: ToExtension) => controller.receive(message);
  const askTicket = (changes = {}) =>
    client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls: [deploy], ...changes });

  it('name the agent, its server and the call, and tell what the agent calls itself and what it starts', async () => {
    askTicket();
    const { screen, serverDetails, shownCall, calls } = await shows('form');
    assert.ok(screen.kind === 'form');
    assert.deepEqual([screen.server.name, screen.call?.name], ['Codex · tickets', 'deploy']);
    assert.deepEqual(serverDetails, {
      command: 'node tickets.js',
      asker: { kind: 'agent', reportedName: 'codex-mcp-client 1.2', isConnected: true },
    });
    assert.equal(shownCall, calls[0]?.id);
    assert.deepEqual(calls[0]?.agent, { name: 'Codex', state: 'waiting' });
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
      await eventually(state, () => view?.calls[0]?.agent?.state === state);
    }
  });

  it('end for the agent too when the user stops the call', async () => {
    askTicket();
    const { shownCall } = await shows('form');
    send({ type: 'stopCall', call: shownCall ?? '' });
    await eventually('the stop', () => client.messages.some(({ type }) => type === 'stopCall'));
    assert.deepEqual(await client.answer('1'), { kind: 'result', result: { action: 'cancel' } });
    assert.deepEqual(view?.notices, []);
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
      const notice = await eventually('a notice', () => view?.notices[0]);
      assert.equal(notice.text, `The question from Codex · tickets is closed. ${text} What you had filled in is kept.`);
      // There is no log of the server, and its call is the agent's to repeat.
      assert.deepEqual([notice.serverId, notice.runAgain], [undefined, undefined]);
      client.ask('2', { kind: 'pushed', params: ticketForm() }, { calls: [deploy] });
      const again = await shows('form');
      assert.ok(again.screen.kind === 'form');
      assert.match(JSON.stringify(again.screen.inputs), /17/);
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

  it('are given back to the agent that has a hook', async () => {
    await bed.keys.create('claude');
    await bed.connections.connect('claude', { server: '', fingerprint: '' });
    const hook = await bed.client({ client: 'claude', kind: 'hook', server: '', fingerprint: '', commandLine: '' });
    hook.ask('1', { kind: 'pushed', params: ticketForm() }, { hookServer: 'tickets' });
    const { screen } = await shows('form');
    assert.ok(screen.kind === 'form');
    assert.equal(screen.answersInAgent, true);
    send({ type: 'answerInAgent', screen: screen.id });
    assert.deepEqual(await hook.answer('1'), { kind: 'elsewhere' });
    await shows('welcome');
  });

  it('are limited for each agent, whose card mutes it', async () => {
    for (let at = 0; at < 15; at += 1) {
      client.ask(`${at}`, { kind: 'pushed', params: ticketForm(`Question ${at}?`) });
    }
    const card = await eventually('a card', () => view?.rateLimitCards[0]);
    assert.deepEqual([card.id, card.server.name], ['agent:codex:tickets', 'Codex · tickets']);
    send({ type: 'changeRateLimit', serverId: card.id, action: 'mute' });
    assert.equal(view?.rateLimitCards[0]?.muted, true);
  });

  describe('from a server that the user has not connected', () => {
    const decisions: readonly UnverifiedDecision[] = ['once', 'update', 'stop'];

    beforeEach(() => {
      bed.decideUnverified = async (signal) => {
        const server = bed.askedAbout.at(-1);
        assert.ok(server);
        return controller.hostScreens.askAboutServer(server, signal);
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
          assert.match(form.server.name, decision === 'once' ? /not the one you connected/ : /^Codex · planted$/);
        }
      });
    }

    it('stay undecided when the user closes the tab, until the agent withdraws', async () => {
      const planted = await bed.client({ server: 'planted' });
      planted.ask('1', { kind: 'pushed', params: ticketForm() });
      const { screen } = await shows('unverifiedServer');
      send({ type: 'drawn', screen: screen.id });
      controller.handleTabClosed();
      assert.equal(controller.current?.id, screen.id);
      planted.send({ type: 'withdraw', id: '1', number: 1, reason: 'server' });
      await eventually('the end of the question', () => controller.current === undefined);
    });
  });
});
