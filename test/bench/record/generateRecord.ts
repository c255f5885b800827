import { link as hardLink, mkdir, open, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { emptyHead, linkEntry } from '#core/record/store/chain.ts';
import type { Heads } from '#core/record/store/heads.ts';
import { isoOf, monthOf, recordFileName } from '#core/record/store/recordFileName.ts';
import { SecretStorageHeads } from '#core/record/store/secretStorageHeads.ts';

/** A record on the disk, written by windows that are closed. */
export interface GeneratedRecord {
  readonly folder: string;
  readonly heads: Heads;
  /** From the oldest on. */
  readonly files: readonly string[];
}

const firstDay = Date.UTC(2025, 10, 1);
/** Milliseconds from one entry to the next: a million of them in ten months. */
const pace = 25_000;
const usualEntriesOfFile = 25_000;
/** Windows that are open at the same time, and whose files have to be merged. */
const windows = 2;
const entriesAtOnce = 2_000;

/**
 * Writes a record of so many entries, by the record's own chain: a multiple of what two files have. The heads are kept as
 * the extension keeps them, by secrets that are in memory.
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

/** The oldest `share` of a record, by the same files: nothing is written. */
export async function oldestOf(made: GeneratedRecord, folder: string, share: number): Promise<GeneratedRecord> {
  await mkdir(folder);
  const files = made.files.slice(0, made.files.length * share);
  const heads = headsInMemory();
  for (const file of files) {
    await hardLink(join(made.folder, file), join(folder, file));
    const head = await made.heads.get(file);
    if (head) await heads.set(file, head);
  }
  return { folder, heads, files };
}

/** The outcome of a request: one of many kinds, by its index. */
export function outcomeOfIndex(index: number): ElicitationOutcome {
  const isUrl = index % 6 === 5;
  const decision = (['accept', 'accept', 'accept', 'decline', 'cancel'] as const)[index % 5] ?? 'accept';
  const names = Array.from({ length: isUrl ? 0 : 1 + (index % 7) }, (_, field) => `field_${index % 11}_${field}`);
  return {
    id: `question-${index}`,
    server: { id: `user:server-${index % 12}`, name: `server-${index % 12}`, scope: 'user' },
    call: { id: `call-${index}`, kind: 'tool', target: `tool_${index % 40}` },
    way: index % 3 === 0 ? 'round' : 'pushed',
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

/** The first entry of a file, counted through the whole record; every second one is another window's. */
interface Part {
  readonly first: number;
  readonly entries: number;
}

async function writeFile(folder: string, heads: Heads, { first, entries }: Part): Promise<string> {
  const name = recordFileName({ month: monthOf(timeOf(first)) ?? '', window: `window${first}`, part: 1 });
  const path = join(folder, name);
  const file = await open(path, 'w');
  let head = emptyHead(name);
  let lines = '';
  let writing: Promise<unknown> = Promise.resolve();
  for (let count = 1; count <= entries; count += 1) {
    const linked = linkEntry(head, contentOf(first + (count - 1) * windows));
    head = linked.head;
    lines += linked.line;
    if (count % entriesAtOnce === 0 || count === entries) {
      await writing;
      writing = file.appendFile(lines);
      lines = '';
    }
  }
  await writing;
  await file.close();
  const last = new Date(timeOf(first + (entries - 1) * windows));
  await utimes(path, last, last);
  await heads.set(name, head);
  return name;
}

/** As on a desktop, but for the time that the editor takes for a secret. */
function headsInMemory(): Heads {
  const secrets = new Map<string, string>();
  return new SecretStorageHeads({
    get: async (key) => secrets.get(key),
    store: async (key, value) => void secrets.set(key, value),
    delete: async (key) => void secrets.delete(key),
  });
}

function timeOf(index: number): number {
  return firstDay + index * pace;
}

/** Of the entries that differ by more than their ids and times. */
const kinds = 840;
const rests: string[] = [];

/** An entry's JSON without its link, as the recorder makes it; only what differs between a kind's entries is made anew. */
function contentOf(index: number): string {
  const kind = index % kinds;
  rests[kind] ??= JSON.stringify(elicitationEntry({ ...outcomeOfIndex(kind), id: '' }, 'redacted')).slice(idEnd);
  return `{"at":"${isoOf(timeOf(index))}",${idStart}question-${index}"${rests[kind]}`;
}

const idStart = '"kind":"elicitation","id":"';
/** Where an entry without an id goes on behind it. */
const idEnd = `{${idStart}"`.length;
