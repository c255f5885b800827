import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Fact, Finding, Goal } from '#test/bench/lib/findings.ts';
import { growth, sideBySide } from '#test/bench/lib/sideBySide.ts';
import { Appending } from '#test/bench/record/appending.ts';
import { timeHash, timeParseAndHash } from '#test/bench/record/floors.ts';
import { type GeneratedRecord, generateRecord, oldestOf } from '#test/bench/record/generateRecord.ts';
import { memoryDuring } from '#test/bench/record/memory.ts';
import { Viewing } from '#test/bench/record/viewing.ts';
import { timeMaintenance, timeVerify } from '#test/bench/record/wholeRecord.ts';

const entries = 1_000_000;
const fewEntries = 1_000;
const sizes = [entries / 4, entries / 2, entries] as const;
const rounds = 21;
/** Entries that a window has written itself. */
const ownSizes = [2_500, 5_000, 10_000] as const;
/** Of what is measured at several sizes, or takes long. */
const growingRounds = 9;
/** Each leaves a file of its own. */
const maxWindows = 2_000;
const entriesOfWindow = 20;
/** Of what takes many seconds. */
const longRounds = 5;
const underASecond: Goal = { of: 'value', share: 0.5, most: 1_000 };
/** Exponents: so little is no growth, but the noise of a disk; and no faster than the record. */
const flat = 0.15;
const inProportion = 1.2;

