import { setTimeout as delay } from 'node:timers/promises';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { chainHash, emptyHead, type Head, type LineFault } from '#core/record/store/chain.ts';
import type { Heads, StoredHead } from '#core/record/store/heads.ts';
import { readRecordFileName, startOfMonth } from '#core/record/store/recordFileName.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { type ChainEnd, type VerifyChainOptions, verifyChain } from '#core/record/store/verifyChain.ts';

/**
 * The first problem of a file: a fault of a line, or one of these. `missing`: the file does not exist. `truncated`: its last entries
 * are missing. `rewritten`: the chain is consistent, but does not match the head. `torn`: the last entry is incomplete, for example
 * because the machine stopped while it was being written. `headMissing`: the chain is consistent, but without a head missing last
 * entries cannot be detected. `droppedEarly`: by a deletion entry the file was deleted because of its age, but by the month in its
 * name it was too new.
 */
export interface FileProblem {
  readonly what: LineFault | 'missing' | 'truncated' | 'rewritten' | 'torn' | 'headMissing' | 'droppedEarly';
  /** The number of the line, from 1, which is also the `seq` of its entry; absent if the problem concerns the whole file. */
  readonly line?: number;
}

export interface FileVerdict {
  readonly file: string;
  /** The number of entries before the first fault. */
  readonly entries: number;
  readonly problem?: FileProblem;
  /** The number of last entries that a later start adopted, because the window ended before it stored their head. */
  readonly adopted?: number;
  /** The number of last entries without a stored head: just written, or to be adopted at the next start. */
  readonly unvouched?: number;
  /** The bytes of an incomplete last entry that the head notes. */
  readonly torn?: number;
}

export interface VerifyReport {
  /** True if no file has a problem. */
  readonly ok: boolean;
  readonly files: readonly FileVerdict[];
  readonly entries: number;
  /** The names of missing files that have a head and a deletion entry. */
  readonly dropped: readonly string[];
}

export interface VerifyProgress {
  /** The index of the file that is being read. */
  readonly file: number;
  readonly files: number;
  /** The number of entries that were read in all files. */
  readonly entries: number;
}

export interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** The milliseconds within which another window finishes a write or a deletion; default 200. */
  readonly settleMs?: number;
}

type FileOptions = Pick<VerifyOptions, 'signal' | 'settleMs'> & Pick<VerifyChainOptions, 'onProgress'>;

const defaultSettleMs = 200;

/**
 * Reads the whole record and reports the first problem of each file. A program that can write the files can write another
 * consistent chain, but this chain does not match the heads. The writer must be flushed before. Rejects if `signal` is aborted or a
 * file cannot be read.
 */
export async function verifyRecord(
  files: RecordFiles,
  heads: Heads,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  // The files are listed before the heads, because the first head of a file is stored before the file is created.
  const present = (await files.list()).map(({ name }) => name);
  const stored = await heads.names();
  const presentNames = new Set(present);
  const absent = stored.filter((name) => !presentNames.has(name));
  const deletions = new DeletionEntries();
  const verdicts: FileVerdict[] = [];
  let entries = 0;
  const names = [...present.toSorted(), ...absent.toSorted()];
  for (const [index, file] of names.entries()) {
    const onProgress = (inFile: number) =>
      options.onProgress?.({ file: index, files: names.length, entries: entries + inFile });
    const verdict = await verifyFile(files, heads, file, deletions, { ...options, onProgress });
    if (verdict) {
      verdicts.push(verdict);
      entries += verdict.entries;
    }
  }
  const known = new Set([...present, ...verdicts.map(({ file }) => file)]);
  for (const file of deletions.early) {
    if (!known.has(file)) {
      verdicts.push({ file, entries: 0, problem: { what: 'droppedEarly' } });
    }
  }
  return {
    ok: verdicts.every(({ problem }) => !problem),
    files: verdicts,
    entries,
    dropped: absent.filter((name) => deletions.has(name)),
  };
}

/** The files that the deletion entries name. */
class DeletionEntries {
  readonly #names = new Set<string>();
  /** The files that were deleted because of an age that they cannot have had. They count as missing. */
  readonly early = new Set<string>();

  add({ names, early }: DeletedNames): void {
    for (const name of names) {
      this.#names.add(name);
    }
    for (const name of early) {
      this.early.add(name);
    }
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }
}

