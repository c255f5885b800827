import { setTimeout as delay } from 'node:timers/promises';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { chainHash, emptyHead, type Head, type LineFault } from '#core/record/store/chain.ts';
import { readRecordFileName, startOfMonth } from '#core/record/store/recordFileName.ts';
import type { Heads, RecordFiles, StoredHead } from '#core/record/store/recordFiles.ts';
import { type ChainEnd, type VerifyChainOptions, verifyChain } from '#core/record/store/verifyChain.ts';

/**
 * The first thing that is wrong with a file. Besides what is wrong with a line: `missing`: the file is gone.
 * `truncated`: its last entries are gone. `rewritten`: the chain holds, but is not the one that was vouched for.
 * `torn`: the last entry is incomplete, as when the machine stopped while it was written. `headMissing`: the chain
 * holds, but nothing vouches for it, so nobody knows whether entries are gone at its end. `droppedEarly`: the record says
 * that the file was dropped for its age, which by the month in its name it had not reached.
 */
export interface FileProblem {
  readonly what: LineFault | 'missing' | 'truncated' | 'rewritten' | 'torn' | 'headMissing' | 'droppedEarly';
  /** From 1, and the `seq` that the entry there has or should have; absent where the whole file is meant. */
  readonly line?: number;
}

export interface FileVerdict {
  readonly file: string;
  /** Entries that are in order, from the first. */
  readonly entries: number;
  readonly problem?: FileProblem;
  /** Entries at the end that a later start found to follow, after the window ended before it could vouch for them. */
  readonly adopted?: number;
  /** Entries at the end that follow, but are not vouched for yet: just written, or adopted at the next start. */
  readonly unvouched?: number;
  /** Bytes of an incomplete entry at its end, which the record itself tells of. */
  readonly torn?: number;
}

export interface VerifyReport {
  /** Nothing is wrong with any file. */
  readonly ok: boolean;
  readonly files: readonly FileVerdict[];
  readonly entries: number;
  /** Files that are gone though a head is kept, and that the record says were dropped. */
  readonly dropped: readonly string[];
}

export interface VerifyProgress {
  /** From 0. */
  readonly file: number;
  readonly files: number;
  /** In the files so far. */
  readonly entries: number;
}

export interface VerifyOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: VerifyProgress) => void;
  /** Milliseconds after which another window has ended what it was doing; 200. */
  readonly settleMs?: number;
}

type FileOptions = Pick<VerifyOptions, 'signal' | 'settleMs'> & Pick<VerifyChainOptions, 'onProgress'>;

const usualSettleMs = 200;

/**
 * Reads the whole record and names the first broken entry of each file. Whoever can write files can also write a chain
 * that holds; that it is not the one that was written is known by the heads. Flush the recorder before. Rejects when
 * `signal` aborts or a file cannot be read.
 */
export async function verifyRecord(
  files: RecordFiles,
  heads: Heads,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  // In this order: a file's first head is kept before the file is begun.
  const present = (await files.list()).map(({ name }) => name);
  const kept = await heads.names();
  const isPresent = new Set(present);
  const absent = kept.filter((name) => !isPresent.has(name));
  const dropped = new DroppedNames();
  const verdicts: FileVerdict[] = [];
  let entries = 0;
  const names = [...present.toSorted(), ...absent.toSorted()];
  for (const [index, file] of names.entries()) {
    const onProgress = (inFile: number) =>
      options.onProgress?.({ file: index, files: names.length, entries: entries + inFile });
    const verdict = await verifyFile(files, heads, file, dropped, { ...options, onProgress });
    if (verdict) {
      verdicts.push(verdict);
      entries += verdict.entries;
    }
  }
  const known = new Set([...present, ...verdicts.map(({ file }) => file)]);
  for (const file of dropped.early) {
    if (!known.has(file)) {
      verdicts.push({ file, entries: 0, problem: { what: 'droppedEarly' } });
    }
  }
  return {
    ok: verdicts.every(({ problem }) => !problem),
    files: verdicts,
    entries,
    dropped: absent.filter((name) => dropped.has(name)),
  };
}

