import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { expect, type Scenario } from './scenario.ts';
import { callUntilDone } from './scripts.ts';
import { argumentKeys, callsIn, expectSameBytes } from './seen.ts';
import type { Stage } from './stage.ts';
import { StagedCall } from './stagedCall.ts';

/**
 * A limit that passes while the user thinks, in milliseconds. It also holds for the start of the server, which takes seconds on a busy
 * machine.
 */
const shortLimitMs = 10_000;
/** Longer than the pause between two heartbeats, so that they can extend it. */
const extendedLimitMs = 15_000;

const plainCall: Scenario = {
  id: 'plain',
  title: 'a plain call',
  async run(stage) {
    const call = await StagedCall.start(stage, { tool: 'plain' });
    await call.expectResult('plain call 1: Rome 2');
    return `${await expectSameBytes(call.run)} messages, the same bytes on both sides`;
  },
};

const withinLimit: Scenario = {
  id: 'within',
  title: 'a form answered within the limit',
  async run(stage) {
    const call = await StagedCall.ask(stage);
    await call.answer();
    await call.expectAnswer();
    return 'accepted, one call';
  },
};

const afterLimit: Scenario = {
  id: 'after',
  title: 'a form answered after the limit',
  async run(stage) {
    const { limit } = agentFormats[stage.installed.agent.id];
    return limit?.progressExtends
      ? `${await holdPastLimit(stage)}; ${await joinAfterLimit(stage)}`
      : joinAfterLimit(stage);
  },
};

/** Answers after the limit. The agent has called again, with its keys in another order, and its second call has the answer. */
async function joinAfterLimit(stage: Stage): Promise<string> {
  const call = await StagedCall.ask(stage, { limitMs: shortLimitMs, keepsLimit: true, model: callUntilDone });
  await call.think(shortLimitMs * 1.5);
  await call.answer();
  await call.expectAnswer();
  const calls = callsIn(await call.run.wire('agent'));
  expect(calls.length === 2, `The agent should have called twice, and called ${calls.length} times.`);
  const orders = calls.map(argumentKeys).join(' then ');
  return `joined at the second call (${orders}), one call on the server`;
}

/** Answers after the limit. Heartbeats have extended it, and the agent has called once. */
async function holdPastLimit(stage: Stage): Promise<string> {
  const call = await StagedCall.ask(stage, { limitMs: extendedLimitMs });
  await call.think(extendedLimitMs * 1.4);
  await call.answer();
  await call.expectAnswer();
  return 'held by progress, one call';
}

const declined: Scenario = {
  id: 'decline',
  title: 'decline',
  async run(stage) {
    const call = await StagedCall.ask(stage);
    await call.decline();
    await call.expectResult('form call 1: decline');
    return 'declined';
  },
};

const consented: Scenario = {
  id: 'url',
  title: 'a URL consent',
  async run(stage) {
    const call = await StagedCall.ask(stage, { tool: 'ask_url' });
    await call.consent();
    await call.expectResult('page call 1: accept');
    return 'accepted';
  },
};

const hooked: Scenario = {
  id: 'hook',
  title: 'the hook answers a form',
  appliesTo: ({ hasHook }) => hasHook,
  async run(stage) {
    const call = await StagedCall.ask(stage, { withHook: true });
    await call.answer();
    await call.expectAnswer();
    return 'accepted, without the proxy';
  },
};

/** What a user answers while all goes on. */
export const formScenarios: readonly Scenario[] = [plainCall, withinLimit, afterLimit, declined, consented, hooked];
