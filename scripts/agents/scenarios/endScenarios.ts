import { membersOf } from '#scripts/agents/model/jsonParts.ts';
import type { WireMessage } from '#scripts/agents/run/recordings.ts';
import { longLimitMs } from './formScenarios.ts';
import { expect, type Scenario } from './scenario.ts';
import { callOnce } from './scripts.ts';
import { expectOneCall, expectResult, formAbout } from './seen.ts';

const always = () => true;

const interrupted: Scenario = {
  id: 'interrupt',
  title: 'interrupt by the user',
  appliesTo: always,
  async run(stage) {
    const window = await stage.window();
    const run = await stage.start({ nextTurn: callOnce('ask_form', 'Rome'), limitMs: longLimitMs });
    await window.waitForRequest(formAbout('Rome'));
    run.process.interrupt();
    await window.waitForWithdrawal(formAbout('Rome'));
    const events = await run.events();
    expect(!events.some(({ event, action }) => event === 'reply' && action === 'accept'), 'The server got an answer.');
    const isCancelled = (await run.wire('agent')).some(
      ({ message }) => message['method'] === 'notifications/cancelled',
    );
    await stage.endRuns();
    const received = receivedAfterCall(await run.wire('server'));
    return `withdrawn; the agent ${isCancelled ? 'cancelled the call' : 'ended'}; the server received ${received}`;
  },
};

/** What the server received after a call, in its order. */
function receivedAfterCall(wire: readonly WireMessage[]): string {
  const sent = wire.filter(({ from }) => from === 'client').map(({ message }) => message);
  const later = sent.slice(sent.findIndex(({ method }) => method === 'tools/call') + 1);
  const texts = later.map(({ method, result, error }) =>
    typeof method === 'string' ? method : (membersOf(result)['action'] ?? `error ${membersOf(error)['code']}`),
  );
  return texts.filter((text) => text !== 'notifications/progress').join(', then ') || 'the end of its input';
}

const twoAgents: Scenario = {
  id: 'two',
  title: 'two agents at once',
  appliesTo: always,
  async run(stage) {
    const window = await stage.window();
    const first = await stage.start({ nextTurn: callOnce('ask_form', 'Rome'), limitMs: longLimitMs });
    const second = await stage.start({ nextTurn: callOnce('ask_form', 'Oslo'), limitMs: longLimitMs }, stage.other);
    await window.waitForRequest(formAbout('Rome'));
    await window.waitForRequest(formAbout('Oslo'));
    await window.answer(formAbout('Oslo'), 'Bergen');
    await window.answer(formAbout('Rome'), 'Lisbon');
    await expectResult(first, 'accept {"answer":"Lisbon"}');
    await expectResult(second, 'accept {"answer":"Bergen"}');
    await expectOneCall(first);
    await expectOneCall(second);
    return `each its own answer, with ${stage.other.agent.title}`;
  },
};

const reloaded: Scenario = {
  id: 'reload',
  title: 'the window reloaded while a request is open',
  appliesTo: always,
  async run(stage) {
    const window = await stage.window();
    const run = await stage.start({ nextTurn: callOnce('ask_form', 'Rome'), limitMs: longLimitMs });
    await window.waitForRequest(formAbout('Rome'));
    await window.reload();
    await window.waitForRequest(formAbout('Rome'));
    const replies = (await run.events()).filter(({ event }) => event === 'reply' || event === 'refused');
    expect(replies.length === 0, `The server got a reply while the window was reloaded: ${JSON.stringify(replies)}`);
    await window.answer(formAbout('Rome'), 'Lisbon');
    await expectResult(run, 'accept {"answer":"Lisbon"}');
    await expectOneCall(run);
    return 'asked again, accepted, one call';
  },
};

const noWindow: Scenario = {
  id: 'none',
  title: 'no window',
  appliesTo: always,
  async run(stage) {
    const run = await stage.start({
      nextTurn: callOnce('ask_form', 'Rome'),
      limitMs: longLimitMs,
      withoutWindow: true,
    });
    await expectResult(run, 'form call 1: refused -31002');
    await expectOneCall(run);
    const reply = (await run.events()).find(({ event }) => event === 'refused');
    return `-31002 in ${reply?.ms} ms`;
  },
};

/** How requests end without an answer, and what goes on beside one. The last one closes the window. */
export const endScenarios: readonly Scenario[] = [interrupted, twoAgents, reloaded, noWindow];
