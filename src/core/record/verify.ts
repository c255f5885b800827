import { setTimeout as delay } from 'node:timers/promises';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { chainHash, emptyHead, type Head, type LineFault } from '#core/record/store/chain.ts';
import type { Heads, StoredHead } from '#core/record/store/heads.ts';
import { readRecordFileName, startOfMonth } from '#core/record/store/recordFileName.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { type ChainEnd, type VerifyChainOptions, verifyChain } from '#core/record/store/verifyChain.ts';

/**
 * The first problem of a file: a fault of a line, or one of these. `missing`: the file is gone. `truncated`: its last entries are gone.
 * `rewritten`: the chain is consistent, but does not match the head. `torn`: the last entry is incomplete, for example because the
 * machine stopped while it was written. `headMissing`: the chain is consistent, but without a head the last entries may be gone.
 * `droppedEarly`: a deletion entry says that the file was deleted for its age, but by the month in its name it was too young.
 */
export interface FileProblem {
  readonly what: LineFault | 'missing' | 'truncated' | 'rewritten' | 'torn' | 'headMissing' | 'droppedEarly';
  /** The line, from 1, which is also the `seq` of its entry; absent if the problem concerns the whole file. */
  readonly line?: number;
}

export interface FileVerdict {
  readonly file: string;
  /** Entries without a fault, from the first. */
  readonly entries: number;
  readonly problem?: FileProblem;
  /** Entries at the end that a later start adopted, because the window ended before it stored their head. */
  readonly adopted?: number;
  /** Entries at the end that continue the chain, but whose head is not stored yet: just written, or to be adopted at the next start. */
  readonly unvouched?: number;
  /** Bytes of an incomplete entry at the end that the head notes. */
  readonly torn?: number;
}

export interface VerifyReport {
  /** No file has a problem. */
  readonly ok: boolean;
  readonly files: readonly FileVerdict[];
  readonly entries: number;
  /** Missing files that have a head and a deletion entry. */
  readonly dropped: readonly string[];
}

export interface VerifyProgress {
  /** The index of the file that is being read. */
  readonly file: number;
  readonly files: number;
  /** Entries read so far, in all files. */
  readonly entries: number;
}

export interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** Milliseconds within which another window finishes a write or a deletion; 200. */
  readonly settleMs?: number;
}

type FileOptions = Pick<VerifyOptions, 'signal' | 'settleMs'> & Pick<VerifyChainOptions, 'onProgress'>;

const usualSettleMs = 200;

/**
 * Reads the whole record and reports the first problem of each file. A program that can write the files can also write a consistent
 * chain; the heads show that it is not the one that was recorded. Flush the writer before. Rejects when `signal` aborts or a file
 * cannot be read.
 */
export async function verifyRecord(
  files: RecordFiles,
  heads: Heads,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  // List the files before the heads: a file's first head is stored before the file is created.
  const present = (await files.list()).map(({ name }) => name);
  const stored = await heads.names();
  const isPresent = new Set(present);
  const absent = stored.filter((name) => !isPresent.has(name));
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
  /** Files that were deleted for an age that they cannot have had: they count as missing. */
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

/** `undefined` for a deleted file. Adds the file's own deletion entries to `deletions`. */
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
      // An entry for which its window stored no head does not excuse a missing file.
      if (stored && head.count <= (stored.sure ?? stored.count)) {
        deletedHere.push(deletedFilesIn(line));
      }
    },
  });
  const { count } = end.head;
  if (count === 0 && !end.fault && !end.rest) {
    return verifyEmptyFile(files, heads, file, deletions, options);
  }
  const problem = await problemOf(files, file, stored, end, matchesHead, options);
  if (!problem) {
    for (const some of deletedHere) {
      deletions.add(some);
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

/** The verdict on an empty or missing file; `undefined` if it may be empty or missing. */
async function verifyEmptyFile(
  files: RecordFiles,
  heads: Heads,
  file: string,
  deletions: DeletionEntries,
  { settleMs = usualSettleMs }: FileOptions,
): Promise<FileVerdict | undefined> {
  const isExpected = async () => ((await heads.get(file))?.count ?? 0) > 0;
  if (deletions.has(file) || !(await isExpected())) {
    return undefined;
  }
  // Another window may have deleted the file and not yet its head.
  await delay(settleMs);
  if (!(await isExpected())) {
    return undefined;
  }
  const present = (await files.read(file, 0, 1)) !== undefined;
  return { file, entries: 0, problem: present ? { what: 'truncated', line: 1 } : { what: 'missing' } };
}

async function problemOf(
  files: RecordFiles,
  file: string,
  stored: StoredHead | undefined,
  { head, fault, rest }: ChainEnd,
  matchesHead: boolean | undefined,
  { settleMs = usualSettleMs }: FileOptions,
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
  if (rest && !isNotedTail(stored, head, rest)) {
    await delay(settleMs);
    const now = await files.read(file, head.bytes, head.bytes + rest.length + 1);
    if (now?.length === rest.length) {
      return { what: 'torn', line };
    }
  }
  return stored ? undefined : { what: 'headMissing' };
}

/** True if the head notes the incomplete entry at the file's end, with the same bytes. */
export function isNotedTail(stored: StoredHead | undefined, head: Head, rest: Buffer): boolean {
  return stored?.bytes === head.bytes && stored.torn?.bytes === rest.length && stored.torn.sha256 === chainHash(rest);
}

interface DeletedNames {
  readonly names: readonly string[];
  readonly early: readonly string[];
}

const nothingNamed: DeletedNames = { names: [], early: [] };
const day = 24 * 60 * 60 * 1000;
/** How far the clock may have been wrong when the file was created. */
const clockError = day;

/** The files that a line names, if it is a deletion entry. The beginning of the line excludes most other entries quickly. */
function deletedFilesIn(line: Buffer): DeletedNames {
  if (!/"kind":"(?:retention|cleared)"/.test(line.toString('latin1', 0, 250))) {
    return nothingNamed;
  }
  const entry = parseEntry(line);
  if (entry?.kind !== 'retention' && entry?.kind !== 'cleared') {
    return nothingNamed;
  }
  const oldest = Date.parse(entry.at) - (entry.days ?? 0) * day + clockError;
  const names = entry.files.map(({ file }) => file);
  const isEarly = (name: string) =>
    entry.kind === 'retention' && !(startOfMonth(readRecordFileName(name)?.month ?? '') <= oldest);
  return { names: names.filter((name) => !isEarly(name)), early: names.filter(isEarly) };
}