/** The record's own chain in files of a folder, as windows of ten months leave them; nothing is in memory before. */
export const bench: Bench = {
  title: 'A record of 1,000,000 entries',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'bench-record-'));
    const appending = new Map<number, Appending>();
    try {
      const began = performance.now();
      const whole = await generateRecord(join(folder, 'whole'), entries);
      const made = await madeFact(whole, performance.now() - began);
      const few = await generateRecord(join(folder, 'few'), fewEntries);
      const records = new Map<number, GeneratedRecord>([
        [sizes[0], await oldestOf(whole, join(folder, 'quarter'), 1 / 4)],
        [sizes[1], await oldestOf(whole, join(folder, 'half'), 1 / 2)],
        [sizes[2], whole],
      ]);
      const of = (size: number) => records.get(size) ?? few;
      const windows = await generateRecord(join(folder, 'windows'), maxWindows * entriesOfWindow, entriesOfWindow);
      const found: Finding[] = [made, ...(await reading(few, of)), ...(await verifying(of))];
      for (const [size, record] of records)
        appending.set(size, await Appending.to(record, join(folder, `bare-${size}`)));
      for (const entries of ownSizes)
        appending.set(
          entries,
          await Appending.to(few, join(folder, `bare-${entries}`), { name: `own${entries}`, entries }),
        );
      return [...found, ...(await writing(few, of, appending)), ...(await starting(windows, folder))];
    } finally {
      for (const one of appending.values()) await one.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function madeFact({ folder, files }: GeneratedRecord, ms: number): Promise<Fact> {
  const bytes = (await Promise.all(files.map((file) => stat(join(folder, file))))).reduce(
    (sum, { size }) => sum + size,
    0,
  );
  const megabytes = Math.round(bytes / 1e6).toLocaleString('en');
  const value = `${megabytes} MB in ${files.length} files, made in ${(ms / 1000).toFixed(1)} s`;
  return { kind: 'fact', what: 'the record', value };
}

/** How long a user waits in the history, from its opening until the rows are handed to the view. */
async function reading(few: GeneratedRecord, of: (size: number) => GeneratedRecord): Promise<Finding[]> {
  const ways = { of: 'entries', sizes } as const;
  const beside = (what: string, look: (record: GeneratedRecord) => Promise<number>, times = rounds) =>
    sideBySide({
      what,
      rounds: times,
      floor: { name: `${fewEntries.toLocaleString('en')} entries`, round: () => look(few) },
      measured: { name: `${entries.toLocaleString('en')} entries`, round: () => look(of(entries)) },
      goal: underASecond,
    });
  const opened = (record: GeneratedRecord) => new Viewing(record).asked({});
  const older = async (record: GeneratedRecord) => {
    const viewing = new Viewing(record);
    await viewing.asked({});
    return viewing.older();
  };
  const common = (record: GeneratedRecord) => new Viewing(record).asked({ decision: 'decline', mode: 'url' });
  const rare = (record: GeneratedRecord) => new Viewing(record).asked({ text: 'nowhere to be found' });
  const beyondAscii = (record: GeneratedRecord) => new Viewing(record).asked({ text: 'nirgends, möglicherweise' });
  const searched = (record: GeneratedRecord) => new Viewing(record).searched('nowhere to be found');
  return [
    await beside('the history opens', opened),
    await beside('an older page', older),
    await beside('a filter that one in 30 passes', common),
    await beside('a text that nothing has, until the view says so', rare, growingRounds),
    await beside('the same with a letter beyond ASCII', beyondAscii, growingRounds),
    await growth({
      what: 'the history opens',
      rounds: growingRounds,
      maxExponent: flat,
      ...ways,
      round: (size) => opened(of(size)),
    }),
    await growth({
      what: 'everything is searched for a text, page by page',
      rounds: longRounds,
      warmUps: 1,
      maxExponent: inProportion,
      ...ways,
      round: (size) => searched(of(size)),
    }),
    await memoryDuring('the history is open on 1,000,000 entries, and ten pages', async () => {
      const viewing = new Viewing(of(entries));
      await viewing.asked({});
      for (let page = 0; page < 10; page += 1) await viewing.older();
      return viewing;
    }),
  ];
}

async function verifying(of: (size: number) => GeneratedRecord): Promise<Finding[]> {
  const ways = { of: 'entries', sizes, rounds: longRounds, warmUps: 0, maxExponent: inProportion } as const;
  return [
    await sideBySide({
      what: 'everything is verified',
      rounds: longRounds,
      warmUps: 1,
      floor: { name: 'read, parse and hash each line', round: () => timeParseAndHash(of(entries)) },
      measured: { name: 'verify', round: () => timeVerify(of(entries)) },
      goal: { of: 'ratio', share: 0.5, most: 1.5 },
    }),
    await sideBySide({
      what: 'everything is verified, beside less than that takes',
      rounds: longRounds,
      warmUps: 1,
      floor: { name: 'read and hash each line', round: () => timeHash(of(entries)) },
      measured: { name: 'verify', round: () => timeVerify(of(entries)) },
    }),
    await growth({ what: 'everything is verified', ...ways, round: (size) => timeVerify(of(size)) }),
    await memoryDuring('1,000,000 entries are verified', () => timeVerify(of(entries))),
  ];
}

async function writing(
  few: GeneratedRecord,
  of: (size: number) => GeneratedRecord,
  appending: ReadonlyMap<number, Appending>,
): Promise<Finding[]> {
  const to = (size: number) => appending.get(size) ?? failedToFind(size);
  const appended = (what: string, all: readonly number[]) =>
    growth({
      what,
      of: 'entries',
      rounds: 2 * rounds,
      sizes: all,
      maxExponent: flat,
      round: (size) => to(size).recorded(),
    });
  return [
    await sideBySide({
      what: 'an entry is written, until it would survive a power failure',
      rounds: 2 * rounds,
      floor: { name: 'hash and write the same line', round: () => to(entries).bare() },
      measured: { name: 'the recorder', round: () => to(entries).recorded() },
      goal: { of: 'added', share: 0.5, most: 2 },
    }),
    await sideBySide({
      what: 'a window starts: what others left is repaired, what is old found',
      rounds,
      floor: { name: `${fewEntries.toLocaleString('en')} entries`, round: () => timeMaintenance(few) },
      measured: { name: `${entries.toLocaleString('en')} entries`, round: () => timeMaintenance(of(entries)) },
      goal: { of: 'value', share: 0.5, most: 100 },
    }),
    await appended('an entry is written beside what other windows have written', sizes),
    await appended('an entry is written to what the window has written itself', ownSizes),
  ];
}

/** Many windows that recorded little, as they come and go in a year. */
async function starting(whole: GeneratedRecord, folder: string): Promise<Finding[]> {
  const some = new Map<number, GeneratedRecord>([
    [maxWindows / 4, await oldestOf(whole, join(folder, 'windows-quarter'), 1 / 4)],
    [maxWindows / 2, await oldestOf(whole, join(folder, 'windows-half'), 1 / 2)],
    [maxWindows, whole],
  ]);
  const of = (size: number) => some.get(size) ?? failedToFind(size);
  const ways = { of: 'files', sizes: [...some.keys()], rounds: growingRounds, maxExponent: inProportion };
  return [
    await growth({ what: 'the history opens', ...ways, round: (size) => new Viewing(of(size)).asked({}) }),
    await growth({ what: 'a window starts', ...ways, round: (size) => timeMaintenance(of(size)) }),
    await growth({ what: 'everything is verified', ...ways, round: (size) => timeVerify(of(size)) }),
  ];
}

function failedToFind(size: number): never {
  throw new Error(`There is no record of ${size} entries.`);
}
