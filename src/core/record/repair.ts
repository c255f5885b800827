import { setTimeout as delay } from 'node:timers/promises';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import { chainHash } from '#core/record/store/chain.ts';
import type { StoredHead } from '#core/record/store/heads.ts';
import { readRecordFileName } from '#core/record/store/recordFileName.ts';
import { verifyChain } from '#core/record/store/verifyChain.ts';
import type { RecordStore } from './recordWriter.ts';
import { verifyRecord } from './verify.ts';

/** `writer` records the findings. The files of its window are not checked. */
interface RepairOptions extends RecordStore {
  /** Called with the error if a file could not be read. The file is skipped. */
  readonly onFailure?: (error: unknown) => void;
  /** The milliseconds within which a running window stores the head of entries that it has written; longer than `headPauseMs`. */
  readonly settleMs?: number;
}

/** A file whose size differs from that in its head. */
interface SizeMismatch {
  readonly file: string;
  /** `undefined` if the file does not exist. */
  readonly bytes: number | undefined;
  /** `undefined` if a head was stored but cannot be read. */
  readonly head: StoredHead | undefined;
}

const findingsPerEntry = 100;

/**
 * Repairs the record when a window starts: stores the heads of entries that other windows had written without a head when they
 * ended, notes incomplete last entries in the heads, and records the findings. Never changes a file. A finding that the end of a
 * window cannot explain, or a head that cannot be read, is recorded once and stays a problem for `verifyRecord`. A file that never
 * had a head is not recorded. Reads only the entries after each head. Rejects if the folder or the heads cannot be read.
 */
export async function repairRecord(options: RepairOptions): Promise<readonly RepairFinding[]> {
  const { files, heads, settleMs = 5000 } = options;
  const first = await findSizeMismatches(options);
  if (first.length === 0) {
    return [];
  }
  // A running window may be writing and will store its head soon, so the sizes are checked again before the repair.
  await delay(settleMs);
  const mismatches = (await findSizeMismatches(options)).filter((mismatch) =>
    first.some((earlier) => isSame(earlier, mismatch)),
  );
  const isAnyMissing = mismatches.some(({ bytes, head }) => bytes === undefined && head && head.count > 0);
  // A window may end after it has deleted a file and before it has deleted the head.
  const { dropped } = isAnyMissing ? await verifyRecord(files, heads) : { dropped: [] };
  const findings: RepairFinding[] = [];
  for (const mismatch of mismatches) {
    try {
      findings.push(...(await repairFile(options, mismatch, dropped)));
    } catch (error) {
      options.onFailure?.(error);
    }
  }
  for (let index = 0; index < findings.length; index += findingsPerEntry) {
    options.writer.append({ kind: 'repair', found: findings.slice(index, index + findingsPerEntry) });
  }
  return findings;
}

async function findSizeMismatches({ files, heads, writer }: RepairOptions): Promise<readonly SizeMismatch[]> {
  const sizes = new Map((await files.list()).map(({ name, bytes }) => [name, bytes]));
  const mismatches: SizeMismatch[] = [];
  const filesWithHead = new Set(await heads.names());
  // Also files without a listed head, because the list may be lost although the heads exist.
  for (const file of new Set([...filesWithHead, ...sizes.keys()])) {
    if (readRecordFileName(file)?.window === writer.window) {
      continue;
    }
    const head = await heads.get(file);
    const bytes = sizes.get(file);
    const isMismatch = head ? !head.said && bytes !== head.bytes + (head.torn?.bytes ?? 0) : filesWithHead.has(file);
    if (isMismatch) {
      mismatches.push({ file, bytes, head });
    }
  }
  return mismatches;
}

function isSame(one: SizeMismatch, other: SizeMismatch): boolean {
  return one.file === other.file && one.bytes === other.bytes && one.head?.hash === other.head?.hash;
}

async function repairFile(
  { files, heads }: RepairOptions,
  { file, bytes, head }: SizeMismatch,
  dropped: readonly string[],
): Promise<readonly RepairFinding[]> {
  if (!head) {
    // Recorded only once: the file has no head from then on, and `verifyRecord` reports that.
    await heads.delete(file);
    return bytes === undefined ? [] : [{ file, what: 'headLost' }];
  }
  const unrepaired = async (what: RepairFinding['what']): Promise<readonly RepairFinding[]> => {
    await heads.set(file, { ...head, said: what });
    return [{ file, what }];
  };
  if (bytes === undefined) {
    if (head.count > 0 && !dropped.includes(file)) {
      return unrepaired('missing');
    }
    await heads.delete(file);
    return [];
  }
  if (bytes < head.bytes) {
    return unrepaired('truncated');
  }
  const end = await verifyChain(files, file, head);
  if (end.fault) {
    return unrepaired('changed');
  }
  const entries = end.head.count - head.count;
  const { torn: _, ...without } = head;
  await heads.set(file, {
    ...without,
    ...end.head,
    ...(entries > 0 && { sure: head.sure ?? head.count }),
    ...(end.rest && { torn: { bytes: end.rest.length, sha256: chainHash(end.rest) } }),
  });
  return [
    ...(entries > 0 ? [{ file, what: 'adopted', entries } as const] : []),
    ...(end.rest ? [{ file, what: 'torn', bytes: end.rest.length } as const] : []),
  ];
}
