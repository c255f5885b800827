import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { definitionOf, nameQuestion, nameSchema, page, required, textOf, tool } from '#test/host/samples.ts';
import { drop, ScriptedServer, silence } from '#test/host/scripted.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';

const rounds = fromRoot('test/servers/modernRounds.ts');
const byPerson = { origin: 'person' } as const;
const withPages = { elicitation: { form: true, url: true } };
const yes = { action: 'accept' } as const;

const form = { method: 'elicitation/create', params: nameQuestion };
const url = { method: 'elicitation/create', params: page('a') };

describe('a server of 2026-07-28', () => {
  let host: TestHost;
  let server: Server;
  beforeEach(() => {
    host = createTestHost();
    const spec = nodeSpec(rounds, [], { env: { WIRE_FILE: host.wireFile } });
    server = host.server(spec, definitionOf('mine', withPages));
  });
  afterEach(() => host.end());

  const inputRequired = (parts: object) => ({ resultType: 'input_required', ...parts });
  const call = (...results: object[]) => server.call(tool('rounds', { rounds: JSON.stringify(results) }), byPerson);
  /** The parameters of the requests of a method, as text: what came over the wire and nothing else. */
  const sent = (method: string) =>
    host.wire.filter((message) => message.method === method).map(({ params = {} }) => params);

  it('that asks three things in one round gets accept, decline and cancel, exactly', async () => {
    const result = call(inputRequired({ inputRequests: { a: form, b: url, c: form }, requestState: 'state' }));
    await until(() => host.inbox.pending.length === 3);
    const [a, b, c] = host.inbox.pending;
    assert.deepEqual([a?.group?.size, b?.group?.index, c?.group?.id], [3, 1, a?.group?.id]);
    assert.equal(a?.call?.request.kind, 'tool');
    host.inbox.decide(b?.id ?? '', { action: 'decline' });
    host.inbox.decide(c?.id ?? '', { action: 'cancel' });
    assert.equal(sent('tools/call').length, 1);
    host.inbox.decide(a?.id ?? '', { action: 'accept', content: { name: 'Ann' } });
    assert.deepEqual(JSON.parse(textOf(await result)), {
      inputResponses: {
        a: { action: 'accept', content: { name: 'Ann' } },
        b: { action: 'decline' },
        c: { action: 'cancel' },
      },
      requestState: 'state',
    });
    const ids = host.wire.filter(({ method }) => method === 'tools/call').map(({ id }) => id);
    assert.notEqual(ids[0], ids[1]);
  });

  it('gets its state back byte by byte, and its keys', async () => {
    const requestState = ' {"a":1}\r\n\tä€😀\u202e\u0000\u2028\ud800\\u0041\\';
    const inputRequests = JSON.parse('{"__proto__":null,"a b\\n":null,"constructor":null}');
    for (const key of Object.keys(inputRequests)) {
      Object.defineProperty(inputRequests, key, { value: form });
    }
    const result = call(inputRequired({ inputRequests, requestState }), inputRequired({ requestState: '' }));
    for (let key = 0; key < 3; key += 1) {
      await host.decide({ action: 'decline' });
    }
    assert.equal(textOf(await result), '{"requestState":""}');
    assert.equal(sent('tools/call')[1]?.['requestState'], requestState);
    assert.equal(
      JSON.stringify(sent('tools/call')[1]?.['inputResponses']),
      '{"__proto__":{"action":"decline"},"a b\\n":{"action":"decline"},"constructor":{"action":"decline"}}',
    );
  });

  it('gets no state when it gave none, and no responses when it asked for nothing', async () => {
    const result = call(inputRequired({ inputRequests: { a: form } }), inputRequired({ requestState: 's' }));
    await host.decide({ action: 'cancel' });
    await result;
    const [first, second, third] = sent('tools/call');
    assert.deepEqual(Object.keys(first ?? {}).sort(), ['_meta', 'arguments', 'name']);
    assert.deepEqual(Object.keys(second ?? {}).sort(), ['_meta', 'arguments', 'inputResponses', 'name']);
    assert.deepEqual(Object.keys(third ?? {}).sort(), ['_meta', 'arguments', 'name', 'requestState']);
  });

  it('may ask when a prompt is got and when a resource is read', async () => {
    const steps = JSON.stringify([inputRequired({ inputRequests: { a: form } })]);
    for (const request of [
      { kind: 'prompt', name: 'rounds', arguments: { rounds: steps } },
      { kind: 'resource', uri: `rounds:${steps}` },
    ] as const) {
      await server.restart();
      const result = server.call(request, byPerson);
      assert.deepEqual((await host.decide({ action: 'decline' })).call?.request, request);
      await result;
      assert.deepEqual(sent(request.kind === 'prompt' ? 'prompts/get' : 'resources/read').at(-1)?.['inputResponses'], {
        a: { action: 'decline' },
      });
    }
  });

  it('may leave out the word that a result is complete', async () => {
    assert.equal(textOf(await call({ content: [{ type: 'text', text: 'plain' }] })), 'plain');
  });

  it('may name the page again for "not yet": the call is held without asking', async () => {
    const again = inputRequired({ inputRequests: { a: url }, requestState: 'x' });
    const result = call(again, again);
    await host.decide(yes);
    await until(() => host.suspendedCalls.all.length === 1);
    assert.equal(host.inbox.pending.length, 0);
    host.suspendedCalls.continue(host.suspendedCalls.all[0]?.id ?? '');
    assert.deepEqual(JSON.parse(textOf(await result)), { inputResponses: { a: yes }, requestState: 'x' });
    assert.deepEqual(host.suspendedCalls.all, []);
  });

  it('that goes away takes its questions and cards with it', async () => {
    const asking = call(inputRequired({ inputRequests: { a: url } }), inputRequired({ inputRequests: { a: url } }));
    await host.decide(yes);
    await until(() => host.suspendedCalls.all.length === 1);
    const stopping = server.stop();
    await assert.rejects(asking, { name: 'ServerStopped' });
    await until(() => host.suspendedCalls.all.length === 0);
    await stopping;
  });

  it('asks for what it may not, and the call ends with the reason', async () => {
    const sampling = { method: 'sampling/createMessage', params: {} };
    await assert.rejects(call(inputRequired({ inputRequests: { a: form, b: sampling } })), {
      name: 'CallFailed',
      message: /"sampling\/createMessage", which was not offered/,
    });
    assert.equal(host.exchanges.all.length, 2);
  });

  it('is told the folders in a round without a person', async () => {
    const result = call(inputRequired({ inputRequests: { r: { method: 'roots/list' } } }));
    assert.ok(Array.isArray(JSON.parse(textOf(await result)).inputResponses.r.roots));
  });
});

