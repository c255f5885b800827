import assert from 'node:assert/strict';
import { accepted, form, line, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

describe('a pushed request', () => {
  let bed: MachineBed;
  beforeEach(() => {
    bed = new MachineBed().start();
  });

  it('is asked at the window with the call that runs, and answered under the id of the server', () => {
    bed.call(1, { to: 'prod' });
    bed.ask('a');
    assert.deepEqual(bed.toAgent, []);
    assert.deepEqual(bed.lastAsk, {
      ...{ type: 'ask', id: 'r1', number: 1, request: { kind: 'pushed', params: form }, ageMs: 0, link: 1 },
      calls: [{ id: 'c2', kind: 'tool', name: 'deploy', arguments: { to: 'prod' } }],
      ...{ serverInfo: { name: 'it', version: '1' }, protocolVersion: '2025-11-25' },
    });
    bed.clear();
    bed.answer({
      ...bed.lastAsk,
      type: 'ask',
      id: 'r1',
      number: 1,
      request: { kind: 'pushed', params: form },
      calls: [],
      ageMs: 0,
    });
    assert.deepEqual(bed.serverMessages, [
      { jsonrpc: '2.0', id: 'a', result: { action: 'accept', content: { city: 'Paris' } } },
    ]);
    assert.deepEqual(
      bed.windowMessages('receipt').map(({ outcome }) => outcome),
      ['sent'],
    );
  });

  it('names every call that may have asked, and none for a task', () => {
    bed.call(1);
    bed.agent({ id: 2, method: 'prompts/get', params: { name: 'greet' } });
    bed.agent({ id: 3, method: 'tools/list' });
    bed.ask(7);
    const task = { 'io.modelcontextprotocol/related-task': { taskId: 't' } };
    bed.ask(8, { ...form, _meta: task });
    assert.deepEqual(
      bed.asks.map(({ calls }) => calls.map(({ name }) => name)),
      [['deploy', 'greet'], []],
    );
    bed.answer(bed.lastAsk);
    assert.deepEqual(bed.serverMessages.at(-1)?.['result'], {
      _meta: task,
      ...(accepted.kind === 'result' && accepted.result),
    });
  });

  it('passes to the agent in a session without `initialize`, as its answer does to the server', () => {
    const modern = new MachineBed();
    modern.agent({ id: 1, method: 'tools/call', params: { name: 'deploy', _meta } });
    modern.openWindow();
    modern.clear();
    modern.ask('a');
    assert.deepEqual([modern.asks.length, modern.agentMessages.map(({ id }) => id)], [0, ['a']]);
    modern.agent({ id: 'a', error: { code: -32601, message: 'Method not found' } });
    assert.deepEqual(
      modern.serverMessages.map(({ id }) => id),
      ['a'],
    );
  });

  it('is answered once: a second answer is refused', () => {
    bed.ask(1);
    bed.answer(bed.lastAsk);
    bed.answer(bed.lastAsk);
    assert.equal(bed.toServer.length, 1);
    assert.deepEqual(
      bed.windowMessages('receipt').map(({ outcome }) => outcome),
      ['sent', 'refused'],
    );
  });

  it('gets the error that the window answers with', () => {
    bed.ask(1);
    bed.answer(bed.lastAsk, { kind: 'error', error: { code: -32602, message: 'nested' } });
    assert.deepEqual(bed.serverMessages[0]?.['error'], { code: -32602, message: 'nested' });
  });

  it('is not answered by an answer of another kind', () => {
    bed.ask(1);
    bed.answer(bed.lastAsk, { kind: 'endCall', message: 'no' });
    bed.answer(bed.lastAsk, { kind: 'repeat' });
    bed.answer(bed.lastAsk, { kind: 'elsewhere' });
    assert.deepEqual(bed.toServer, []);
  });

  it('is withdrawn when the server cancels it, and the agent receives nothing of it', () => {
    bed.ask('a');
    bed.server({ method: 'notifications/cancelled', params: { requestId: 'a' } });
    assert.deepEqual(
      bed.windowMessages('withdraw').map(({ reason }) => reason),
      ['server'],
    );
    assert.deepEqual([bed.toAgent, bed.toServer], [[], []]);
  });

  it('is answered `cancel` and withdrawn when its call ends without it', () => {
    bed.call(1);
    bed.ask('a');
    bed.server({ id: 1, result: { content: [] } });
    assert.deepEqual(bed.serverMessages.at(-1), { jsonrpc: '2.0', id: 'a', result: { action: 'cancel' } });
    assert.deepEqual(
      bed.windowMessages('withdraw').map(({ reason }) => reason),
      ['callEnded'],
    );
    assert.equal(bed.toAgent.length, 1);
  });

  it('stays open when one of several calls ends', () => {
    bed.call(1);
    bed.call(2);
    bed.ask('a');
    bed.server({ id: 1, result: { content: [] } });
    assert.deepEqual(bed.windowMessages('withdraw'), []);
    bed.answer(bed.lastAsk);
    assert.equal(bed.serverMessages.at(-1)?.['id'], 'a');
  });

  it('is cancelled after its call, when the user interrupts that in the agent', () => {
    bed.call(1);
    bed.ask('a');
    bed.clear();
    bed.cancel(1);
    assert.deepEqual(
      bed.serverMessages.map(({ method, id }) => method ?? id),
      ['notifications/cancelled', 'a'],
    );
    assert.deepEqual(
      bed.windowMessages('withdraw').map(({ reason }) => reason),
      ['interrupted'],
    );
    assert.deepEqual(
      bed.windowMessages('callEnded').map(({ outcome }) => outcome),
      ['cancelled'],
    );
    assert.deepEqual(bed.toAgent, []);
  });

  it('is refused if it is longer than a window reads, but not for the arguments of the call', () => {
    bed.call(1, { text: 'x'.repeat(5_000_000) });
    bed.ask('a');
    assert.equal(bed.lastAsk?.calls[0]?.arguments, undefined);
    bed.ask('b', { message: 'x'.repeat(5_000_000) });
    assert.deepEqual(bed.serverMessages.at(-1)?.['error'], {
      code: -32602,
      message: 'The request is too large to be shown, so nobody was asked.',
    });
    assert.equal(bed.asks.length, 1);
  });

  it('is refused if a window would close the connection because of it', () => {
    bed.ask('a', { ...form, extra: Array.from({ length: 130_000 }, () => 0) });
    assert.deepEqual(bed.serverMessages.at(-1)?.['error'], {
      code: -32602,
      message: 'The request is too large to be shown, so nobody was asked.',
    });
    assert.deepEqual(bed.asks, []);
  });

  it('tells a window the arguments of its call once', () => {
    bed.call(1, { text: 'x' });
    for (const id of ['a', 'b']) bed.ask(id);
    bed.openWindow();
    assert.deepEqual(
      bed.asks.map(({ calls }) => calls[0]?.arguments),
      [{ text: 'x' }, undefined, { text: 'x' }, undefined],
    );
  });

  it('is refused if those that wait have more than 8 MiB', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'window' });
    const large = { ...form, message: 'x'.repeat(3_500_000) };
    for (const id of ['a', 'b', 'c']) bed.ask(id, large);
    assert.deepEqual(
      bed.serverMessages.map(({ id, error }) => [id, (error as { code: number }).code]),
      [['c', -32603]],
    );
  });

  it('is refused if it is nested too deeply', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    bed.server(`{"id":"a","method":"elicitation/create","params":{"message":${deep}}}\n`);
    assert.equal(bed.serverMessages.length, 1);
    assert.deepEqual(bed.asks, []);
  });

  it('is refused when 256 are open', () => {
    for (let id = 0; id < 257; id += 1) bed.ask(id);
    assert.equal(bed.asks.length, 256);
    assert.deepEqual(
      bed.serverMessages.map(({ id }) => id),
      [256],
    );
  });

  it('passes as it is if it is none', () => {
    const texts = [
      '{"id":1,"method":"elicitation/create","params":[]}\n',
      '{"method":"elicitation/create","params":{}}\n',
    ];
    for (const text of texts) bed.server(text);
    assert.deepEqual(bed.toAgent, texts);
  });

  it('is withdrawn when the agent or the server ends', () => {
    bed.call(1);
    bed.ask('a');
    bed.event({ type: 'serverEnded' });
    assert.deepEqual(
      bed.windowMessages('withdraw').map(({ reason }) => reason),
      ['serverEnded'],
    );
    assert.deepEqual(
      bed.windowMessages('callEnded').map(({ outcome }) => outcome),
      ['lost'],
    );
    assert.deepEqual([bed.toAgent, bed.toServer.length], [[], 1]);
  });

  it('of a URL has its completion passed to the window, and another one to the agent', () => {
    bed.ask('a', { mode: 'url', message: 'Sign in', url: 'https://a.example', elicitationId: 'e1' });
    bed.answer(bed.lastAsk, { kind: 'result', result: { action: 'accept' } });
    const complete = (elicitationId: string) => ({
      method: 'notifications/elicitation/complete',
      params: { elicitationId },
    });
    bed.server(complete('e1'));
    bed.server(complete('e2'));
    assert.deepEqual(
      bed.windowMessages('complete').map(({ elicitationId }) => elicitationId),
      ['e1'],
    );
    assert.deepEqual(bed.toAgent, [String(line(complete('e2')))]);
    const longId = 'e'.repeat(10_001);
    bed.ask('b', { mode: 'url', message: 'Sign in', url: 'https://a.example', elicitationId: longId });
    bed.server(complete(longId));
    assert.equal(bed.windowMessages('complete').length, 1);
  });
});
