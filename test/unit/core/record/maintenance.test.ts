import assert from 'node:assert/strict';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import { RecordMaintenance } from '#core/record/maintenance.ts';
import { RecordTestBed } from './recordTestBed.ts';

describe('the maintenance of the record', () => {
  it('repairs first, reports the findings, and then applies retention', async () => {
    const rig = new RecordTestBed();
    const old = await rig.wrote(['a'], 'old');
    rig.pass(50);
    const torn = await rig.wrote(['b'], 'torn');
    rig.disk.write(torn, Buffer.concat([rig.disk.read(torn), Buffer.from('{"v":1')]));
    const found: RepairFinding[] = [];
    const { clock, files, heads, memory } = rig;
    const writer = rig.writer('new');
    const keeping = new RecordMaintenance({
      files,
      heads,
      writer,
      clock,
      memory,
      days: () => 30,
      found: (all) => found.push(...all),
      failed: (error) => assert.fail(String(error)),
      settleMs: 5,
    });
    await keeping.started;
    keeping.dispose();
    assert.deepEqual(found, [{ file: torn, what: 'torn', bytes: 6 }]);
    const names = (await files.list()).map(({ name }) => name);
    assert.ok(!names.includes(old) && names.includes(torn), names.join());
  });

  it('reports an error and never rejects', async () => {
    const rig = new RecordTestBed();
    await rig.wrote(['a'], 'other');
    const failures: unknown[] = [];
    const broken = { ...rig.heads, names: () => Promise.reject(new Error('The keyring is locked.')) } as never;
    const keeping = new RecordMaintenance({
      files: rig.files,
      heads: broken,
      writer: rig.writer('new'),
      clock: rig.clock,
      memory: rig.memory,
      days: () => 30,
      found: () => assert.fail(),
      failed: (error) => failures.push(error),
    });
    await keeping.started;
    keeping.dispose();
    assert.equal(failures.length, 2);
  });
});
