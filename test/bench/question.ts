import type { Bench, Finding, Goal } from '#test/bench/lib/findings.ts';
import { compareInTurns, compareWithPeerInTurns, measureGrowth } from '#test/bench/lib/sideBySide.ts';
import { countAnswers, countsFinding, newAnswerCounts } from '#test/bench/question/answerCounts.ts';
import {
  type BenchClient,
  type ConnectionKind,
  type HostClient,
  openHostClient,
  type ToolArguments,
} from '#test/bench/question/clients.ts';
import { openRecordingSdkClient, openSdkClient } from '#test/bench/question/sdkClients.ts';

interface Case extends ConnectionKind {
  readonly name: string;
  readonly goal: Goal;
  /** The goal for a schema that is new, so that it must be compiled. */
  readonly freshGoal: Goal;
  /** The words of users for a form that was seen before. */
  readonly overview?: string;
}

const stdioGoals = {
  goal: { of: 'added', share: 0.5, most: 0.5 },
  freshGoal: { of: 'added', share: 0.5, most: 3 },
} as const;
const httpGoals = {
  goal: { of: 'ratio', share: 0.5, most: 1.1 },
  freshGoal: stdioGoals.freshGoal,
} as const;

const cases: readonly Case[] = [
  {
    name: 'stdio',
    transport: 'stdio',
    era: 'legacy',
    ...stdioGoals,
    overview: 'A tool call over stdio that asks once and is answered at once, without the panel',
  },
  { name: 'stdio, modern era', transport: 'stdio', era: 'modern', ...stdioGoals },
  {
    name: 'Streamable HTTP',
    transport: 'http',
    era: 'legacy',
    ...httpGoals,
    overview: 'The same call over Streamable HTTP, to a server on this machine',
  },
  { name: 'Streamable HTTP, modern era', transport: 'http', era: 'modern', ...httpGoals },
];

const rounds = 201;
/** Rounds that are not counted, in which V8 compiles the code completely. */
const warmUps = 150;
const sequenceLength = 1000;
const concurrentCount = 200;
/** The number of rounds with a whole sequence, or with all requests at once. */
const roundsOfMany = 5;
/** The time limit for all requests of a round; a request that is not answered by then counts as lost. In milliseconds. */
const maxMs = 120_000;

/**
 * Measures a call, its request, an immediate answer and the result: by the core with its watchdog, its record and all its
 * checks, and by the SDK's client: as the floor with a handler that only answers, and as a peer with one that also checks and
 * records the answer. Each has a process of the same server. A round ends when its entry is on the disk, but the time does not
 * include that: otherwise this work would slow down the next round, which measures another side.
 */
export const bench: Bench = {
  title: "A question's way through the core",
  async run() {
    const findings: Finding[] = [];
    for (const each of cases) {
      const bare = await openSdkClient(each);
      const recording = await openRecordingSdkClient(each);
      const host = await openHostClient(each);
      try {
        findings.push(...(await compareForms(each, [bare, recording], host)));
        findings.push(...(await compareMany(each, bare, host)), ...(await measureSizes(each, host)));
      } finally {
        await Promise.all([bare.end(), recording.end(), host.end()]);
      }
    }
    findings.push(await withHistory());
    return findings;
  },
};

/** The milliseconds from a call until its result. */
async function timeAnswer(side: BenchClient, args: ToolArguments): Promise<number> {
  const begin = performance.now();
  await side.ask(args);
  const ms = performance.now() - begin;
  await side.settle();
  return ms;
}

let wordCount = 0;
/** Returns a word that was never used before, so that no answer can be confused with another. */
function newWord(): string {
  wordCount += 1;
  return `w${wordCount}`;
}

