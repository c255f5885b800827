import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { definitionOf, nameElicitation, required, textOf, tool } from '#test/host/samples.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;
const withPages = { elicitation: { form: true, url: true } };
const accept = { action: 'accept' } as const;

describe('a server of 2025-11-25 over stdio', () => {
  let host: TestHost;
  let server: Server;
  beforeEach(() => {
    host = createTestHost();
    const spec = nodeSpec(handmade, ['--all'], { env: { WIRE_FILE: host.wireFile } });
    server = host.server(spec, definitionOf('mine', withPages));
  });
  afterEach(() => host.end());

  const urlsRequired = (...elicitations: object[]) => ({ code: -32042, message: 'Needed', data: { elicitations } });
  const calls = () =>
    host.receivedMessages.filter(({ method }) => /^(tools\/call|prompts\/get|resources\/read)$/.test(method ?? ''));

  for (const [what, requestOf] of [
    ['tool', (steps: object[]) => tool('inTurn', { steps })],
    ['prompt', (steps: object[]) => ({ kind: 'prompt', name: 'p', arguments: { steps: JSON.stringify(steps) } })],
    ['resource', (steps: object[]) => ({ kind: 'resource', uri: `steps:${JSON.stringify(steps)}` })],
  ] as const) {
    it(`that requires URLs for a ${what} is called again as soon as it has reported all pages as complete`, async () => {
      const error = urlsRequired(required('a'), required('b'), required('c'));
      const steps = [{ error, before: ['unknown', 'b'], after: ['a', 'a'] }, { result: { done: true } }];
      const result = server.call(requestOf(steps) as Parameters<Server['call']>[0], byUser);
      for (const name of ['a', 'b', 'c']) {
        const request = await host.decide(accept);
        assert.equal(request.mode === 'url' && request.url, `https://example.com/${name}`);
      }
      await until(() => host.suspendedCalls.all[0]?.openedPages.filter(({ done }) => done).length === 2);
      assert.equal(calls().length, 1);
      if (what === 'tool') {
        // A report over another connection has no effect.
        const other = host.server(nodeSpec(handmade), definitionOf('other', withPages));
        await other.call(tool('complete', { ids: ['c'] }), byUser);
        assert.equal(calls().length, 1);
      }
      const reporting = server.call(tool('complete', { ids: ['c'] }), byUser);
      assert.deepEqual(await result, { done: true });
      await reporting;
      assert.deepEqual(host.suspendedCalls.all, []);
    });
  }

  it('that requires an invalid URL: the call ends with the reason, and no request is shown', async () => {
    const error = urlsRequired(required('a'), { ...required('b'), url: 'javascript:alert(1)' });
    await assert.rejects(server.call(tool('inTurn', { steps: [{ error }] }), byUser), {
      name: 'CallFailed',
      message: /elicitations\[1\]: url: must begin with https/,
    });
  });

  it('is not called again if the user declines a required URL', async () => {
    const result = server.call(
      tool('inTurn', { steps: [{ error: urlsRequired(required('a'), required('b')) }] }),
      byUser,
    );
    await host.decide({ action: 'decline' });
    await assert.rejects(result, { name: 'CallDeclined' });
    assert.equal(calls().length, 1);
  });

  it('that pushes a URL receives accept at once, and the card of the page is removed with the end of the call', async () => {
    const asking = server.call(tool('ask', { params: required('a') }), byUser);
    await host.decide(accept);
    assert.deepEqual(JSON.parse(textOf(await asking)), { result: accept });
    // The call has ended, and its card is removed.
    await until(() => host.suspendedCalls.all.length === 0);
    assert.deepEqual(
      host.replies.map(({ result }) => result),
      [accept],
    );
  });

  it('receives the declaration of both elicitation modes', async () => {
    await server.start();
    const initialize = host.receivedMessages.find(({ method }) => method === 'initialize');
    assert.deepEqual(Object(initialize?.params?.['capabilities']).elicitation, { form: {}, url: {} });
  });

  it('that ends a call with an error: the request of the call is withdrawn', async () => {
    const settlement = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
    await assert.rejects(server.call(tool('askAndRefuse', { params: nameElicitation }), byUser), {
      name: 'CallFailed',
    });
    assert.deepEqual(await settlement, {
      kind: 'withdrawn',
      withdrawal: { by: 'server', reason: 'The server answered with an error: “gave up”' },
    });
  });

  it('that cancels a URL request before the user has answered leaves no open page', async () => {
    await server.call(tool('askAndTakeBack', { params: required('a') }), byUser);
    assert.deepEqual([host.inbox.pending.length, host.suspendedCalls.all.length, host.replies.length], [0, 0, 0]);
  });
});
