import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { required } from '#test/host/samples.ts';
import { only, TestConnection } from '#test/host/testConnection.ts';

const accept = { action: 'accept' } as const;
const urlsRequired = (...elicitations: unknown[]) => new ProtocolError(-32042, 'Needed', { elicitations });

describe('a call with unusable required URLs (-32042)', () => {
  let rig: TestConnection;
  let sendCount = 0;
  beforeEach(() => {
    rig = new TestConnection();
    sendCount = 0;
  });

  /** Runs a call to which the server responds with `results` in turn, and then always with the last one. Errors are thrown. */
  function call(...results: readonly unknown[]): Promise<unknown> {
    const result = throughRequiredUrls(async () => {
      sendCount += 1;
      const response = results[Math.min(sendCount, results.length) - 1];
      if (response instanceof Error) {
        throw response;
      }
      return response;
    }, rig.context);
    result.catch(() => undefined);
    return result;
  }

  const complete = (...ids: string[]) => {
    for (const id of ids) {
      rig.elicitations.pages.completions.complete(id);
    }
  };

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
      await assert.rejects(call(new ProtocolError(-32042, 'Needed', data)), { name: 'CallFailed', message });
      assert.equal(arrivalCount, 0);
      assert.ok(rig.exchanges.all.length > 0);
      assert.ok(
        rig.exchanges.all.every(({ way, reply }) => way === 'required' && /^Nothing was sent/.test(reply?.note ?? '')),
      );
    });
  }

  it('fails if URL mode is disabled', async () => {
    rig = new TestConnection({ form: true, url: false });
    await assert.rejects(call(urlsRequired(required('a'))), { name: 'CallFailed', message: /switched off/ });
  });

  it('has one exchange for each entry', async () => {
    const entry = required('a');
    const result = call(urlsRequired(entry), 'done');
    const request = await rig.decide(accept);
    await rig.onlySuspendedCall();
    const exchange = only(rig.exchanges.all);
    assert.deepEqual(
      [exchange.id, exchange.way, exchange.key, exchange.received],
      [request.id, 'required', '0', entry],
    );
    assert.match(exchange.reply?.note ?? '', /There is no reply/);
    complete('a');
    await result;
  });
});
