import { link as hardLink, mkdir, open, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { chainEntry, emptyHead } from '#core/record/store/chain.ts';
import type { Heads } from '#core/record/store/heads.ts';
import { isoOf, monthOf, recordFileName } from '#core/record/store/recordFileName.ts';
import { SecretStorageHeads } from '#core/record/store/secretStorageHeads.ts';

/** A record on the disk, as written by closed windows. */
export interface GeneratedRecord {
  readonly folder: string;
  readonly heads: Heads;
  /** The names of the files, the oldest first. */
  readonly files: readonly string[];
}

const firstDay = Date.UTC(2025, 10, 1);
/** The time between two entries: a million entries in ten months. In milliseconds. */
const intervalMs = 25_000;
const usualEntriesOfFile = 25_000;
/** The number of windows that are open at the same time, so that their files must be merged. */
const windows = 2;
const entriesAtOnce = 2_000;

/**
 * Writes a record of `entries` entries with the record's chain. `entries` must be a multiple of the entries of two files.
 * The heads are stored as by the extension, in secrets in memory.
 */
export async function generateRecord(
  folder: string,
  entries: number,
  entriesOfFile = usualEntriesOfFile,
): Promise<GeneratedRecord> {
  await mkdir(folder, { recursive: true });
  const heads = headsInMemory();
  const files: string[] = [];
  const ofFile = Math.min(entriesOfFile, entries / windows);
  for (let first = 0; first < entries; first += ofFile * windows) {
    for (let window = 0; window < windows; window += 1) {
      files.push(await writeFile(folder, heads, { first: first + window, entries: ofFile }));
    }
  }
  return { folder, heads, files };
}

/** A record of the oldest `share` of another record. Its files are hard links. */
export async function linkOldest(record: GeneratedRecord, folder: string, share: number): Promise<GeneratedRecord> {
  await mkdir(folder);
  const files = record.files.slice(0, record.files.length * share);
  const heads = headsInMemory();
  for (const file of files) {
    await hardLink(join(record.folder, file), join(folder, file));
    const head = await record.heads.get(file);
    if (head) await heads.set(file, head);
  }
  return { folder, heads, files };
}

/** The outcome of the request with this index. The kinds of outcomes repeat. */
export function outcomeOfIndex(index: number): ElicitationOutcome {
  const isUrl = index % 6 === 5;
  const decision = (['accept', 'accept', 'accept', 'decline', 'cancel'] as const)[index % 5] ?? 'accept';
  const names = Array.from({ length: isUrl ? 0 : 1 + (index % 7) }, (_, field) => `field_${index % 11}_${field}`);
  return {
    id: `question-${index}`,
    server: { id: `user:server-${index % 12}`, name: `server-${index % 12}`, scope: 'user' },
    call: { id: `call-${index}`, kind: 'tool', target: `tool_${index % 40}` },
    arrival: index % 3 === 0 ? 'round' : 'pushed',
    protocol: '2025-11-25',
    mode: isUrl ? 'url' : 'form',
    message: `Please say what is to be done about matter no. ${index % 97}, so that it can go on.`,
    decision,
    decidedBy: 'person',
    waitedMs: 4_000 + (index % 9_000),
    shownMs: 3_000 + (index % 8_000),
    ...(isUrl
      ? { url: `https://pay${index % 5}.example.com/orders/${index}` }
      : { fields: names.map((name) => ({ name })), content: Object.fromEntries(names.map((name) => [name, 'said'])) }),
  };
}

/** The entries of a file: the index of the first one in the whole record, and their number. Every second entry is in the file of another window. */
interface FileEntries {
  readonly first: number;
  readonly entries: number;
}

async function writeFile(folder: string, heads: Heads, { first, entries }: FileEntries): Promise<string> {
  const name = recordFileName({ month: monthOf(timeOf(first)) ?? '', window: `window${first}`, part: 1 });
  const path = join(folder, name);
  const file = await open(path, 'w');
  let head = emptyHead(name);
  let lines = '';
  let pendingWrite: Promise<unknown> = Promise.resolve();
  for (let count = 1; count <= entries; count += 1) {
    const linked = chainEntry(head, contentOf(first + (count - 1) * windows));
    head = linked.head;
    lines += linked.line;
    if (count % entriesAtOnce === 0 || count === entries) {
      await pendingWrite;
      pendingWrite = file.appendFile(lines);
      lines = '';
    }
  }
  await pendingWrite;
  await file.close();
  const last = new Date(timeOf(first + (entries - 1) * windows));
  await utimes(path, last, last);
  await heads.set(name, head);
  return name;
}

/** The heads as on a desktop, but stored in memory. */
export function headsInMemory(): Heads {
  const secrets = new Map<string, string>();
  return new SecretStorageHeads({
    get: async (key) => secrets.get(key),
    store: async (key, value) => void secrets.set(key, value),
    delete: async (key) => void secrets.delete(key),
  });
}

function timeOf(index: number): number {
  return firstDay + index * intervalMs;
}

/** The number of different entries, apart from their ids and times. */
const kinds = 840;
const contentRests: string[] = [];

/** An entry's JSON without its link, as the recorder writes it. The part that is equal for all entries of a kind is cached. */
function contentOf(index: number): string {
  const kind = index % kinds;
  contentRests[kind] ??= JSON.stringify(elicitationEntry({ ...outcomeOfIndex(kind), id: '' }, 'redacted')).slice(idEnd);
  return `{"at":"${isoOf(timeOf(index))}",${idStart}question-${index}"${contentRests[kind]}`;
}

const idStart = '"kind":"elicitation","id":"';
/** The offset after the empty id in the JSON of an entry. */
const idEnd = `{${idStart}"`.length;
