import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Fact, Finding, Goal } from '#test/bench/lib/findings.ts';
import { compareInTurns, measureGrowth } from '#test/bench/lib/sideBySide.ts';
import { AppendingWindow } from '#test/bench/record/appending.ts';
import { timeHash, timeParseAndHash } from '#test/bench/record/floors.ts';
import { type GeneratedRecord, generateRecord, linkOldest } from '#test/bench/record/generateRecord.ts';
import { memoryDuring } from '#test/bench/record/memory.ts';
import { HistoryOnRecord } from '#test/bench/record/viewing.ts';
import { timeMaintenance, timeVerify } from '#test/bench/record/wholeRecord.ts';

const entries = 1_000_000;
const fewEntries = 1_000;
const sizes = [entries / 4, entries / 2, entries] as const;
const rounds = 21;
/** Numbers of entries that the measured window has written. */
const ownEntryCounts = [2_500, 5_000, 10_000] as const;
/** Rounds of measurements at several sizes, or that take long. */
const growthRounds = 9;
/** The number of windows in the largest record of windows that recorded little. Each leaves one file. */
const maxWindows = 2_000;
const entriesOfWindow = 20;
/** Rounds of measurements that take many seconds. */
const longRounds = 5;
const underASecond: Goal = { of: 'value', share: 0.5, most: 1_000 };
/** Exponents. `flat`: no growth, within the noise of a disk. `inProportion`: about linear. */
const flat = 0.15;
const inProportion = 1.2;

