import { setTimeout as delay } from 'node:timers/promises';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import { chainHash } from '#core/record/store/chain.ts';
import { readRecordFileName } from '#core/record/store/recordFileName.ts';
import type { Heads, RecordFiles, StoredHead } from '#core/record/store/recordFiles.ts';
import { verifyChain } from '#core/record/store/verifyChain.ts';
import type { RecordWriter } from './recordWriter.ts';
import { verifyRecord } from './verify.ts';

export interface RepairPorts {
  readonly files: RecordFiles;
  readonly heads: Heads;
  /** Where what was found is told. Its own window's files are left alone. */
  readonly recorder: RecordWriter;
  /** A file could not be read, so it was left as it is. */
  readonly failed?: (error: unknown) => void;
  /** Milliseconds in which a living window vouches for what it has written; longer than `headPauseMs`. */
  readonly settleMs?: number;
}

/** A file whose size is not the one that was vouched for. */
interface SizeMismatch {
  readonly file: string;
  /** `undefined`: the file is gone. */
  readonly bytes: number | undefined;
  /** `undefined`: it was kept, and cannot be read. */
  readonly head: StoredHead | undefined;
}

const foundInOneEntry = 100;

/**
 * For the start of a window: vouches for what windows wrote that ended before they could, remembers what they left
 * incomplete, and says in the record what it found. No file is ever changed. What no ending of a window explains is only
 * said, once, and stays a problem to `verify`; so does a file whose head cannot be read. One that never had a head is not
 * even said. Reads only what was not vouched for. Rejects when the folder or the heads cannot be read.
 */
export async function repairRecord(ports: RepairPorts): Promise<readonly RepairFinding[]> {
  const { files, heads, settleMs = 5000 } = ports;
  const first = await oddFiles(ports);
  if (first.length === 0) {
    return [];
  }
  // Another window may be writing at this moment: what is odd for long is not its doing.
  await delay(settleMs);
  const still = (await oddFiles(ports)).filter((odd) => first.some((before) => isSame(before, odd)));
  const gone = still.some(({ bytes, head }) => bytes === undefined && head && head.count > 0);
  // A window may end between a file and its head.
  const { dropped } = gone ? await verifyRecord(files, heads) : { dropped: [] };
  const found: RepairFinding[] = [];
  for (const odd of still) {
    try {
      found.push(...(await repairFile(ports, odd, dropped)));
    } catch (error) {
      ports.failed?.(error);
    }
  }
  for (let index = 0; index < found.length; index += foundInOneEntry) {
    ports.recorder.append({ kind: 'repair', found: found.slice(index, index + foundInOneEntry) });
  }
  return found;
}

async function oddFiles({ files, heads, recorder }: RepairPorts): Promise<readonly SizeMismatch[]> {
  const sizes = new Map((await files.list()).map(({ name, bytes }) => [name, bytes]));
  const odd: SizeMismatch[] = [];
  const listed = new Set(await heads.names());
  // Also those that are not listed: the list may be lost and the heads still there.
  for (const file of new Set([...listed, ...sizes.keys()])) {
    if (readRecordFileName(file)?.window === recorder.window) {
      continue;
    }
    const head = await heads.get(file);
    const bytes = sizes.get(file);
    const isOdd = head ? !head.said && bytes !== head.bytes + (head.torn?.bytes ?? 0) : listed.has(file);
    if (isOdd) {
      odd.push({ file, bytes, head });
    }
  }
  return odd;
}

function isSame(one: SizeMismatch, other: SizeMismatch): boolean {
  return one.file === other.file && one.bytes === other.bytes && one.head?.hash === other.head?.hash;
}

async function repairFile(
  { files, heads }: RepairPorts,
  { file, bytes, head }: SizeMismatch,
  dropped: readonly string[],
): Promise<readonly RepairFinding[]> {
  if (!head) {
    // Said once: from now on it is a file without a head, which `verify` finds wrong.
    await heads.delete(file);
    return bytes === undefined ? [] : [{ file, what: 'headLost' }];
  }
  const only = async (what: RepairFinding['what']): Promise<readonly RepairFinding[]> => {
    await heads.set(file, { ...head, said: what });
    return [{ file, what }];
  };
  if (bytes === undefined) {
    if (head.count > 0 && !dropped.includes(file)) {
      return only('missing');
    }
    await heads.delete(file);
    return [];
  }
  if (bytes < head.bytes) {
    return only('truncated');
  }
  const end = await verifyChain(files, file, head);
  if (end.fault) {
    return only('changed');
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
