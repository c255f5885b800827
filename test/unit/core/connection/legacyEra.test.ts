import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { definitionOf, nameElicitation, required, textOf, tool } from '#test/host/samples.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byPerson = { origin: 'person' } as const;
const withPages = { elicitation: { form: true, url: true } };
const yes = { action: 'accept' } as const;

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
    host.receivedMessages.filter(({ method }) => /^(tools\/call|prompts\/get|resources\/read)$/.test(method ?? ''));

  for (const [what, requestOf] of [
    ['tool', (steps: object[]) => tool('inTurn', { steps })],
    ['prompt', (steps: object[]) => ({ kind: 'prompt', name: 'p', arguments: { steps: JSON.stringify(steps) } })],
    ['resource', (steps: object[]) => ({ kind: 'resource', uri: `steps:${JSON.stringify(steps)}` })],
  ] as const) {
    it(`that requires URLs for a ${what} is called again once it has reported all as complete`, async () => {
      const error = needs(required('a'), required('b'), required('c'));
      const steps = [{ error, before: ['unknown', 'b'], after: ['a', 'a'] }, { result: { done: true } }];
      const result = server.call(requestOf(steps) as Parameters<Server['call']>[0], byPerson);
      for (const name of ['a', 'b', 'c']) {
        const asked = await host.decide(yes);
        assert.equal(asked.mode === 'url' && asked.url, `https://example.com/${name}`);
      }
      await until(() => host.suspendedCalls.all[0]?.openedPages.filter(({ done }) => done).length === 2);
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

  it('that requires what is no URL: the call ends with the reason and nothing is sent', async () => {
    const error = needs(required('a'), { ...required('b'), url: 'javascript:alert(1)' });
    await assert.rejects(server.call(tool('inTurn', { steps: [{ error }] }), byPerson), {
      name: 'CallFailed',
      message: /elicitations\[1\]: url: must begin with https/,
    });
  });

  it('is not called again when the user declines a required URL', async () => {
    const result = server.call(tool('inTurn', { steps: [{ error: needs(required('a'), required('b')) }] }), byPerson);
    await host.decide({ action: 'decline' });
    await assert.rejects(result, { name: 'CallDeclined' });
    assert.equal(calls().length, 1);
  });

  it('that pushes a URL gets accept at once, and the page is shown as open until it is complete', async () => {
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

  it('receives both modes of elicitation as declared', async () => {
    await server.start();
    const initialize = host.receivedMessages.find(({ method }) => method === 'initialize');
    assert.deepEqual(Object(initialize?.params?.['capabilities']).elicitation, { form: {}, url: {} });
  });

  it('that ends a call with an error: the request of the call is withdrawn', async () => {
    const settled = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
    await assert.rejects(server.call(tool('askAndRefuse', { params: nameElicitation }), byPerson), {
      name: 'CallFailed',
    });
    assert.deepEqual(await settled, {
      kind: 'withdrawn',
      withdrawal: { by: 'server', reason: 'The call ended with an error: gave up' },
    });
  });

  it('that cancels a URL request before the user has answered leaves no open page', async () => {
    await server.call(tool('askAndTakeBack', { params: required('a') }), byPerson);
    assert.deepEqual([host.inbox.pending.length, host.suspendedCalls.all.length, host.replies.length], [0, 0, 0]);
  });
});
