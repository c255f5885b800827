import assert from 'node:assert/strict';
import { Ledger } from '#scripts/soak/common/ledger.ts';

const call = { at: 1, event: 'call', call: 1 };
const asked = { at: 2, event: 'asked', call: 1 };
const replyTo = (answer: string) => ({ at: 3, event: 'reply', call: 1, action: 'accept', content: { answer } });
const recordOf = (place: string, ...events: readonly object[]) =>
  [{ ...call, arguments: { place } }, ...events] as { at: number; event: string }[];

describe('the ledger of a segment', () => {
  let ledger: Ledger;

  beforeEach(() => {
    ledger = new Ledger(() => undefined);
    for (const token of ['t1x', 't2x']) ledger.callSent(token, 'ask_form', `session of ${token}`);
    const given = { token: 't1x', answer: 't1x/w1-1', action: 'accept' };
    ledger.windowReported('w1', { type: 'decides', ...given });
  });

  it('accounts for calls, requests and answers that have ended', () => {
    ledger.windowReported('w1', { type: 'delivery', answer: 't1x/w1-1', state: 'sent' });
    ledger.callEnded('t1x', 'result', 'form, accept');
    ledger.callEnded('t2x', 'cancelled');
    ledger.sessionEnded({ name: 's', endedBy: '', record: recordOf('t1x', asked, replyTo('t1x/w1-1')) });
    ledger.sessionEnded({ name: 's', endedBy: '', record: recordOf('t2x', asked) });
    ledger.close();
    assert.deepEqual(ledger.failures, []);
    assert.deepEqual(ledger.counts.all, {
      'call: sent, ask_form': 2,
      'answer: given, accept': 1,
      'call: ended, result: form, accept': 1,
      'call: ended, cancelled': 1,
      'request: answered to the server, accept': 1,
      'request: asked by a server': 2,
      'request: open when its call or its server ended': 1,
      'answer: reached its call; the window shows sent': 1,
    });
  });

  it('fails for what is unaccounted, and for an answer to another call', () => {
    ledger.sessionEnded({
      name: 's',
      endedBy: '',
      record: recordOf('t2x', asked, replyTo('t1x/w1-1'), replyTo('t1x/w1-1')),
    });
    ledger.close();
    const expected = [
      /t2x received the answer t1x/,
      /t2x received accept, which no user gave/,
      /given twice/,
      /got 2 answers/,
    ];
    for (const failure of [...expected, /t1x of ask_form .* has no end/, /t2x of ask_form .* has no end/]) {
      assert.match(ledger.failures.join('\n'), failure);
    }
  });

  it('counts as open what has no end when it is interrupted, and changes nothing by that', () => {
    ledger.windowReported('w1', { type: 'decides', token: 't2x', answer: 't2x/w1-2', action: 'accept' });
    ledger.callEnded('t1x', 'result', 'form, accept');
    const records = [recordOf('t1x', asked, replyTo('t1x/w1-1')), recordOf('t2x', asked)];
    const before = ledger.counts.all;
    assert.deepEqual(ledger.countsIfInterrupted(records).all, {
      ...before,
      'request: answered to the server, accept': 1,
      'request: asked by a server': 2,
      'request: open when the run was interrupted': 1,
      'call: open when the run was interrupted': 1,
      'answer: reached its call; the window shows nothing': 1,
      'answer: open when the run was interrupted': 1,
    });
    assert.deepEqual([ledger.counts.all, ledger.failures], [before, []]);
  });

  it('fails if nobody was asked although a window was there, unless the session was ending', () => {
    ledger.windowReported('w1', { type: 'listening' });
    const at = Date.now() + 20_000;
    const record = recordOf('t2x', asked, { at, event: 'refused', call: 1, code: -31002 });
    ledger.sessionEnded({ name: 's', endedBy: 'an agent ends', endingAt: at - 1, record });
    assert.deepEqual(ledger.failures, []);
    ledger.sessionEnded({ name: 's', endedBy: 'an agent ends', endingAt: at + 1, record, log: 'No window.' });
    assert.match(
      ledger.failures.join('\n'),
      /nobody was asked for the call t2x at .* w1 was there .*; it wrote: No window\./,
    );
  });
});