/** Measures a record on the disk, written with the record's chain as by the windows of ten months. No part is cached in memory. */
export const bench: Bench = {
  title: 'A record of 1,000,000 entries',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'bench-record-'));
    const appending = new Map<number, AppendingWindow>();
    try {
      const start = performance.now();
      const whole = await generateRecord(join(folder, 'whole'), entries);
      const recordFact = await describeRecord(whole, performance.now() - start);
      const few = await generateRecord(join(folder, 'few'), fewEntries);
      const records = new Map<number, GeneratedRecord>([
        [sizes[0], await linkOldest(whole, join(folder, 'quarter'), 1 / 4)],
        [sizes[1], await linkOldest(whole, join(folder, 'half'), 1 / 2)],
        [sizes[2], whole],
      ]);
      const of = (size: number) => records.get(size) ?? few;
      const windows = await generateRecord(join(folder, 'windows'), maxWindows * entriesOfWindow, entriesOfWindow);
      const findings: Finding[] = [recordFact, ...(await measureReading(few, of)), ...(await measureVerifying(of))];
      for (const [size, record] of records)
        appending.set(size, await AppendingWindow.open(record, join(folder, `bare-${size}`)));
      for (const entries of ownEntryCounts)
        appending.set(
          entries,
          await AppendingWindow.open(few, join(folder, `bare-${entries}`), { name: `own${entries}`, entries }),
        );
      return [...findings, ...(await measureWriting(few, of, appending)), ...(await measureStarts(windows, folder))];
    } finally {
      for (const one of appending.values()) await one.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function describeRecord({ folder, files }: GeneratedRecord, ms: number): Promise<Fact> {
  const bytes = (await Promise.all(files.map((file) => stat(join(folder, file))))).reduce(
    (sum, { size }) => sum + size,
    0,
  );
  const megabytes = Math.round(bytes / 1e6).toLocaleString('en');
  const value = `${megabytes} MB in ${files.length} files, made in ${(ms / 1000).toFixed(1)} s`;
  return { kind: 'fact', what: 'the record', value };
}

/** Measures the history: the time from a query, or from the request for older entries, until the entries are posted to the webview. */
async function measureReading(few: GeneratedRecord, of: (size: number) => GeneratedRecord): Promise<Finding[]> {
  const growthOptions = { of: 'entries', sizes } as const;
  const beside = (what: string, measure: (record: GeneratedRecord) => Promise<number>, times = rounds) =>
    compareInTurns({
      what,
      rounds: times,
      floor: { name: `${fewEntries.toLocaleString('en')} entries`, round: () => measure(few) },
      measured: { name: `${entries.toLocaleString('en')} entries`, round: () => measure(of(entries)) },
      goal: underASecond,
    });
  const opened = (record: GeneratedRecord) => new HistoryOnRecord(record).timeQuery({});
  const older = async (record: GeneratedRecord) => {
    const viewing = new HistoryOnRecord(record);
    await viewing.timeQuery({});
    return viewing.timeOlder();
  };
  const common = (record: GeneratedRecord) =>
    new HistoryOnRecord(record).timeQuery({ decision: 'decline', mode: 'url' });
  const rare = (record: GeneratedRecord) => new HistoryOnRecord(record).timeQuery({ text: 'nowhere to be found' });
  const beyondAscii = (record: GeneratedRecord) =>
    new HistoryOnRecord(record).timeQuery({ text: 'nirgends, möglicherweise' });
  const counted = (record: GeneratedRecord) => new HistoryOnRecord(record).timeCount({});
  const searched = (record: GeneratedRecord) => new HistoryOnRecord(record).timeSearch('nowhere to be found');
  return [
    await beside('the history opens', opened),
    await beside('an older page', older),
    await beside('a filter that one in 30 passes', common),
    await beside('a text that nothing has, until the view says so', rare, growthRounds),
    await beside('the same with a letter beyond ASCII', beyondAscii, growthRounds),
    await measureGrowth({
      what: 'the history opens',
      rounds: growthRounds,
      maxExponent: flat,
      ...growthOptions,
      round: (size) => opened(of(size)),
    }),
    await measureGrowth({
      what: 'the days of everything are counted',
      rounds: longRounds,
      warmUps: 1,
      maxExponent: inProportion,
      ...growthOptions,
      round: (size) => counted(of(size)),
    }),
    await measureGrowth({
      what: 'everything is searched for a text, part by part',
      rounds: longRounds,
      warmUps: 1,
      maxExponent: inProportion,
      ...growthOptions,
      round: (size) => searched(of(size)),
    }),
    await memoryDuring('the history is open on 1,000,000 entries, and ten pages', async () => {
      const viewing = new HistoryOnRecord(of(entries));
      await viewing.timeQuery({});
      for (let page = 0; page < 10; page += 1) await viewing.timeOlder();
      return viewing;
    }),
  ];
}

async function measureVerifying(of: (size: number) => GeneratedRecord): Promise<Finding[]> {
  const growthOptions = { of: 'entries', sizes, rounds: longRounds, warmUps: 0, maxExponent: inProportion } as const;
  return [
    await compareInTurns({
      what: 'everything is verified',
      rounds: longRounds,
      warmUps: 1,
      floor: { name: 'read, parse and hash each line', round: () => timeParseAndHash(of(entries)) },
      measured: { name: 'verify', round: () => timeVerify(of(entries)) },
      goal: { of: 'ratio', share: 0.5, most: 1.5 },
    }),
    await compareInTurns({
      what: 'everything is verified, beside less than that takes',
      rounds: longRounds,
      warmUps: 1,
      floor: { name: 'read and hash each line', round: () => timeHash(of(entries)) },
      measured: { name: 'verify', round: () => timeVerify(of(entries)) },
    }),
    await measureGrowth({ what: 'everything is verified', ...growthOptions, round: (size) => timeVerify(of(size)) }),
    await memoryDuring('1,000,000 entries are verified', () => timeVerify(of(entries))),
  ];
}

async function measureWriting(
  few: GeneratedRecord,
  of: (size: number) => GeneratedRecord,
  appending: ReadonlyMap<number, AppendingWindow>,
): Promise<Finding[]> {
  const to = (size: number) => appending.get(size) ?? failedToFind(size);
  const appended = (what: string, all: readonly number[]) =>
    measureGrowth({
      what,
      of: 'entries',
      rounds: 2 * rounds,
      sizes: all,
      maxExponent: flat,
      round: (size) => to(size).timeRecord(),
    });
  return [
    await compareInTurns({
      what: 'an entry is written, until it would survive a power failure',
      rounds: 2 * rounds,
      floor: { name: 'hash and write the same line', round: () => to(entries).timeBareAppend() },
      measured: { name: 'the recorder', round: () => to(entries).timeRecord() },
      goal: { of: 'added', share: 0.5, most: 2 },
    }),
    await compareInTurns({
      what: 'a window starts: what others left is repaired, what is old found',
      rounds,
      floor: { name: `${fewEntries.toLocaleString('en')} entries`, round: () => timeMaintenance(few) },
      measured: { name: `${entries.toLocaleString('en')} entries`, round: () => timeMaintenance(of(entries)) },
      goal: { of: 'value', share: 0.5, most: 100 },
    }),
    await appended('an entry is written beside what other windows have written', sizes),
    await appended('an entry is written to what the window has written itself', ownEntryCounts),
  ];
}

/** Measures a record of many windows that recorded little, as of one year. */
async function measureStarts(whole: GeneratedRecord, folder: string): Promise<Finding[]> {
  const records = new Map<number, GeneratedRecord>([
    [maxWindows / 4, await linkOldest(whole, join(folder, 'windows-quarter'), 1 / 4)],
    [maxWindows / 2, await linkOldest(whole, join(folder, 'windows-half'), 1 / 2)],
    [maxWindows, whole],
  ]);
  const of = (size: number) => records.get(size) ?? failedToFind(size);
  const growthOptions = { of: 'files', sizes: [...records.keys()], rounds: growthRounds, maxExponent: inProportion };
  return [
    await measureGrowth({
      what: 'the history opens',
      ...growthOptions,
      round: (size) => new HistoryOnRecord(of(size)).timeQuery({}),
    }),
    await measureGrowth({ what: 'a window starts', ...growthOptions, round: (size) => timeMaintenance(of(size)) }),
    await measureGrowth({ what: 'everything is verified', ...growthOptions, round: (size) => timeVerify(of(size)) }),
  ];
}

function failedToFind(size: number): never {
  throw new Error(`There is no record of ${size} entries.`);
}
