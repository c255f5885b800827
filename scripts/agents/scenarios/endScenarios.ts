import { noUserError } from '#agentProtocol/agentMessages.ts';
import { membersOf } from '#scripts/agents/model/jsonParts.ts';
import type { WireMessage } from '#scripts/agents/run/recordings.ts';
import { expect, type Scenario } from './scenario.ts';
import { expectUntouched } from './seen.ts';
import { StagedCall } from './stagedCall.ts';

/** How long an agent waits that never replies, in milliseconds. */
const ownReplyMs = 10_000;

const interrupted: Scenario = {
  id: 'interrupt',
  title: 'interrupt by the user',
  async run(stage) {
    const call = await StagedCall.ask(stage);
    const { run } = call;
    run.process.interrupt();
    await call.waitForWithdrawal();
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

const escapeKey = '\u001b';

const escaped: Scenario = {
  id: 'escape',
  title: 'Esc in the terminal while the hook asks',
  appliesTo: ({ hasHook, launchInTerminal }) => hasHook && launchInTerminal !== undefined,
  async run(stage) {
    const call = await StagedCall.ask(stage, { withHook: true, inTerminal: true });
    const started = Date.now();
    call.run.process.type(escapeKey);
    await call.waitForWithdrawal();
    const ms = Date.now() - started;
    await call.run.waitForEvent('cancelled');
    const replies = (await call.run.events()).filter(({ event }) => event === 'reply');
    expect(replies.length === 0, `The server got a reply: ${JSON.stringify(replies)}`);
    expect(!call.run.process.hasEnded, 'The agent ended.');
    return `withdrawn in ${ms} ms, the call cancelled, the agent waits for a prompt`;
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
  needsOther: true,
  title: 'two agents at once',
  async run(stage) {
    const first = await StagedCall.start(stage);
    const second = await StagedCall.start(stage, { place: 'Oslo', installed: stage.other });
    const both = [first, second];
    for (const call of both) await call.waitForRequest();
    await second.answer('Bergen');
    await first.answer('Lisbon');
    await second.expectAnswer('Bergen');
    await first.expectAnswer('Lisbon');
    return `each its own answer, with ${stage.other.agent.title}`;
  },
};

const reloaded: Scenario = {
  id: 'reload',
  title: 'the window reloaded while a request is open',
  async run(stage) {
    const call = await StagedCall.ask(stage);
    await (await stage.window()).reload();
    await call.waitForRequest();
    const replies = (await call.run.events()).filter(({ event }) => event === 'reply' || event === 'refused');
    expect(replies.length === 0, `The server got a reply while the window was reloaded: ${JSON.stringify(replies)}`);
    await call.answer();
    await call.expectAnswer();
    return 'asked again, accepted, one call';
  },
};

const closedWindow: Scenario = {
  id: 'closed',
  title: 'a window closed a moment ago',
  async run(stage) {
    const call = await StagedCall.start(stage, { withoutWindow: 'closed' });
    await call.expectResult('form call 1: refused -31002');
    const reply = (await call.run.events()).find(({ event }) => event === 'refused');
    return `-31002 in ${reply?.ms} ms`;
  },
};

const noWindow: Scenario = {
  id: 'none',
  title: 'no window registered',
  async run(stage) {
    // Without the proxy nothing keeps the agent's own limit if Connect has raised it: an agent that never replies would wait for that one.
    const call = await StagedCall.start(stage, {
      ...{ withoutWindow: 'unregistered', limitMs: ownReplyMs, keepsLimit: true },
    });
    await call.waitForEnd();
    const reply = (await call.run.events()).find(({ event }) => event === 'reply' || event === 'refused');
    expect(reply?.code !== noUserError.code, 'The proxy replied, which should not have run.');
    await expectUntouched(call.run);
    return reply ? `the agent's own reply: ${reply.action ?? reply.code} in ${reply.ms} ms` : 'the agent never replied';
  },
};

/** How requests end without an answer, and what goes on beside one. The last ones close the window. */
export const endScenarios: readonly Scenario[] = [interrupted, escaped, twoAgents, reloaded, closedWindow, noWindow];
