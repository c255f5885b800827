import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { definitionOf, nameElicitation, page, textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';

const modernRounds = fromRoot('test/servers/modernRounds.ts');
const byUser = { origin: 'user' } as const;
const withPages = { elicitation: { form: true, url: true } };
const accept = { action: 'accept' } as const;

const formRequest = { method: 'elicitation/create', params: nameElicitation };
const urlRequest = { method: 'elicitation/create', params: page('a') };

describe('a server of 2026-07-28', () => {
  let host: TestHost;
  let server: Server;
  beforeEach(() => {
    host = createTestHost();
    const spec = nodeSpec(modernRounds, [], { env: { WIRE_FILE: host.wireFile } });
    server = host.server(spec, definitionOf('mine', withPages));
  });
  afterEach(() => host.end());

  const inputRequired = (parts: object) => ({ resultType: 'input_required', ...parts });
  const call = (...results: object[]) => server.call(tool('rounds', { rounds: JSON.stringify(results) }), byUser);
  /** The parameters of the requests that the server received with this method. */
  const received = (method: string) =>
    host.receivedMessages.filter((message) => message.method === method).map(({ params = {} }) => params);

  it('receives accept, decline and cancel for the three requests of a round in one retry', async () => {
    const result = call(
      inputRequired({ inputRequests: { a: formRequest, b: urlRequest, c: formRequest }, requestState: 'state' }),
    );
    await until(() => host.inbox.pending.length === 3);
    const [a, b, c] = host.inbox.pending;
    assert.deepEqual([a?.group?.size, b?.group?.index, c?.group?.id], [3, 1, a?.group?.id]);
    assert.equal(a?.call?.request.kind, 'tool');
    host.inbox.decide(b?.id ?? '', { action: 'decline' });
    host.inbox.decide(c?.id ?? '', { action: 'cancel' });
    assert.equal(received('tools/call').length, 1);
    host.inbox.decide(a?.id ?? '', { action: 'accept', content: { name: 'Ann' } });
    assert.deepEqual(JSON.parse(textOf(await result)), {
      inputResponses: {
        a: { action: 'accept', content: { name: 'Ann' } },
        b: { action: 'decline' },
        c: { action: 'cancel' },
      },
      requestState: 'state',
    });
    const ids = host.receivedMessages.filter(({ method }) => method === 'tools/call').map(({ id }) => id);
    assert.notEqual(ids[0], ids[1]);
  });

  it('receives its request state and the keys of its requests back unchanged, whatever characters they contain', async () => {
    const requestState = ' {"a":1}\r\n\tä€😀\u202e\u0000\u2028\ud800\\u0041\\';
    const inputRequests = JSON.parse('{"__proto__":null,"a b\\n":null,"constructor":null}');
    for (const key of Object.keys(inputRequests)) {
      Object.defineProperty(inputRequests, key, { value: formRequest });
    }
    const result = call(inputRequired({ inputRequests, requestState }), inputRequired({ requestState: '' }));
    for (let key = 0; key < 3; key += 1) {
      await host.decide({ action: 'decline' });
    }
    assert.equal(textOf(await result), '{"requestState":""}');
    assert.equal(received('tools/call')[1]?.['requestState'], requestState);
    assert.equal(
      JSON.stringify(received('tools/call')[1]?.['inputResponses']),
      '{"__proto__":{"action":"decline"},"a b\\n":{"action":"decline"},"constructor":{"action":"decline"}}',
    );
  });

  it('receives no request state if it sent none, and no responses if it sent no requests', async () => {
    const result = call(inputRequired({ inputRequests: { a: formRequest } }), inputRequired({ requestState: 's' }));
    await host.decide({ action: 'cancel' });
    await result;
    const [first, second, third] = received('tools/call');
    assert.deepEqual(Object.keys(first ?? {}).sort(), ['_meta', 'arguments', 'name']);
    assert.deepEqual(Object.keys(second ?? {}).sort(), ['_meta', 'arguments', 'inputResponses', 'name']);
    assert.deepEqual(Object.keys(third ?? {}).sort(), ['_meta', 'arguments', 'name', 'requestState']);
  });

  it('may send requests in a round of prompts/get and of resources/read', async () => {
    const steps = JSON.stringify([inputRequired({ inputRequests: { a: formRequest } })]);
    for (const request of [
      { kind: 'prompt', name: 'rounds', arguments: { rounds: steps } },
      { kind: 'resource', uri: `rounds:${steps}` },
    ] as const) {
      await server.restart();
      const result = server.call(request, byUser);
      assert.deepEqual((await host.decide({ action: 'decline' })).call?.request, request);
      await result;
      assert.deepEqual(
        received(request.kind === 'prompt' ? 'prompts/get' : 'resources/read').at(-1)?.['inputResponses'],
        {
          a: { action: 'decline' },
        },
      );
    }
  });

  it('may leave out resultType in a complete result', async () => {
    assert.equal(textOf(await call({ content: [{ type: 'text', text: 'plain' }] })), 'plain');
  });

  it('may repeat the URL of an opened page: the call is suspended without another request', async () => {
    const samePage = inputRequired({ inputRequests: { a: urlRequest }, requestState: 'x' });
    const result = call(samePage, samePage);
    await host.decide(accept);
    await until(() => host.suspendedCalls.all.length === 1);
    assert.equal(host.inbox.pending.length, 0);
    host.suspendedCalls.continue(host.suspendedCalls.all[0]?.id ?? '');
    assert.deepEqual(JSON.parse(textOf(await result)), { inputResponses: { a: accept }, requestState: 'x' });
    assert.deepEqual(host.suspendedCalls.all, []);
  });

  it('that is stopped: its suspended calls end', async () => {
    const asking = call(
      inputRequired({ inputRequests: { a: urlRequest } }),
      inputRequired({ inputRequests: { a: urlRequest } }),
    );
    await host.decide(accept);
    await until(() => host.suspendedCalls.all.length === 1);
    const stopping = server.stop();
    await assert.rejects(asking, { name: 'ServerStopped' });
    await until(() => host.suspendedCalls.all.length === 0);
    await stopping;
  });

  it('that sends an invalid request: the call ends with the reason', async () => {
    const sampling = { method: 'sampling/createMessage', params: {} };
    await assert.rejects(call(inputRequired({ inputRequests: { a: formRequest, b: sampling } })), {
      name: 'CallFailed',
      message: /"sampling\/createMessage", which was not offered/,
    });
    assert.equal(host.exchanges.all.length, 2);
  });

  it('receives the roots that a round requests, without the user', async () => {
    const result = call(inputRequired({ inputRequests: { r: { method: 'roots/list' } } }));
    assert.ok(Array.isArray(JSON.parse(textOf(await result)).inputResponses.r.roots));
  });
});