/** Verifies a file; `undefined` for a deleted file. Adds the deletion entries in the file to `deletions`. */
async function verifyFile(
  files: RecordFiles,
  heads: Heads,
  file: string,
  deletions: DeletionEntries,
  options: FileOptions,
): Promise<FileVerdict | undefined> {
  const stored = await heads.get(file);
  const deletedHere: DeletedNames[] = [];
  let matchesHead: boolean | undefined = stored?.count === 0 || undefined;
  const end = await verifyChain(files, file, emptyHead(file), {
    ...options,
    onEntry(line, head) {
      if (head.count === stored?.count) {
        matchesHead = head.hash === stored.hash;
      }
      // A deletion entry whose head was not stored by its window does not count.
      if (stored && head.count <= (stored.sure ?? stored.count)) {
        deletedHere.push(deletedFilesIn(line));
      }
    },
  });
  const { count } = end.head;
  if (count === 0 && !end.fault && !end.rest) {
    return verifyEmptyFile(files, heads, file, deletions, options);
  }
  const problem = await findProblem(files, file, stored, end, matchesHead, options);
  if (!problem) {
    for (const deletedNames of deletedHere) {
      deletions.add(deletedNames);
    }
  }
  const adopted = stored?.sure === undefined ? 0 : stored.count - stored.sure;
  const unvouched = stored && !problem ? count - stored.count : 0;
  return {
    file,
    entries: count,
    ...(problem && { problem }),
    ...(adopted > 0 && { adopted }),
    ...(unvouched > 0 && { unvouched }),
    ...(end.rest && !problem && { torn: end.rest.length }),
  };
}

/** Verifies an empty or missing file; `undefined` if this is no problem. */
async function verifyEmptyFile(
  files: RecordFiles,
  heads: Heads,
  file: string,
  deletions: DeletionEntries,
  { settleMs = defaultSettleMs }: FileOptions,
): Promise<FileVerdict | undefined> {
  const isExpected = async () => ((await heads.get(file))?.count ?? 0) > 0;
  if (deletions.has(file) || !(await isExpected())) {
    return undefined;
  }
  // Another window may have deleted the file, but not its head yet.
  await delay(settleMs);
  if (!(await isExpected())) {
    return undefined;
  }
  const present = (await files.read(file, 0, 1)) !== undefined;
  return { file, entries: 0, problem: present ? { what: 'truncated', line: 1 } : { what: 'missing' } };
}

async function findProblem(
  files: RecordFiles,
  file: string,
  stored: StoredHead | undefined,
  { head, fault, rest }: ChainEnd,
  matchesHead: boolean | undefined,
  { settleMs = defaultSettleMs }: FileOptions,
): Promise<FileProblem | undefined> {
  const line = head.count + 1;
  if (matchesHead === false && stored) {
    return { what: 'rewritten', line: stored.count };
  }
  if (fault) {
    return { what: fault, line };
  }
  if (stored && head.count < stored.count) {
    return { what: 'truncated', line };
  }
  if (rest && !isKnownTornEntry(stored, head, rest)) {
    await delay(settleMs);
    const now = await files.read(file, head.bytes, head.bytes + rest.length + 1);
    if (now?.length === rest.length) {
      return { what: 'torn', line };
    }
  }
  return stored ? undefined : { what: 'headMissing' };
}

/** True if the stored head has the length and the hash of `rest`, the incomplete entry at the end of the file. */
export function isKnownTornEntry(stored: StoredHead | undefined, head: Head, rest: Buffer): boolean {
  return stored?.bytes === head.bytes && stored.torn?.bytes === rest.length && stored.torn.sha256 === chainHash(rest);
}

interface DeletedNames {
  readonly names: readonly string[];
  readonly early: readonly string[];
}

const noDeletedNames: DeletedNames = { names: [], early: [] };
const dayMs = 24 * 60 * 60 * 1000;
/** The error of the clock that is tolerated for the creation of a file. */
const clockErrorMs = dayMs;

/** The files that a line names if it is a deletion entry. Most other entries are excluded by the beginning of the line. */
function deletedFilesIn(line: Buffer): DeletedNames {
  if (!/"kind":"(?:retention|cleared)"/.test(line.toString('latin1', 0, 250))) {
    return noDeletedNames;
  }
  const entry = parseEntry(line);
  if (entry?.kind !== 'retention' && entry?.kind !== 'cleared') {
    return noDeletedNames;
  }
  const cutoff = Date.parse(entry.at) - (entry.days ?? 0) * dayMs + clockErrorMs;
  const names = entry.files.map(({ file }) => file);
  const isEarly = (name: string) =>
    entry.kind === 'retention' && !(startOfMonth(readRecordFileName(name)?.month ?? '') <= cutoff);
  return { names: names.filter((name) => !isEarly(name)), early: names.filter(isEarly) };
}