describe('a server of 2025-11-25 over stdio', () => {
  let host: TestHost;
  let server: Server;
  beforeEach(() => {
    host = createTestHost();
    const spec = nodeSpec(handmade, ['--all'], { env: { WIRE_FILE: host.wireFile } });
    server = host.server(spec, definitionOf('mine', withPages));
  });
  afterEach(() => host.end());

  const needs = (...elicitations: object[]) => ({ code: -32042, message: 'Needed', data: { elicitations } });
  const calls = () =>
    host.wire.filter(({ method }) => /^(tools\/call|prompts\/get|resources\/read)$/.test(method ?? ''));

  for (const [what, requestOf] of [
    ['tool', (steps: object[]) => tool('inTurn', { steps })],
    ['prompt', (steps: object[]) => ({ kind: 'prompt', name: 'p', arguments: { steps: JSON.stringify(steps) } })],
    ['resource', (steps: object[]) => ({ kind: 'resource', uri: `steps:${JSON.stringify(steps)}` })],
  ] as const) {
    it(`that requires pages for a ${what} is called again once it has reported them all`, async () => {
      const error = needs(required('a'), required('b'), required('c'));
      const steps = [{ error, before: ['unknown', 'b'], after: ['a', 'a'] }, { result: { done: true } }];
      const result = server.call(requestOf(steps) as Parameters<Server['call']>[0], byPerson);
      for (const name of ['a', 'b', 'c']) {
        const asked = await host.decide(yes);
        assert.equal(asked.mode === 'url' && asked.url, `https://example.com/${name}`);
      }
      await until(() => host.suspendedCalls.all[0]?.visits.filter(({ done }) => done).length === 2);
      assert.equal(calls().length, 1);
      if (what === 'tool') {
        // A second connection: what its server reports is nobody else's business.
        const other = host.server(nodeSpec(handmade), definitionOf('other', withPages));
        await other.call(tool('complete', { ids: ['c'] }), byPerson);
        assert.equal(calls().length, 1);
      }
      const reporting = server.call(tool('complete', { ids: ['c'] }), byPerson);
      assert.deepEqual(await result, { done: true });
      await reporting;
      assert.deepEqual(host.suspendedCalls.all, []);
    });
  }

  it('that lists what is no page is told nothing, and the call says what is wrong', async () => {
    const error = needs(required('a'), { ...required('b'), url: 'javascript:alert(1)' });
    await assert.rejects(server.call(tool('inTurn', { steps: [{ error }] }), byPerson), {
      name: 'CallFailed',
      message: /elicitations\[1\]: url: must begin with https/,
    });
  });

  it('that gets a page declined is not called again', async () => {
    const result = server.call(tool('inTurn', { steps: [{ error: needs(required('a'), required('b')) }] }), byPerson);
    await host.decide({ action: 'decline' });
    await assert.rejects(result, { name: 'CallDeclined' });
    assert.equal(calls().length, 1);
  });

  it('pushes a page: accept leaves at once, and a card stays until the page is complete', async () => {
    const asking = server.call(tool('ask', { params: required('a') }), byPerson);
    await host.decide(yes);
    assert.deepEqual(JSON.parse(textOf(await asking)), { result: yes });
    // The call has ended, and with it the card.
    await until(() => host.suspendedCalls.all.length === 0);
    assert.deepEqual(
      host.replies.map(({ result }) => result),
      [yes],
    );
  });

  it('declares both modes', async () => {
    await server.start();
    const initialize = host.wire.find(({ method }) => method === 'initialize');
    assert.deepEqual(Object(initialize?.params?.['capabilities']).elicitation, { form: {}, url: {} });
  });

  it('that ends a call with an error takes its question with it', async () => {
    const settled = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
    await assert.rejects(server.call(tool('askAndRefuse', { params: nameQuestion }), byPerson), { name: 'CallFailed' });
    assert.deepEqual(await settled, {
      kind: 'withdrawn',
      withdrawal: { by: 'server', reason: 'The call ended with an error: gave up' },
    });
  });

  it('that takes a page back when nobody has answered leaves nothing behind', async () => {
    await server.call(tool('askAndTakeBack', { params: required('a') }), byPerson);
    assert.deepEqual([host.inbox.pending.length, host.suspendedCalls.all.length, host.replies.length], [0, 0, 0]);
  });
});

