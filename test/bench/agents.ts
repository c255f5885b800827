import { AgentBed, pingServer, sdkServer, type Way } from '#test/bench/agents/agentBed.ts';
import type { BenchAgent } from '#test/bench/agents/benchAgent.ts';
import { checkWithoutWindow, compareStarts, measureBigResult, measureIdle } from '#test/bench/agents/costs.ts';
import { compareQuestions } from '#test/bench/agents/questionsOfAgents.ts';
import type { Bench, Comparison, Finding, Goal } from '#test/bench/lib/findings.ts';
import { compareInTurns } from '#test/bench/lib/sideBySide.ts';

const rounds = 501;
const warmUps = 300;
const throughputRounds = 15;
const callsInRound = 1000;
const atOnce = 8;
const words = 'A call of a connected agent that asks nothing, through the proxy';

interface Case {
  readonly name: string;
  readonly command: readonly string[];
  readonly call: (agent: BenchAgent) => Promise<unknown>;
}

const sdk: Case = {
  name: 'a server on the SDK',
  command: sdkServer,
  call: (agent) => agent.call('plain', { place: 'here', count: 1 }),
};
const ping: Case = {
  name: 'a server that does nothing',
  command: pingServer,
  call: (agent) => agent.call('plain', {}),
};

/**
 * Measures the proxy between an agent and a server, with a window that listens, side by side with the server alone. A server that
 * does nothing is compared with a program that only copies the bytes, too: a third process is not free where there are two cores.
 */
export const bench: Bench = {
  title: 'An agent with the proxy before its server',
  async run() {
    const bed = await AgentBed.open(sdkServer);
    try {
      return [
        await compareCalls(bed, sdk, 'direct', { of: 'added', share: 0.5, most: 0.2 }, words),
        await compareCalls(bed, ping, 'direct', { of: 'added', share: 0.5, most: 0.2 }),
        await compareCalls(bed, ping, 'relay'),
        // The time of a thousand calls: 0.7 of the throughput is 1 / 0.7 of the time.
        await compareThroughput(bed, sdk, 'direct', { of: 'ratio', share: 0.5, most: 1 / 0.7 }),
        await compareThroughput(bed, ping, 'direct'),
        await compareThroughput(bed, ping, 'relay'),
        await compareQuestions(),
        ...(await compareStarts(bed)),
        ...(await measureIdle(bed)),
        await measureBigResult(bed),
        await checkWithoutWindow(),
      ] satisfies Finding[];
    } finally {
      await bed.end();
    }
  },
};

const names: Readonly<Record<Exclude<Way, 'proxy'>, string>> = { direct: 'direct', relay: 'bytes are only copied' };

function compareCalls(
  bed: AgentBed,
  each: Case,
  beside: 'direct' | 'relay',
  goal?: Goal,
  overview?: string,
): Promise<Comparison> {
  const more = overview === undefined ? {} : { overview };
  const work = { what: `a plain call of ${each.name}`, rounds, warmUps, run: each.call, ...more };
  return compareWays(bed, each, beside, work, goal);
}

function compareThroughput(bed: AgentBed, each: Case, beside: 'direct' | 'relay', goal?: Goal): Promise<Comparison> {
  const callAll = async (agent: BenchAgent) => {
    let left = callsInRound;
    const callInTurn = async () => {
      for (; left > 0; left -= 1) await each.call(agent);
    };
    await Promise.all(Array.from({ length: atOnce }, callInTurn));
  };
  const what = `${callsInRound.toLocaleString('en')} calls of ${each.name}, ${atOnce} at once`;
  return compareWays(bed, each, beside, { what, rounds: throughputRounds, run: callAll }, goal);
}

interface TimedWork {
  readonly what: string;
  readonly rounds: number;
  readonly warmUps?: number;
  readonly overview?: string;
  readonly run: (agent: BenchAgent) => Promise<unknown>;
}

/** Times the work through the proxy and the other way, in turns. */
async function compareWays(
  bed: AgentBed,
  { command }: Case,
  beside: 'direct' | 'relay',
  { run, ...work }: TimedWork,
  goal?: Goal,
): Promise<Comparison> {
  const floor = await bed.session(command, beside);
  const proxy = await bed.session(command, 'proxy');
  const timed = (agent: BenchAgent) => async () => {
    const begin = performance.now();
    await run(agent);
    return performance.now() - begin;
  };
  const comparison = await compareInTurns({
    ...work,
    floor: { name: names[beside], round: timed(floor) },
    measured: { name: 'through the proxy', round: timed(proxy) },
    ...(goal && { goal }),
  });
  await Promise.all([floor.end(), proxy.end()]);
  return comparison;
}