async function compareForms(
  { name, goal, freshGoal, overview }: Case,
  [bare, recording]: readonly [BenchClient, BenchClient],
  host: BenchClient,
): Promise<Finding[]> {
  const sides = (args: () => ToolArguments) => ({
    floor: { name: 'SDK client', round: () => timeAnswer(bare, args()) },
    peer: { name: 'SDK client with validation and a record', round: () => timeAnswer(recording, args()) },
    measured: { name: 'core', round: () => timeAnswer(host, args()) },
  });
  return [
    ...(await compareWithPeerInTurns({
      what: `${name}: a form seen before`,
      rounds,
      warmUps,
      goal,
      ...(overview !== undefined && { overview }),
      ...sides(() => ({ word: newWord() })),
    })),
    ...(await compareWithPeerInTurns({
      what: `${name}: a form never seen`,
      rounds,
      warmUps: 50,
      goal: freshGoal,
      ...sides(() => ({ word: newWord(), fields: 3, title: newWord() })),
    })),
  ];
}

/** Measures a thousand requests in sequence and two hundred at once, and counts the answers to the core's requests. */
async function compareMany({ name }: Case, bare: BenchClient, host: HostClient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { what, count, run } of [
    { what: `${sequenceLength.toLocaleString('en')} in sequence`, count: sequenceLength, run: askInSequence },
    { what: `${concurrentCount} at once`, count: concurrentCount, run: askAtOnce },
  ]) {
    const counts = newAnswerCounts();
    const ask = (side: BenchClient) => () => side.ask({ word: newWord() });
    const before = await host.record.accepted();
    const comparison = await compareInTurns({
      what: `${name}: ${what}`,
      rounds: roundsOfMany,
      warmUps: 0,
      // Throws if a request of the floor is lost.
      floor: { name: 'SDK client', round: () => elapsedMs(() => run(count, ask(bare))) },
      measured: {
        name: 'core',
        round: async () => {
          const ms = await elapsedMs(() => run(count, countAnswers(ask(host), counts, maxMs)));
          await host.settle();
          return ms;
        },
      },
    });
    const recorded = (await host.record.accepted()) - before;
    findings.push(comparison, countsFinding(`${name}: ${what}, ${roundsOfMany} times`, counts, recorded));
  }
  return findings;
}

async function askInSequence(count: number, ask: () => Promise<void>): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await ask();
  }
}

async function askAtOnce(count: number, ask: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, ask));
}

async function measureSizes({ name }: Case, host: BenchClient): Promise<Finding[]> {
  return [
    await measureGrowth({
      what: `${name}: questions at once`,
      of: 'questions',
      rounds: 21,
      sizes: [50, 100, 200],
      maxExponent: 1.2,
      round: async (size) => {
        const ms = await elapsedMs(() =>
          Promise.all(Array.from({ length: size }, () => host.ask({ word: newWord() }))),
        );
        await host.settle();
        return ms;
      },
    }),
    await measureGrowth({
      what: `${name}: the fields of a form never seen`,
      of: 'fields',
      rounds: 101,
      warmUps: 20,
      sizes: [10, 20, 40],
      maxExponent: 1.2,
      round: (fields) => timeAnswer(host, { word: newWord(), fields, title: newWord() }),
    }),
  ];
}

/** Measures a request after many others, with one host for each number of earlier requests. */
async function withHistory(): Promise<Finding> {
  const sizes = [1000, 2000, 4000];
  const hosts = new Map<number, HostClient>();
  try {
    for (const size of sizes) {
      const host = await openHostClient({ transport: 'stdio', era: 'legacy' });
      hosts.set(size, host);
      for (let count = 0; count < size; count += 1) {
        await host.ask({ word: newWord() });
      }
      await host.settle();
    }
    const round = async (size: number) => {
      const host = hosts.get(size);
      return host ? timeAnswer(host, { word: newWord() }) : Number.NaN;
    };
    return await measureGrowth({
      what: 'a question after many, stdio',
      of: 'earlier ones',
      rounds: 101,
      sizes,
      maxExponent: 0.2,
      round,
    });
  } finally {
    await Promise.all([...hosts.values()].map((host) => host.end()));
  }
}

async function elapsedMs(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
