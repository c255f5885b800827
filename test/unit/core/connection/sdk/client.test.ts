import assert from 'node:assert/strict';
import { unaskedRequestOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { definitionOf, nameQuestion, textOf, tool } from '#test/host/samples.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

describe('what a server is told that the host can do', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  const serverWith = (elicitation: { form: boolean; url: boolean }) =>
    host.server(nodeSpec(handmade, [], { env: { WIRE_FILE: host.wireFile } }), definitionOf('mine', { elicitation }));

  for (const [form, url] of [
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    it(`is to ask in the modes that are on: ${[form && 'form', url && 'url'].filter(Boolean).join(' and ')}`, async () => {
      await serverWith({ form, url }).start();
      const declared = host.wire.find(({ method }) => method === 'initialize')?.params?.['capabilities'];
      assert.deepEqual(declared, {
        elicitation: { ...(form && { form: {} }), ...(url && { url: {} }) },
        roots: { listChanged: true },
      });
    });
  }

  it('is not to ask where questions are switched off, and one that asks nevertheless learns so', async () => {
    const server = serverWith({ form: false, url: false });
    const result = textOf(await server.call(tool('ask', { params: nameQuestion }), { origin: 'person' }));
    assert.equal(JSON.parse(result).error.code, -32601);
    const declared = host.wire.find(({ method }) => method === 'initialize')?.params?.['capabilities'];
    assert.deepEqual(declared, { roots: { listChanged: true } });
    assert.equal(host.inbox.pending.length, 0);
    const fates = host.exchanges.all.map(
      (exchange) => exchange.reply && unaskedRequestOutcome(exchange, exchange.reply, 0),
    );
    assert.deepEqual(
      fates.map((fate) => [fate?.decision, fate?.message, fate?.findings]),
      [['refused', undefined, ['refused.mode']]],
      'that it asked is recorded',
    );
    assert.equal(fates[0]?.unread, true);
    assert.deepEqual(
      host.exchanges.all.map(({ received }) => received),
      [{ method: 'elicitation/create' }],
      'nothing of what it asked is kept',
    );
  });

  it('is nothing else that is not declared, where questions are switched off', async () => {
    const server = serverWith({ form: false, url: false });
    const request = { jsonrpc: '2.0', id: 'mine', method: 'sampling/createMessage', params: {} };
    await server.call(tool('write', { lines: [JSON.stringify(request)] }), { origin: 'person' });
    await until(() => host.replies.length > 0);
    assert.deepEqual(host.replies[0]?.error, { code: -32601, message: 'Method not found' });
    assert.deepEqual(host.exchanges.all, []);
  });
});
