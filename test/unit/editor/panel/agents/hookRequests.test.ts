import assert from 'node:assert/strict';
import type { AgentClient } from '#test/host/agentClient.ts';
import { type AgentsTestBed, consentPage, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';
import { AgentPanel } from './agentPanel.ts';

describe('the requests of the hook of Claude Code in the panel', () => {
  let panel: AgentPanel;
  let bed: AgentsTestBed;

  beforeEach(async () => {
    panel = await new AgentPanel().start();
    ({ bed } = panel);
  });
  afterEach(() => bed.end());

  const startHook = async (attended?: boolean) => {
    await bed.keys.create('claude');
    await bed.connections.connect('claude', { server: '', fingerprint: '' });
    const identity = { client: 'claude', kind: 'hook', server: '', fingerprint: '', commandLine: '' } as const;
    return bed.client({ ...identity, ...(attended !== undefined && { attended }) });
  };
  const ask = (hook: AgentClient, params: unknown) =>
    hook.ask('1', { kind: 'pushed', params }, { hookServer: 'tickets' });

  for (const attended of [true, undefined]) {
    it(`are given back to the agent, which ${attended ? 'says that a user is there' : 'does not say who is there'}`, async () => {
      const hook = await startHook(attended);
      ask(hook, ticketForm());
      const { screen } = await panel.shows('form');
      assert.ok(screen.kind === 'form');
      assert.equal(screen.answersInAgent, true);
      panel.send({ type: 'answerInAgent', screen: screen.id });
      assert.deepEqual(await hook.answer('1'), { kind: 'elsewhere' });
      await panel.shows('welcome');
    });
  }

  it('cannot be given back to an agent that says that nobody is there', async () => {
    const hook = await startHook(false);
    ask(hook, ticketForm());
    const { screen } = await panel.shows('form');
    assert.ok(screen.kind === 'form');
    assert.equal(screen.answersInAgent, undefined);
    panel.send({ type: 'answerInAgent', screen: screen.id });
    await bed.decide({ action: 'decline' });
    assert.deepEqual(await hook.answer('1'), { kind: 'result', result: { action: 'decline' } });
  });

  for (const [what, property, agent] of [
    ['a text', { type: 'string' }, 'Claude Code'],
    ['several texts', { type: 'array', items: { type: 'string' } }, 'Claude Code'],
    ['an address', { type: 'string', format: 'email' }, undefined],
    ['a text whose pattern came', { type: 'string', pattern: '^T' }, undefined],
    ['a number', { type: 'number' }, undefined],
    ['a choice', { type: 'string', enum: ['a', 'b'] }, undefined],
  ] as const) {
    it(`${agent ? 'say' : 'do not say'} that patterns are missing for ${what}`, async () => {
      ask(await startHook(), { ...ticketForm(), requestedSchema: { type: 'object', properties: { it: property } } });
      const { screen } = await panel.shows('form');
      assert.ok(screen.kind === 'form');
      assert.equal(screen.withoutPatterns, agent);
    });
  }

  it('for a page wait until it is done, and say so', async () => {
    const hook = await startHook();
    ask(hook, consentPage());
    const { screen } = await panel.shows('url');
    assert.ok(screen.kind === 'url');
    assert.equal(screen.answeredAfterPage, true);
    await bed.decide({ action: 'accept' });
    const { screen: waiting, suspendedCalls } = await panel.shows('running');
    assert.ok(waiting.kind === 'running');
    assert.deepEqual([waiting.waitsFor, waiting.resultsGoToAgents], ['pages', true]);
    const [card] = suspendedCalls;
    assert.deepEqual([card?.retriesCall, card?.answersRequest, card?.call], [true, true, undefined]);
    panel.send({ type: 'resumeSuspendedCall', suspendedCall: card?.id ?? '' });
    assert.deepEqual(await hook.answer('1'), { kind: 'result', result: { action: 'accept' } });
    await panel.shows('welcome');
  });
});
