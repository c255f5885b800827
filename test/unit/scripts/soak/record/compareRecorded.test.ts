import assert from 'node:assert/strict';
import { Ledger } from '#scripts/soak/common/ledger.ts';
import { compareRecorded } from '#scripts/soak/record/checkRecord.ts';

describe('the record of a segment, compared with the answers that users gave', () => {
  let ledger: Ledger;

  beforeEach(() => {
    ledger = new Ledger(() => undefined);
    ledger.callSent('t1x', 'ask_form', 'session');
    for (const window of ['w1', 'w2']) {
      ledger.windowReported(window, { type: 'decides', token: 't1x', answer: `t1x/${window}`, action: 'accept' });
    }
  });

  it('has each answer once', () => {
    compareRecorded(['t1x/w1', 't1x/w2'], ledger);
    assert.deepEqual(ledger.failures, []);
    compareRecorded(['t1x/w2', 't1x/w2', 't3x/w1'], ledger);
    for (const failure of [/t1x\/w2 is recorded twice/, /t3x\/w1 .* no user gave it/, /t1x\/w1 is not recorded/]) {
      assert.match(ledger.failures.join('\n'), failure);
    }
  });

  it('may lack the last answers of a window that was killed, but none that was over some time before', () => {
    ledger.windowReported('w2', { type: 'delivery', answer: 't1x/w2', state: 'sent, ended' });
    ledger.windowKilled('w2', Date.now() + 1000);
    compareRecorded(['t1x/w1'], ledger);
    assert.deepEqual(ledger.failures, []);
    assert.equal(ledger.counts.of('record: answers that a window was killed before it recorded'), 1);
    ledger.windowKilled('w2', Date.now() + 20_000);
    compareRecorded(['t1x/w1'], ledger);
    assert.match(ledger.failures.join('\n'), /t1x\/w2 is not recorded/);
  });
});
