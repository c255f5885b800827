import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyHead } from '#core/record/store/chain.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { verifyChain } from '#core/record/store/verifyChain.ts';
import { linkEntries, writeRecord } from '#test/bench/together/writtenRecord.ts';

describe('the record of the bench', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'written-record-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is a record whose chains are whole, with the number of entries that was asked for', async () => {
    const written = await writeRecord(join(folder, 'whole'), 60, 20);
    const files = new RecordFolder(written.folder);
    let entries = 0;
    for (const { name } of written.files) {
      const { head, fault, rest } = await verifyChain(files, name, emptyHead(name));
      assert.deepEqual({ fault, rest: rest?.length ?? 0 }, { fault: undefined, rest: 0 });
      entries += head.count;
    }
    assert.equal(entries, 60);
  });

  it('grows in another folder by its oldest entries, and leaves what is there', async () => {
    const written = await writeRecord(join(folder, 'growing'), 60, 20);
    const namesBefore = (limit: number) =>
      written.files.filter(({ firstEntry }) => firstEntry < limit).map(({ name }) => name);
    const target = join(folder, 'target');
    await linkEntries(written, target, 20);
    assert.deepEqual((await readdir(target)).toSorted(), namesBefore(20).toSorted());
    await linkEntries(written, target, 60);
    assert.deepEqual((await readdir(target)).toSorted(), namesBefore(60).toSorted());
  });
});
