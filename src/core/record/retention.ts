import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '#core/common/clock.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import type { DeletedFile, DeletionBody } from '#core/record/entries/entry.ts';
import { emptyHead } from '#core/record/store/chain.ts';
import { ReverseLineReader } from '#core/record/store/lineReaders.ts';
import { endOfMonth, readRecordFileName, startOfMonth } from '#core/record/store/recordFileName.ts';
import type { Heads, RecordFile, RecordFiles } from '#core/record/store/recordFiles.ts';
import { verifyChain } from '#core/record/store/verifyChain.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import type { RecordWriter } from './recordWriter.ts';
import { trustedTime } from './trustedTime.ts';
import { isRecordedTail } from './verify.ts';

export interface DeletionPorts {
  readonly files: RecordFiles;
  readonly heads: Heads;
  readonly recorder: RecordWriter;
}

export interface DeletionResult {
  readonly files: readonly DeletedFile[];
  /** Names of those that could not be deleted. */
  readonly failed: readonly string[];
}

const filesInOneEntry = 100;
const day = 24 * 60 * 60 * 1000;

/**
 * Drops whole files whose last entry is older than `days` days, and the heads of missing files that would be; never this
 * window's own. A file is dropped only if all of it verifies against its head: what was changed, cut or never had a head
 * stays, for `verify` to name. The dropped files are named in the record before they go; where that cannot be written,
 * nothing goes. For every start, and once a day; a clock that has leapt since is not believed at once, for which `memory`
 * keeps the last time. Rejects when files or heads cannot be read.
 */
export async function applyRetention(
  ports: DeletionPorts & { clock: Clock; memory: StateStore; days: number },
): Promise<DeletionResult> {
  const { files, heads, recorder, clock, memory, days } = ports;
  const present = await files.list();
  const written = new Map<string, number>();
  for (const file of present) {
    written.set(file.name, await claimedTime(files, file));
  }
  const newest = written.size > 0 ? Math.max(...written.values()) : undefined;
  const oldest = trustedTime(memory, clock.now(), newest) - days * day;
  const old: string[] = [];
  for (const { name } of present) {
    const { month, window } = readRecordFileName(name) ?? {};
    const mayBeOld = month !== undefined && startOfMonth(month) < oldest && (written.get(name) ?? oldest) < oldest;
    if (mayBeOld && window !== recorder.window && (await vouchedTime(files, heads, name, month)) < oldest) {
      old.push(name);
    }
  }
  const isPresent = new Set(present.map(({ name }) => name));
  const missing = (await heads.names()).filter((name) => !isPresent.has(name));
  old.push(...missing.filter((name) => endOf(name) < oldest));
  const dropped = await describe(heads, old);
  if (dropped.length === 0 || !(await tell(recorder, 'retention', dropped, days))) {
    return { files: [], failed: [] };
  }
  return { files: dropped, failed: await drop(files, heads, old) };
}

/**
 * Drops everything, also what other windows wrote and what still waits to be written, and says so in a fresh file. Goes
 * on where that cannot be written yet: the person wants it gone. `settleMs`: in which other windows notice.
 */
export async function clearRecordFiles(ports: DeletionPorts & { settleMs?: number }): Promise<DeletionResult> {
  const { files, heads, recorder } = ports;
  const names = await recorder.startNewFile(async () => {
    const present = (await files.list()).map(({ name }) => name);
    return [...new Set([...present, ...(await heads.names())])];
  });
  const dropped = await describe(heads, names);
  await tell(recorder, 'cleared', dropped);
  await drop(files, heads, names);
  // A window that was writing just then may have kept a head, or even a line, anew.
  await delay(ports.settleMs ?? 2000);
  return { files: dropped, failed: await drop(files, heads, names) };
}

/** Vouched for, too: what is told excuses the absence of files, and must be beyond doubt before they go. */
async function tell(
  recorder: RecordWriter,
  kind: DeletionBody['kind'],
  files: readonly DeletedFile[],
  days?: number,
): Promise<boolean> {
  for (let index = 0; index === 0 || index < files.length; index += filesInOneEntry) {
    const some = files.slice(index, index + filesInOneEntry);
    recorder.append({ kind, ...(days !== undefined && { days }), files: some });
  }
  return recorder.flush();
}

async function describe(heads: Heads, names: readonly string[]): Promise<readonly DeletedFile[]> {
  const described: DeletedFile[] = [];
  for (const file of names) {
    const head = await heads.get(file);
    described.push({ file, entries: head?.count ?? 0, ...(head && { hash: head.hash }) });
  }
  return described;
}

/** The file goes before its head: a file without head would look like somebody else's. */
async function drop(files: RecordFiles, heads: Heads, names: readonly string[]): Promise<readonly string[]> {
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

/** The latest that a file can have been written to, as far as its name tells. */
function endOf(name: string): number {
  const month = readRecordFileName(name)?.month;
  return month === undefined ? Number.POSITIVE_INFINITY : endOfMonth(month);
}

/**
 * When the last entry says that it was written, in milliseconds since the epoch; by the disk where none can be read. Only
 * good for passing over files that are not old: whoever can write the file can write the time too.
 */
async function claimedTime(files: RecordFiles, { name, bytes, modified }: RecordFile): Promise<number> {
  const line = await new ReverseLineReader(files, name, bytes).next().catch(() => undefined);
  const at = line ? timeIn(line.bytes) : Number.NaN;
  return Number.isNaN(at) ? modified : at;
}

/**
 * When the last entry was written, in milliseconds since the epoch, never before the month in the file's name. Infinity
 * where the file is not, to its last byte, what its head vouches for. Entries that were adopted by a later start can make
 * the file younger, never older: the window that wrote it has not vouched for them.
 */
async function vouchedTime(files: RecordFiles, heads: Heads, name: string, month: string): Promise<number> {
  const kept = await heads.get(name);
  if (!kept) {
    return Number.POSITIVE_INFINITY;
  }
  let latest = kept.count === 0 ? endOfMonth(month) : startOfMonth(month);
  const { head, fault, rest } = await verifyChain(files, name, emptyHead(name), {
    onEntry(line, { count }) {
      if (count >= (kept.sure ?? kept.count)) {
        const at = timeIn(line);
        latest = Math.max(latest, Number.isNaN(at) ? Number.POSITIVE_INFINITY : at);
      }
    },
  });
  const isVouched =
    head.hash === kept.hash && head.count === kept.count && !fault && (!rest || isRecordedTail(kept, head, rest));
  return isVouched ? latest : Number.POSITIVE_INFINITY;
}

/** What an entry, of whatever version, says about when it was written; NaN where it does not. */
function timeIn(line: Buffer): number {
  const entry = tryParseJson(line.toString('utf8'));
  return isRecord(entry) && typeof entry['at'] === 'string' ? Date.parse(entry['at']) : Number.NaN;
}