describe('a server of 2025-11-25 over Streamable HTTP', () => {
  it('asks for two calls at once, and each question belongs to its call', async () => {
    const host = createTestHost();
    let begun = 0;
    const scripted = new ScriptedServer(async (message, ask) => {
      if (message.method !== 'tools/call') {
        return undefined;
      }
      begun += 1;
      const number = begun;
      // Asks only when both are in flight.
      await until(() => begun >= 2);
      const { result } = await ask('elicitation/create', { message: `Number ${number}?`, requestedSchema: nameSchema });
      return { content: [{ type: 'text', text: JSON.stringify({ number, result }) }] };
    });
    try {
      const server = host.server(await scripted.listen(), definitionOf('mine', withPages));
      await server.start();
      const first = server.call(tool('only', { call: 1 }), byPerson);
      await until(() => begun === 1);
      const second = server.call(tool('only', { call: 2 }), { origin: 'program' });
      await until(() => host.inbox.pending.length === 2);
      for (const [number, askedFor] of [
        [1, true],
        [2, false],
      ] as const) {
        const question = host.inbox.pending.find(({ message }) => message === `Number ${number}?`);
        assert.deepEqual(question?.call?.request, tool('only', { call: number }));
        assert.equal(question?.askedFor, askedFor);
        host.inbox.decide(question?.id ?? '', { action: 'accept', content: { name: `${number}` } });
      }
      assert.match(textOf(await first), /"number":1,.*"name":"1"/);
      assert.match(textOf(await second), /"number":2,.*"name":"2"/);
    } finally {
      await host.end();
      scripted.close();
    }
  });

  it('asks while it lists its tools, and that question belongs to no call', async () => {
    const host = createTestHost();
    let asking = false;
    const scripted = new ScriptedServer(async (message, ask) => {
      if (message.method === 'tools/list' && asking) {
        await ask('elicitation/create', nameQuestion);
      }
      return message.method === 'tools/call' ? silence : undefined;
    });
    try {
      const server = host.server(await scripted.listen(), definitionOf('mine', withPages));
      await server.start();
      const call = server.call(tool('only'), byPerson);
      await until(() => scripted.methods.includes('tools/call'));
      asking = true;
      const listing = server.refresh('tools');
      assert.equal((await host.decide({ action: 'decline' })).call, undefined);
      await listing;
      await Promise.all([assert.rejects(call, { name: 'ServerStopped' }), server.stop()]);
    } finally {
      await host.end();
      scripted.close();
    }
  });

  it('loses the stream that it has asked on, and the question goes with the call', async () => {
    const host = createTestHost();
    const scripted = new ScriptedServer(async (message, ask) => {
      if (message.method !== 'tools/call') {
        return undefined;
      }
      void ask('elicitation/create', nameQuestion);
      await until(() => host.inbox.pending.length > 0);
      return drop;
    });
    try {
      const server = host.server(await scripted.listen(), definitionOf('mine', withPages));
      const settled = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
      await assert.rejects(server.call(tool('only'), byPerson), { name: 'CallFailed' });
      assert.deepEqual(await settled, {
        kind: 'withdrawn',
        withdrawal: { by: 'connection', reason: 'The connection was lost before the server answered.' },
      });
      assert.equal(server.state.kind, 'running');
    } finally {
      await host.end();
      scripted.close();
    }
  });
});
