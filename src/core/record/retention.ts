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
import { isKnownTornEntry } from './verify.ts';

export interface DeletionResult {
  /** The files that the deletion entries name: also the failed ones, and missing files whose head is deleted. */
  readonly files: readonly DeletedFile[];
  /** The names of the files that could not be deleted, or whose head could not. */
  readonly failed: readonly string[];
}

const filesPerEntry = 100;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Deletes files whose last entry is older than `days` days, but none of this window. Deletes the heads of missing files if the month
 * in the name ended before that. Deletes a file only if all of it matches its head: a changed or cut file, or one without a head, is
 * a problem that `verifyRecord` must still report. Writes the deletion entries first, and deletes nothing if they cannot be written.
 * To be called at each start and once a day. Ages are computed with `updateTrustedTime`, whose state is in `memory`. Rejects if the
 * list, a head or an old file cannot be read.
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
  const cutoff = updateTrustedTime(memory, clock.now(), newest) - days * dayMs;
  const old: string[] = [];
  for (const { name } of present) {
    const { month, window } = readRecordFileName(name) ?? {};
    const mayBeOld = month !== undefined && startOfMonth(month) < cutoff && (claimedTimes.get(name) ?? cutoff) < cutoff;
    if (mayBeOld && window !== writer.window && (await readVerifiedTime(files, heads, name, month)) < cutoff) {
      old.push(name);
    }
  }
  const presentNames = new Set(present.map(({ name }) => name));
  const missing = (await heads.names()).filter((name) => !presentNames.has(name));
  old.push(...missing.filter((name) => latestTimeOf(name) < cutoff));
  const deleted = await describeFiles(heads, old);
  if (deleted.length === 0 || !(await recordDeletion(writer, 'retention', deleted, days))) {
    return { files: [], failed: [] };
  }
  return { files: deleted, failed: await deleteFiles(files, heads, old) };
}

/**
 * Deletes all files, also those of other windows, discards the waiting entries, and writes the deletion entries to a new file. If
 * these cannot be written, the files are deleted nevertheless, because the user has requested this. `secondDeletionAfterMs`: the
 * milliseconds after which the files are deleted a second time; default 2000.
 */
export async function clearRecordFiles(
  options: RecordStore & { secondDeletionAfterMs?: number },
): Promise<DeletionResult> {
  const { files, heads, writer } = options;
  const names = await writer.startNewFile(async () => {
    const present = (await files.list()).map(({ name }) => name);
    return [...new Set([...present, ...(await heads.names())])];
  });
  const deleted = await describeFiles(heads, names);
  await recordDeletion(writer, 'cleared', deleted);
  await deleteFiles(files, heads, names);
  // Another window may have stored a head or written a line meanwhile, so the files are deleted a second time.
  await delay(options.secondDeletionAfterMs ?? 2000);
  return { files: deleted, failed: await deleteFiles(files, heads, names) };
}

/**
 * Writes the deletion entries (one even if there are no files) and their head; resolves to true if both succeeded. `verifyRecord`
 * accepts a missing file only if a deletion entry names it, so the entries must be stored before the files are deleted.
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
 * verified, so it may make the host skip a file and be the first trusted time (which is never later than the clock), but is no
 * reason to delete a file.
 */
async function readClaimedTime(files: RecordFiles, { name, bytes, modified }: RecordFile): Promise<number> {
  const line = await new ReverseLineReader(files, name, bytes).next().catch(() => undefined);
  const at = line ? timeIn(line.bytes) : Number.NaN;
  return Number.isNaN(at) ? modified : at;
}

/**
 * The time that a file's age is computed from, in milliseconds since the epoch. The greatest of: the start of the month in the name
 * (its end if the head has no entries), the time of the last entry before any adopted ones, and the times of the adopted entries. So
 * an adopted entry, which any program may have written, cannot make the file older than the entries before it. Infinity if one of
 * these entries has no time, or if the file does not match its head completely.
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
    head.hash === stored.hash &&
    head.count === stored.count &&
    !fault &&
    (!rest || isKnownTornEntry(stored, head, rest));
  return isVerified ? latest : Number.POSITIVE_INFINITY;
}

/** The time in an entry of any version, in milliseconds since the epoch; NaN if it has none. */
function timeIn(line: Buffer): number {
  const entry = tryParseJson(line.toString('utf8'));
  return isRecord(entry) && typeof entry['at'] === 'string' ? Date.parse(entry['at']) : Number.NaN;
}
