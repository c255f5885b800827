import assert from 'node:assert/strict';
import { definitionOf, handmade, nameQuestion, nodeSpec, Rig, textOf, tool } from './harness.ts';

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
  });
});
