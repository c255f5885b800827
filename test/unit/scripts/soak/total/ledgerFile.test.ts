import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LedgerFile } from '#scripts/soak/total/ledgerFile.ts';
import { newLedger } from '#scripts/soak/total/totalLedger.ts';

describe('the file of a ledger', () => {
  let folder: string;
  let file: LedgerFile;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ledger-'));
    file = new LedgerFile(join(folder, 'soak', 'ledger.json'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('has what was written last, and nothing is left beside it', () => {
    assert.equal(file.read(), undefined);
    file.write(newLedger(1, 10));
    file.write({ ...newLedger(2, 20), minutesDone: 5 });
    const { seed, minutes, minutesDone } = file.read() ?? assert.fail();
    assert.deepEqual([seed, minutes, minutesDone], [2, 20, 5]);
    assert.deepEqual(readdirSync(join(folder, 'soak')), ['ledger.json']);
  });

  it('is kept beside a new one', () => {
    file.moveAway();
    file.write(newLedger(1, 10));
    file.moveAway();
    file.write(newLedger(2, 10));
    const before = new LedgerFile(join(folder, 'soak', 'ledger-before.json'));
    assert.deepEqual([before.read()?.seed, file.read()?.seed], [1, 2]);
  });
});
