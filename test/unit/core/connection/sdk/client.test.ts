import assert from 'node:assert/strict';
import { unaskedRequestOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { definitionOf, nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

describe('the capabilities that a server receives', () => {
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
    it(`include elicitation in the enabled modes: ${[form && 'form', url && 'url'].filter(Boolean).join(' and ')}`, async () => {
      await serverWith({ form, url }).start();
      const capabilities = host.receivedMessages.find(({ method }) => method === 'initialize')?.params?.[
        'capabilities'
      ];
      assert.deepEqual(capabilities, {
        elicitation: { ...(form && { form: {} }), ...(url && { url: {} }) },
        roots: { listChanged: true },
      });
    });
  }

  it('do not include elicitation if both modes are disabled, and elicitation/create gets error -32601', async () => {
    const server = serverWith({ form: false, url: false });
    const result = textOf(await server.call(tool('ask', { params: nameElicitation }), { origin: 'user' }));
    assert.equal(JSON.parse(result).error.code, -32601);
    const capabilities = host.receivedMessages.find(({ method }) => method === 'initialize')?.params?.['capabilities'];
    assert.deepEqual(capabilities, { roots: { listChanged: true } });
    assert.equal(host.inbox.pending.length, 0);
    const outcomes = host.exchanges.all.map(
      (exchange) => exchange.reply && unaskedRequestOutcome(exchange, exchange.reply, 0),
    );
    assert.deepEqual(
      outcomes.map((outcome) => [outcome?.decision, outcome?.message, outcome?.findings]),
      [['refused', undefined, ['refused.mode']]],
      'the request is recorded',
    );
    assert.equal(outcomes[0]?.unread, true);
    assert.deepEqual(
      host.exchanges.all.map(({ received }) => received),
      [{ method: 'elicitation/create' }],
      'nothing of its parameters is recorded',
    );
  });

  it('do not include sampling, and sampling/createMessage gets error -32601', async () => {
    const server = serverWith({ form: false, url: false });
    const request = { jsonrpc: '2.0', id: 'mine', method: 'sampling/createMessage', params: {} };
    await server.call(tool('write', { lines: [JSON.stringify(request)] }), { origin: 'user' });
    await until(() => host.replies.length > 0);
    assert.deepEqual(host.replies[0]?.error, { code: -32601, message: 'Method not found' });
    assert.deepEqual(host.exchanges.all, []);
  });
});
