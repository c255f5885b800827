import assert from 'node:assert/strict';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import { RecordMaintenance } from '#core/record/maintenance.ts';
import { RecordTestBed } from './recordTestBed.ts';

describe('the maintenance of the record', () => {
  it('repairs first, reports the findings, and then applies retention', async () => {
    const testBed = new RecordTestBed();
    const old = await testBed.recordInNewWindow(['a'], 'old');
    testBed.advanceDays(50);
    const torn = await testBed.recordInNewWindow(['b'], 'torn');
    testBed.disk.write(torn, Buffer.concat([testBed.disk.read(torn), Buffer.from('{"v":1')]));
    const found: RepairFinding[] = [];
    const { clock, files, heads, memory } = testBed;
    const writer = testBed.writer('new');
    const maintenance = new RecordMaintenance({
      files,
      heads,
      writer,
      clock,
      memory,
      days: () => 30,
      onFindings: (all) => found.push(...all),
      onFailure: (error) => assert.fail(String(error)),
      settleMs: 5,
    });
    await maintenance.started;
    maintenance.dispose();
    assert.deepEqual(found, [{ file: torn, what: 'torn', bytes: 6 }]);
    const names = (await files.list()).map(({ name }) => name);
    assert.ok(!names.includes(old) && names.includes(torn), names.join());
  });

  it('reports errors and never rejects', async () => {
    const testBed = new RecordTestBed();
    await testBed.recordInNewWindow(['a'], 'other');
    const failures: unknown[] = [];
    const broken = { ...testBed.heads, names: () => Promise.reject(new Error('The keyring is locked.')) } as never;
    const maintenance = new RecordMaintenance({
      files: testBed.files,
      heads: broken,
      writer: testBed.writer('new'),
      clock: testBed.clock,
      memory: testBed.memory,
      days: () => 30,
      onFindings: () => assert.fail(),
      onFailure: (error) => failures.push(error),
    });
    await maintenance.started;
    maintenance.dispose();
    assert.equal(failures.length, 2);
  });
});
