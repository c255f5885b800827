import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { Grants } from '#core/agents/lending/grants.ts';
import type { ProxyProcess } from '#test/host/proxyProcess.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { until } from '#test/host/until.ts';
import { firstText, LendingTestBed } from './lendingTestBed.ts';

const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
};
const call = (id: number, name: string) => ({ id, method: 'tools/call', params: { name, arguments: {} } });

async function request(agent: ProxyProcess, message: { readonly id: number; readonly method: string }) {
  agent.send(message);
  await until(() => agent.reply(message.id) !== undefined);
  return agent.reply(message.id) as {
    result?: { tools?: { name: string }[] };
    error?: { code: number; message: string; data?: object };
  };
}

describe('a lent server that has to ask the user first for an input or an agreement', () => {
  let bed: LendingTestBed;

  beforeEach(async () => {
    bed = new LendingTestBed();
    await bed.lend(nodeSpec(handmade, [], { env: { WIRE_FILE: bed.wireFile } }));
    await bed.open();
  });
  afterEach(() => bed.end());

  it('does not ask at the start, and asks once for the calls that wait', async () => {
    bed.needsUser = true;
    let answer: () => void = () => undefined;
    bed.answerUser = () => new Promise((resolve) => (answer = resolve));
    const agent = await bed.agent();
    assert.match((await request(agent, initialize)).error?.message ?? '', /has to ask the user first/);
    assert.deepEqual(bed.userAsked, []);
    agent.send(call(1, 'pid'));
    await until(() => bed.userAsked.length === 1);
    agent.send(call(2, 'pid'));
    // While the user is asked, what needs no answer is not held up.
    assert((await request(agent, { id: 3, method: 'ping' })).result);
    assert((await request(agent, { id: 4, method: 'tools/list' })).error);
    answer();
    await until(() => agent.reply(1) !== undefined && agent.reply(2) !== undefined);
    assert.equal(firstText(agent.reply(1)?.['result']), firstText(agent.reply(2)?.['result']));
    assert.deepEqual(bed.userAsked, ['tickets']);
    assert.deepEqual(bed.receivedMessages.map(({ method }) => method).slice(0, 1), ['initialize']);
  });

  it('asks again for an agent that begins while one that has ended was waited for', async () => {
    bed.needsUser = true;
    const answers: (() => void)[] = [];
    bed.answerUser = () => new Promise((resolve) => answers.push(resolve));
    const ended = await bed.agent();
    await request(ended, initialize);
    ended.send(call(1, 'pid'));
    await until(() => answers.length === 1);
    ended.child.stdin.end();
    await until(() => bed.lending.countOf('codex', 'tickets') === 0);
    const agent = await bed.agent();
    await request(agent, initialize);
    agent.send(call(1, 'pid'));
    await until(() => answers.length === 2);
    answers[1]?.();
    await until(() => agent.reply(1) !== undefined);
    assert.match(firstText(agent.reply(1)?.['result']), /^\d+$/);
  });

  for (const where of ['this window', 'another window'] as const) {
    it(`does not run a call if the grant is revoked in ${where} meanwhile`, async () => {
      bed.needsUser = true;
      let answer: () => void = () => undefined;
      bed.answerUser = () => new Promise((resolve) => (answer = resolve));
      const agent = await bed.agent();
      await request(agent, initialize);
      agent.send(call(1, 'pid'));
      await until(() => bed.userAsked.length === 1);
      const grants = where === 'this window' ? bed.grants : new Grants(bed.home);
      for (const grant of await grants.list('codex')) {
        await grants.revoke('codex', grant);
      }
      answer();
      await until(() => agent.reply(1) !== undefined);
      assert.match(firstText(agent.reply(1)?.['result']), /^"tickets" is not lent to Codex/);
      assert(!bed.files(bed.folder).includes(basename(bed.wireFile)));
    });
  }

  async function beginToAsk(): Promise<{ readonly agent: ProxyProcess; readonly answer: () => void }> {
    bed.needsUser = true;
    let answer: () => void = () => undefined;
    bed.answerUser = () => new Promise((resolve) => (answer = resolve));
    const agent = await bed.agent();
    await request(agent, initialize);
    agent.send(call(1, 'pid'));
    await until(() => bed.userAsked.length === 1);
    return { agent, answer: () => answer() };
  }

  const cancellation = {
    ...{ method: 'notifications/cancelled', params: { requestId: 1, reason: 'The user pressed Escape' } },
  };

  it('does not run a call that the agent has cancelled meanwhile', async () => {
    const { agent, answer } = await beginToAsk();
    agent.send(call(2, 'pid'));
    agent.send(cancellation);
    answer();
    await until(() => agent.reply(2) !== undefined);
    assert.deepEqual(
      bed.receivedMessages.filter(({ method }) => method === 'tools/call').map(({ id }) => id),
      [2],
    );
    assert.deepEqual(bed.userAsked, ['tickets']);
  });

  it('asks no longer when the agent has cancelled every call that waits, and starts nothing', async () => {
    const { agent, answer } = await beginToAsk();
    agent.send(cancellation);
    await until(() => bed.askSignals[0]?.aborted === true);
    // What comes after it is handled after it.
    assert((await request(agent, { id: 3, method: 'ping' })).result);
    assert(!bed.files(bed.folder).includes(basename(bed.wireFile)));
    answer();
    await until(() => !bed.needsUser);
    agent.send(call(4, 'pid'));
    await until(() => agent.reply(4) !== undefined);
    assert.match(firstText(agent.reply(4)?.['result']), /^\d+$/);
  });
});
