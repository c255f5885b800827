import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { required } from '#test/host/samples.ts';
import { only } from '#test/host/testConnection.ts';
import { UrlRequiringConnection, urlsRequired } from './urlRequiringConnection.ts';

const accept = { action: 'accept' } as const;

describe('a call with unusable required URLs (-32042)', () => {
  let rig: UrlRequiringConnection;
  beforeEach(() => {
    rig = new UrlRequiringConnection();
  });

  for (const [what, data, message] of [
    ['no data', undefined, /"elicitations" must be a list/],
    ['an object instead of an array', { elicitations: {} }, /"elicitations" must be a list/],
    ['no page', { elicitations: [] }, /"elicitations" is empty/],
    [
      'too many pages',
      { elicitations: Array.from({ length: 21 }, (_, n) => required(`${n}`)) },
      /21 pages, and at most 20/,
    ],
    ['null as an entry', { elicitations: [required('a'), null] }, /elicitations\[1\]: must be an object/],
    ['a form', { elicitations: [required('a'), { mode: 'form' }] }, /elicitations\[1\]: mode: must be "url"/],
    [
      'an entry without id',
      { elicitations: [{ ...required('a'), elicitationId: 7 }] },
      /elicitations\[0\]: elicitationId/,
    ],
    ['an entry without message', { elicitations: [{ ...required('a'), message: null }] }, /elicitations\[0\]: message/],
    [
      'the URL of a script',
      { elicitations: [required('a'), { ...required('b'), url: 'javascript:1' }] },
      /elicitations\[1\]: url: must/,
    ],
  ] as const) {
    it(`fails with the reason and shows no page (${what})`, async () => {
      let arrivalCount = 0;
      rig.inbox.onDidArrive(() => {
        arrivalCount += 1;
      });
      await assert.rejects(rig.runCall(new ProtocolError(-32042, 'Needed', data)), { name: 'CallFailed', message });
      assert.equal(arrivalCount, 0);
      assert.ok(rig.exchanges.all.length > 0);
      assert.ok(
        rig.exchanges.all.every(
          ({ arrival, reply }) => arrival === 'required' && /^Nothing was sent/.test(reply?.note ?? ''),
        ),
      );
    });
  }

  it('fails if URL mode is disabled', async () => {
    rig = new UrlRequiringConnection({ form: true, url: false });
    await assert.rejects(rig.runCall(urlsRequired(required('a'))), { name: 'CallFailed', message: /switched off/ });
  });

  it('has one exchange for each entry', async () => {
    const entry = required('a');
    const result = rig.runCall(urlsRequired(entry), 'done');
    const request = await rig.decide(accept);
    await rig.onlySuspendedCall();
    const exchange = only(rig.exchanges.all);
    assert.deepEqual(
      [exchange.id, exchange.arrival, exchange.key, exchange.received],
      [request.id, 'required', '0', entry],
    );
    assert.match(exchange.reply?.note ?? '', /There is no reply/);
    rig.complete('a');
    await result;
  });
});
