import { systemClock } from '#core/common/clock.ts';
import { RecordWriter } from '#core/record/recordWriter.ts';
import { repairRecord } from '#core/record/repair.ts';
import { applyRetention } from '#core/record/retention.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import type { GeneratedRecord } from './generateRecord.ts';

/** The milliseconds to verify a record. */
export async function timeVerify({ folder, heads }: GeneratedRecord): Promise<number> {
  const begin = performance.now();
  const { ok } = await verifyRecord(new RecordFolder(folder), heads);
  const ms = performance.now() - begin;
  if (!ok) throw new Error(`${folder} is broken.`);
  return ms;
}

/** The milliseconds for the maintenance of a record when a window starts. No file is old enough to be deleted. */
export async function timeMaintenance({ folder, heads }: GeneratedRecord): Promise<number> {
  const files = new RecordFolder(folder);
  const writer = new RecordWriter({ files, heads, window: 'starting', values: () => 'redacted' });
  const begin = performance.now();
  const repairs = await repairRecord({ files, heads, writer });
  const { files: deletedFiles } = await applyRetention({
    files,
    heads,
    writer,
    clock: systemClock,
    memory: new InMemoryStateStore(),
    days: 36_500,
  });
  const ms = performance.now() - begin;
  if (repairs.length + deletedFiles.length > 0) throw new Error(`Something was wrong with ${folder}.`);
  return ms;
}