/** The files that the record says were dropped. */
class DroppedNames {
  readonly #names = new Set<string>();
  /** Those that were dropped for an age that they cannot have had: their absence is not excused. */
  readonly early = new Set<string>();

  add({ names, early }: NamedInLine): void {
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

/** `undefined` for a file that was dropped; `dropped` collects the names of those that the record says were. */
async function verifyFile(
  files: RecordFiles,
  heads: Heads,
  file: string,
  dropped: DroppedNames,
  options: FileOptions,
): Promise<FileVerdict | undefined> {
  const kept = await heads.get(file);
  const named: NamedInLine[] = [];
  let vouched: boolean | undefined = kept?.count === 0 || undefined;
  const end = await verifyChain(files, file, emptyHead(file), {
    ...options,
    onEntry(line, head) {
      if (head.count === kept?.count) {
        vouched = head.hash === kept.hash;
      }
      // What was not vouched for by its window cannot excuse the absence of another file.
      if (kept && head.count <= (kept.sure ?? kept.count)) {
        named.push(droppedBy(line));
      }
    },
  });
  const { count } = end.head;
  if (count === 0 && !end.fault && !end.rest) {
    return withoutEntries(files, heads, file, dropped, options);
  }
  const problem = await problemOf(files, file, kept, end, vouched, options);
  if (!problem) {
    for (const some of named) {
      dropped.add(some);
    }
  }
  const adopted = kept?.sure === undefined ? 0 : kept.count - kept.sure;
  const unvouched = kept && !problem ? count - kept.count : 0;
  return {
    file,
    entries: count,
    ...(problem && { problem }),
    ...(adopted > 0 && { adopted }),
    ...(unvouched > 0 && { unvouched }),
    ...(end.rest && !problem && { torn: end.rest.length }),
  };
}

/** An empty file, or one that is gone. */
async function withoutEntries(
  files: RecordFiles,
  heads: Heads,
  file: string,
  dropped: DroppedNames,
  { settleMs = usualSettleMs }: FileOptions,
): Promise<FileVerdict | undefined> {
  const isWanted = async () => ((await heads.get(file))?.count ?? 0) > 0;
  if (dropped.has(file) || !(await isWanted())) {
    return undefined;
  }
  // Another window that drops it takes away the file first, then its head.
  await delay(settleMs);
  if (!(await isWanted())) {
    return undefined;
  }
  const present = (await files.read(file, 0, 1)) !== undefined;
  return { file, entries: 0, problem: present ? { what: 'truncated', line: 1 } : { what: 'missing' } };
}

async function problemOf(
  files: RecordFiles,
  file: string,
  kept: StoredHead | undefined,
  { head, fault, rest }: ChainEnd,
  vouched: boolean | undefined,
  { settleMs = usualSettleMs }: FileOptions,
): Promise<FileProblem | undefined> {
  const line = head.count + 1;
  if (vouched === false && kept) {
    return { what: 'rewritten', line: kept.count };
  }
  if (fault) {
    return { what: fault, line };
  }
  if (kept && head.count < kept.count) {
    return { what: 'truncated', line };
  }
  if (rest && !isRecordedTail(kept, head, rest)) {
    await delay(settleMs);
    const now = await files.read(file, head.bytes, head.bytes + rest.length + 1);
    if (now?.length === rest.length) {
      return { what: 'torn', line };
    }
  }
  return kept ? undefined : { what: 'headMissing' };
}

/** Whether the record tells of the incomplete entry at a file's end: only while it is the very one that was found. */
export function isRecordedTail(kept: StoredHead | undefined, head: Head, rest: Buffer): boolean {
  return kept?.bytes === head.bytes && kept.torn?.bytes === rest.length && kept.torn.sha256 === chainHash(rest);
}

interface NamedInLine {
  readonly names: readonly string[];
  readonly early: readonly string[];
}

const nothingNamed: NamedInLine = { names: [], early: [] };
const day = 24 * 60 * 60 * 1000;
/** By how much a clock that was put right may have been off when the file was begun. */
const clockError = day;

/** The files that an entry says were dropped. Most are seen by their beginning to be other entries. */
function droppedBy(line: Buffer): NamedInLine {
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
