import assert from 'node:assert/strict';
import { unaskedRequestOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { definitionOf, handmade, nameQuestion, nodeSpec, Rig, textOf, tool, until } from '#test/host/harness.ts';

describe('what a server is told that the host can do', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
  });
  afterEach(() => rig.end());

  const serverWith = (elicitation: { form: boolean; url: boolean }) =>
    rig.server(nodeSpec(handmade, [], { env: { WIRE_FILE: rig.wireFile } }), definitionOf('mine', { elicitation }));

  for (const [form, url] of [
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    it(`is to ask in the modes that are on: ${[form && 'form', url && 'url'].filter(Boolean).join(' and ')}`, async () => {
      await serverWith({ form, url }).start();
      const declared = rig.wire.find(({ method }) => method === 'initialize')?.params?.['capabilities'];
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
    const declared = rig.wire.find(({ method }) => method === 'initialize')?.params?.['capabilities'];
    assert.deepEqual(declared, { roots: { listChanged: true } });
    assert.equal(rig.inbox.pending.length, 0);
    const fates = rig.exchanges.all.map(
      (exchange) => exchange.reply && unaskedRequestOutcome(exchange, exchange.reply, 0),
    );
    assert.deepEqual(
      fates.map((fate) => [fate?.decision, fate?.message, fate?.findings]),
      [['refused', undefined, ['refused.mode']]],
      'that it asked is recorded',
    );
    assert.equal(fates[0]?.unread, true);
    assert.deepEqual(
      rig.exchanges.all.map(({ received }) => received),
      [{ method: 'elicitation/create' }],
      'nothing of what it asked is kept',
    );
  });

  it('is nothing else that is not declared, where questions are switched off', async () => {
    const server = serverWith({ form: false, url: false });
    const request = { jsonrpc: '2.0', id: 'mine', method: 'sampling/createMessage', params: {} };
    await server.call(tool('write', { lines: [JSON.stringify(request)] }), { origin: 'person' });
    await until(() => rig.replies.length > 0);
    assert.deepEqual(rig.replies[0]?.error, { code: -32601, message: 'Method not found' });
    assert.deepEqual(rig.exchanges.all, []);
  });
});
