import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from './scenario.ts';
import { expect } from './scenario.ts';
import { callOnce, callUntilDone } from './scripts.ts';
import { argumentKeys, callsIn, expectOneCall, expectResult, expectSameBytes, formAbout } from './seen.ts';
import type { Stage } from './stage.ts';

/**
 * A limit that no scenario reaches, and one that passes while the user thinks. In milliseconds. The short one also holds for the start
 * of the server, which takes seconds on a busy machine.
 */
export const longLimitMs = 60_000;
const shortLimitMs = 10_000;
/** Longer than the pause between two heartbeats, so that they can extend it. */
const extendedLimitMs = 15_000;

const always = () => true;
const accepted = 'accept {"answer":"Lisbon"}';

const plainCall: Scenario = {
  id: 'plain',
  title: 'a plain call',
  appliesTo: always,
  async run(stage) {
    await stage.window();
    const run = await stage.start({ nextTurn: callOnce('plain', 'Rome'), limitMs: longLimitMs });
    await expectResult(run, 'plain call 1: Rome 2');
    await expectOneCall(run);
    return `${await expectSameBytes(run)} messages, the same bytes on both sides`;
  },
};

const withinLimit: Scenario = {
  id: 'within',
  title: 'a form answered within the limit',
  appliesTo: always,
  async run(stage) {
    const window = await stage.window();
    const run = await stage.start({ nextTurn: callOnce('ask_form', 'Rome'), limitMs: longLimitMs });
    await window.waitForRequest(formAbout('Rome'));
    await window.answer(formAbout('Rome'), 'Lisbon');
    await expectResult(run, accepted);
    await expectOneCall(run);
    return 'accepted, one call';
  },
};

const afterLimit: Scenario = {
  id: 'after',
  title: 'a form answered after the limit',
  appliesTo: always,
  async run(stage) {
    const { progressExtends } = stage.installed.agent;
    return progressExtends ? `${await holdPastLimit(stage)}; ${await joinAfterLimit(stage)}` : joinAfterLimit(stage);
  },
};

/** Answers after the limit. The agent has called again, with its keys in another order, and its second call has the answer. */
async function joinAfterLimit(stage: Stage): Promise<string> {
  const window = await stage.window();
  // Progress that would extend the limit is not announced to the proxy, so that it answers early.
  const run = await stage.start({
    nextTurn: callUntilDone('ask_form', 'Rome'),
    limitMs: shortLimitMs,
    keepsLimit: true,
  });
  const { at } = await run.waitForEvent('asked');
  await window.waitForRequest(formAbout('Rome'));
  await wait(Math.max(0, at + shortLimitMs * 1.5 - Date.now()));
  await window.answer(formAbout('Rome'), 'Lisbon');
  await expectResult(run, accepted);
  await expectOneCall(run);
  const calls = callsIn(await run.wire('agent'));
  expect(calls.length === 2, `The agent should have called twice, and called ${calls.length} times.`);
  const orders = calls.map(argumentKeys).join(' then ');
  return `joined at the second call (${orders}), one call on the server`;
}

/** Answers after the limit. Heartbeats have extended it, and the agent has called once. */
async function holdPastLimit(stage: Stage): Promise<string> {
  const window = await stage.window();
  const run = await stage.start({ nextTurn: callOnce('ask_form', 'Rome'), limitMs: extendedLimitMs });
  const { at } = await run.waitForEvent('asked');
  await window.waitForRequest(formAbout('Rome'));
  await wait(Math.max(0, at + extendedLimitMs * 1.4 - Date.now()));
  await window.answer(formAbout('Rome'), 'Lisbon');
  await expectResult(run, accepted);
  await expectOneCall(run);
  return 'held by progress, one call';
}

const declined: Scenario = {
  id: 'decline',
  title: 'decline',
  appliesTo: always,
  async run(stage) {
    const window = await stage.window();
    const run = await stage.start({ nextTurn: callOnce('ask_form', 'Rome'), limitMs: longLimitMs });
    await window.waitForRequest(formAbout('Rome'));
    await window.decline(formAbout('Rome'));
    await expectResult(run, 'form call 1: decline');
    await expectOneCall(run);
    return 'declined';
  },
};

const consented: Scenario = {
  id: 'url',
  title: 'a URL consent',
  appliesTo: always,
  async run(stage) {
    const window = await stage.window();
    const message = 'Please look at Rome.';
    const run = await stage.start({ nextTurn: callOnce('ask_url', 'Rome'), limitMs: longLimitMs });
    await window.waitForRequest(message);
    await window.consent(message);
    await expectResult(run, 'page call 1: accept');
    await expectOneCall(run);
    return 'accepted';
  },
};

const hooked: Scenario = {
  id: 'hook',
  title: 'the hook answers a form',
  appliesTo: ({ hasHook }) => hasHook,
  async run(stage) {
    const window = await stage.window();
    const run = await stage.start({ nextTurn: callOnce('ask_form', 'Rome'), limitMs: longLimitMs, withHook: true });
    await window.waitForRequest(formAbout('Rome'));
    await window.answer(formAbout('Rome'), 'Lisbon');
    await expectResult(run, accepted);
    await expectOneCall(run);
    return 'accepted, without the proxy';
  },
};

/** What a user answers while all goes on. */
export const formScenarios: readonly Scenario[] = [plainCall, withinLimit, afterLimit, declined, consented, hooked];
