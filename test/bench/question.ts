import type { Bench, Finding, Goal } from '#test/bench/lib/findings.ts';
import { growth, sideBySide } from '#test/bench/lib/sideBySide.ts';
import { countAnswers, countsFinding, newAnswerCounts } from '#test/bench/question/answerCounts.ts';
import {
  type BenchClient,
  type ConnectionKind,
  type HostClient,
  openHostClient,
  openSdkClient,
  type WordRequest,
} from '#test/bench/question/clients.ts';

interface Case extends ConnectionKind {
  readonly name: string;
  readonly goal: Goal;
  /** Where the schema is seen for the first time: it is compiled, whatever it came by. */
  readonly freshGoal: Goal;
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
  { name: 'stdio', transport: 'stdio', era: 'legacy', ...stdioGoals },
  { name: 'stdio, modern era', transport: 'stdio', era: 'modern', ...stdioGoals },
  { name: 'Streamable HTTP', transport: 'http', era: 'legacy', ...httpGoals },
  { name: 'Streamable HTTP, modern era', transport: 'http', era: 'modern', ...httpGoals },
];

const rounds = 201;
/** Code is compiled in them, to its last stage. */
const warmUps = 150;
const inSequence = 1000;
const atOnce = 200;
/** Of so many questions. */
const roundsOfMany = 5;
/** Milliseconds for all questions of a round: what is not answered by then is lost. */
const maxMs = 120_000;

/**
 * A call, its question, an answer that takes nobody any time, and the result: by the core with its launcher, its record and
 * all its checks, beside the SDK's client with a handler that only answers. Each has a server process of its own, of the
 * same program. A round of the core ends when its entry is on the disk, which is no part of the time: what is done behind
 * an answer would otherwise be counted where the other side is measured.
 */
export const bench: Bench = {
  title: "a question's way through the core",
  async run() {
    const findings: Finding[] = [];
    for (const each of cases) {
      const bare = await openSdkClient(each);
      const host = await openHostClient(each);
      try {
        findings.push(...(await compared(each, bare, host)), ...(await counted(each, bare, host)));
        findings.push(...(await grown(each, host)));
      } finally {
        await Promise.all([bare.end(), host.end()]);
      }
    }
    findings.push(await withHistory());
    return findings;
  },
};

/** Milliseconds from a call until its result. */
async function answered(side: BenchClient, wanted: WordRequest): Promise<number> {
  const begin = performance.now();
  await side.ask(wanted);
  const ms = performance.now() - begin;
  await side.settled();
  return ms;
}

let told = 0;
/** One that was never used before, so that no answer can be taken for another. */
function word(): string {
  told += 1;
  return `w${told}`;
}

async function compared({ name, goal, freshGoal }: Case, bare: BenchClient, host: BenchClient): Promise<Finding[]> {
  const pair = (wanted: () => WordRequest) => ({
    floor: { name: 'SDK client', round: () => answered(bare, wanted()) },
    measured: { name: 'core', round: () => answered(host, wanted()) },
  });
  return [
    await sideBySide({ what: `${name}: a form seen before`, rounds, warmUps, goal, ...pair(() => ({ word: word() })) }),
    await sideBySide({
      what: `${name}: a form never seen`,
      rounds,
      warmUps: 50,
      goal: freshGoal,
      ...pair(() => ({ word: word(), fields: 3, title: word() })),
    }),
  ];
}

/** A thousand one after the other, two hundred at once: what they take, and what became of each of the core's. */
async function counted({ name }: Case, bare: BenchClient, host: HostClient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { what, count, run } of [
    { what: `${inSequence.toLocaleString('en')} in sequence`, count: inSequence, run: sequence },
    { what: `${atOnce} at once`, count: atOnce, run: together },
  ]) {
    const tally = newAnswerCounts();
    const ask = (side: BenchClient) => () => side.ask({ word: word() });
    const before = await host.record.accepted();
    const comparison = await sideBySide({
      what: `${name}: ${what}`,
      rounds: roundsOfMany,
      warmUps: 0,
      // It throws where one is lost: what nobody answers is no floor.
      floor: { name: 'SDK client', round: () => timed(() => run(count, ask(bare))) },
      measured: {
        name: 'core',
        round: async () => {
          const ms = await timed(() => run(count, countAnswers(ask(host), tally, maxMs)));
          await host.settled();
          return ms;
        },
      },
    });
    const recorded = (await host.record.accepted()) - before;
    findings.push(comparison, countsFinding(`${name}: ${what}, ${roundsOfMany} times`, tally, recorded));
  }
  return findings;
}

async function sequence(count: number, ask: () => Promise<void>): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await ask();
  }
}

async function together(count: number, ask: () => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, ask));
}

async function grown({ name }: Case, host: BenchClient): Promise<Finding[]> {
  return [
    await growth({
      what: `${name}: questions at once`,
      of: 'questions',
      rounds: 21,
      sizes: [50, 100, 200],
      maxExponent: 1.2,
      round: async (size) => {
        const ms = await timed(() => Promise.all(Array.from({ length: size }, () => host.ask({ word: word() }))));
        await host.settled();
        return ms;
      },
    }),
    await growth({
      what: `${name}: the fields of a form never seen`,
      of: 'fields',
      rounds: 101,
      warmUps: 20,
      sizes: [10, 20, 40],
      maxExponent: 1.2,
      round: (fields) => answered(host, { word: word(), fields, title: word() }),
    }),
  ];
}

/** What a question takes in a window that has seen many: one window for each number of them. */
async function withHistory(): Promise<Finding> {
  const sizes = [1000, 2000, 4000];
  const hosts = new Map<number, HostClient>();
  try {
    for (const size of sizes) {
      const host = await openHostClient({ transport: 'stdio', era: 'legacy' });
      hosts.set(size, host);
      for (let count = 0; count < size; count += 1) {
        await host.ask({ word: word() });
      }
      await host.settled();
    }
    const round = async (size: number) => {
      const host = hosts.get(size);
      return host ? answered(host, { word: word() }) : Number.NaN;
    };
    return await growth({
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
