import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { required } from '#test/host/samples.ts';
import { only, TestConnection } from '#test/host/testConnection.ts';

const yes = { action: 'accept' } as const;
const needs = (...elicitations: unknown[]) => new ProtocolError(-32042, 'Needed', { elicitations });

describe('a call with required URLs (-32042)', () => {
  let rig: TestConnection;
  let sent = 0;
  beforeEach(() => {
    rig = new TestConnection();
    sent = 0;
  });

  /** A call that is answered with `results` in turn; the last one goes on for ever. Errors are thrown. */
  function call(...results: readonly unknown[]): Promise<unknown> {
    const result = throughRequiredUrls(async () => {
      sent += 1;
      const answer = results[Math.min(sent, results.length) - 1];
      if (answer instanceof Error) {
        throw answer;
      }
      return answer;
    }, rig.context);
    result.catch(() => undefined);
    return result;
  }

  const complete = (...ids: string[]) => {
    for (const id of ids) {
      rig.elicitations.pages.completions.complete(id);
    }
  };

  for (const [what, data, words] of [
    ['no data', undefined, /"elicitations" must be a list/],
    ['no list', { elicitations: {} }, /"elicitations" must be a list/],
    ['an empty list', { elicitations: [] }, /"elicitations" is empty/],
    [
      'too many pages',
      { elicitations: Array.from({ length: 21 }, (_, n) => required(`${n}`)) },
      /21 pages, and at most 20/,
    ],
    ['an entry that is nothing', { elicitations: [required('a'), null] }, /elicitations\[1\]: must be an object/],
    [
      'a form among them',
      { elicitations: [required('a'), { mode: 'form' }] },
      /elicitations\[1\]: mode: must be "url"/,
    ],
    [
      'an entry without id',
      { elicitations: [{ ...required('a'), elicitationId: 7 }] },
      /elicitations\[0\]: elicitationId/,
    ],
    ['an entry without words', { elicitations: [{ ...required('a'), message: null }] }, /elicitations\[0\]: message/],
    [
      'a script',
      { elicitations: [required('a'), { ...required('b'), url: 'javascript:1' }] },
      /elicitations\[1\]: url: must/,
    ],
  ] as const) {
    it(`and lists ${what} ends with the reason and shows no page`, async () => {
      let asked = 0;
      rig.inbox.onDidArrive(() => {
        asked += 1;
      });
      await assert.rejects(call(new ProtocolError(-32042, 'Needed', data)), { name: 'CallFailed', message: words });
      assert.equal(asked, 0);
      assert.ok(rig.exchanges.all.length > 0);
      assert.ok(
        rig.exchanges.all.every(({ way, reply }) => way === 'required' && /^Nothing was sent/.test(reply?.note ?? '')),
      );
    });
  }

  it('ends if URL mode is switched off', async () => {
    rig = new TestConnection({ form: true, url: false });
    await assert.rejects(call(needs(required('a'))), { name: 'CallFailed', message: /switched off/ });
  });

  it('is recorded entry by entry', async () => {
    const entry = required('a');
    const result = call(needs(entry), 'done');
    const asked = await rig.decide(yes);
    await rig.onlySuspendedCall();
    const exchange = only(rig.exchanges.all);
    assert.deepEqual([exchange.id, exchange.way, exchange.key, exchange.received], [asked.id, 'required', '0', entry]);
    assert.match(exchange.reply?.note ?? '', /There is no reply/);
    complete('a');
    await result;
  });
});
