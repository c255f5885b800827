import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#core/common/clock.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { DeletedFile, DeletionBody } from '#core/record/entries/entry.ts';
import { emptyHead } from '#core/record/store/chain.ts';
import type { Heads } from '#core/record/store/heads.ts';
import { ReverseLineReader } from '#core/record/store/lineReaders.ts';
import { endOfMonth, readRecordFileName, startOfMonth } from '#core/record/store/recordFileName.ts';
import type { RecordFile, RecordFiles } from '#core/record/store/recordFiles.ts';
import { verifyChain } from '#core/record/store/verifyChain.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import type { RecordStore, RecordWriter } from './recordWriter.ts';
import { updateTrustedTime } from './trustedTime.ts';
import { isNotedTail } from './verify.ts';

export interface DeletionResult {
  readonly files: readonly DeletedFile[];
  /** The names of the files that could not be deleted. */
  readonly failed: readonly string[];
}

const filesPerEntry = 100;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes whole files whose last entry is older than `days` days, and the heads of missing files of this age; never the files of
 * this window. Deletes a file only if all of it matches its head: a changed or cut file, or one without a head, is a problem that
 * `verifyRecord` must still report. Writes the deletion entries first, and deletes nothing if they cannot be written. To be called
 * at each start and once a day. Ages are computed with `updateTrustedTime`, whose state is in `memory`. Rejects if files or heads cannot
 * be read.
 */
export async function applyRetention(
  options: RecordStore & { clock: Clock; memory: StateStore; days: number },
): Promise<DeletionResult> {
  const { files, heads, writer, clock, memory, days } = options;
  const present = await files.list();
  const claimedTimes = new Map<string, number>();
  for (const file of present) {
    claimedTimes.set(file.name, await readClaimedTime(files, file));
  }
  const newest = claimedTimes.size > 0 ? Math.max(...claimedTimes.values()) : undefined;
  const oldest = updateTrustedTime(memory, clock.now(), newest) - days * dayMs;
  const old: string[] = [];
  for (const { name } of present) {
    const { month, window } = readRecordFileName(name) ?? {};
    const mayBeOld = month !== undefined && startOfMonth(month) < oldest && (claimedTimes.get(name) ?? oldest) < oldest;
    if (mayBeOld && window !== writer.window && (await readVerifiedTime(files, heads, name, month)) < oldest) {
      old.push(name);
    }
  }
  const presentNames = new Set(present.map(({ name }) => name));
  const missing = (await heads.names()).filter((name) => !presentNames.has(name));
  old.push(...missing.filter((name) => latestTimeOf(name) < oldest));
  const deleted = await describeFiles(heads, old);
  if (deleted.length === 0 || !(await recordDeletion(writer, 'retention', deleted, days))) {
    return { files: [], failed: [] };
  }
  return { files: deleted, failed: await deleteFiles(files, heads, old) };
}

/**
 * Deletes all files, also those of other windows, discards the waiting entries, and writes the deletion entries to a new file. If
 * these cannot be written, the files are deleted nevertheless, because the user has requested this. `settleMs`: the milliseconds
 * within which other windows detect that their files were deleted.
 */
export async function clearRecordFiles(options: RecordStore & { settleMs?: number }): Promise<DeletionResult> {
  const { files, heads, writer } = options;
  const names = await writer.startNewFile(async () => {
    const present = (await files.list()).map(({ name }) => name);
    return [...new Set([...present, ...(await heads.names())])];
  });
  const deleted = await describeFiles(heads, names);
  await recordDeletion(writer, 'cleared', deleted);
  await deleteFiles(files, heads, names);
  // Another window may have stored a head or written a line meanwhile, so the files are deleted a second time.
  await delay(options.settleMs ?? 2000);
  return { files: deleted, failed: await deleteFiles(files, heads, names) };
}

/**
 * Writes the deletion entries and their head; resolves to true if both succeeded. `verifyRecord` accepts a missing file only if a
 * deletion entry names it, so the entries must be stored before the files are deleted.
 */
async function recordDeletion(
  writer: RecordWriter,
  kind: DeletionBody['kind'],
  files: readonly DeletedFile[],
  days?: number,
): Promise<boolean> {
  for (let index = 0; index === 0 || index < files.length; index += filesPerEntry) {
    const filesOfEntry = files.slice(index, index + filesPerEntry);
    writer.append({ kind, ...(days !== undefined && { days }), files: filesOfEntry });
  }
  return writer.flush();
}

async function describeFiles(heads: Heads, names: readonly string[]): Promise<readonly DeletedFile[]> {
  const described: DeletedFile[] = [];
  for (const file of names) {
    const head = await heads.get(file);
    described.push({ file, entries: head?.count ?? 0, ...(head && { hash: head.hash }) });
  }
  return described;
}

/** Deletes each file before its head, because a file without a head is a problem. Returns the names of files that failed. */
async function deleteFiles(files: RecordFiles, heads: Heads, names: readonly string[]): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const name of names) {
    try {
      await files.delete(name);
      await heads.delete(name);
    } catch {
      failed.push(name);
    }
  }
  return failed;
}

/** The latest time at which a file can have been written, by its name. */
function latestTimeOf(name: string): number {
  const month = readRecordFileName(name)?.month;
  return month === undefined ? Number.POSITIVE_INFINITY : endOfMonth(month);
}

/**
 * The time in the last entry, in milliseconds since the epoch, or the file's modification time if no entry can be read. Not
 * verified, so it may only be used to skip files that are not old.
 */
async function readClaimedTime(files: RecordFiles, { name, bytes, modified }: RecordFile): Promise<number> {
  const line = await new ReverseLineReader(files, name, bytes).next().catch(() => undefined);
  const at = line ? timeIn(line.bytes) : Number.NaN;
  return Number.isNaN(at) ? modified : at;
}

/**
 * The time of the last entry, in milliseconds since the epoch, not before the month in the file's name. Infinity if the file does
 * not match its head completely. Entries that a later start adopted can make the file newer but not older, because the window that
 * wrote the file has not stored their head.
 */
async function readVerifiedTime(files: RecordFiles, heads: Heads, name: string, month: string): Promise<number> {
  const stored = await heads.get(name);
  if (!stored) {
    return Number.POSITIVE_INFINITY;
  }
  let latest = stored.count === 0 ? endOfMonth(month) : startOfMonth(month);
  const { head, fault, rest } = await verifyChain(files, name, emptyHead(name), {
    onEntry(line, { count }) {
      if (count >= (stored.sure ?? stored.count)) {
        const at = timeIn(line);
        latest = Math.max(latest, Number.isNaN(at) ? Number.POSITIVE_INFINITY : at);
      }
    },
  });
  const isVerified =
    head.hash === stored.hash && head.count === stored.count && !fault && (!rest || isNotedTail(stored, head, rest));
  return isVerified ? latest : Number.POSITIVE_INFINITY;
}

/** The time in an entry of any version, in milliseconds since the epoch; NaN if it has none. */
function timeIn(line: Buffer): number {
  const entry = tryParseJson(line.toString('utf8'));
  return isRecord(entry) && typeof entry['at'] === 'string' ? Date.parse(entry['at']) : Number.NaN;
}
