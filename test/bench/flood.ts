import assert from 'node:assert/strict';
import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import type { Server } from '#core/servers/server.ts';
import type { Bench, Growth } from '#test/bench/lib/findings.ts';
import { compareInTurns, measureGrowth } from '#test/bench/lib/sideBySide.ts';
import { BenchRecord } from '#test/bench/question/benchRecord.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';

const script = fromRoot('test/servers/elicitingTools.ts');
/** The number of requests that the tool `deluge` sends at once in the comparison. */
const floodSize = 10_000;
const sizes = [floodSize / 4, floodSize / 2, floodSize] as const;
/** The number of refused requests of the flood before the other server is called. */
const refusalsBeforeCall = 1_000;
const comparisonRounds = 15;
const growthRounds = 7;

/** The times of a round with a flood, in milliseconds. */
interface FloodTimes {
  /** The time from the call of the patient server, which sends one request, until its result. */
  readonly callMs: number;
  /** The time from the flood's call until its result. The call of the patient server is within it. */
  readonly floodMs: number;
}

/**
 * One host with four server processes: three greedy servers, each of which sends 2,500, 5,000 or 10,000 requests at once, and
 * a patient server, which sends one request, answered at once. All but the patient server have the default rate limit. The
 * core and its record are as in production.
 */
export const bench: Bench = {
  title: 'A question while another server asks ten thousand times',
  async run() {
    const host = createTestHost();
    host.rateLimits = defaultRateLimits;
    host.log.traceEnabled = false;
    let record: BenchRecord | undefined;
    try {
      const patient = host.server(nodeSpec(script), definitionOf('patient'));
      record = new BenchRecord(host, patient);
      const greedy = new Map(sizes.map((size) => [size, greedyServer(host, size)]));
      // The rate limit is not what is measured, and the rounds exceed it.
      host.rateLimiter.allow(patient.definition.id);
      host.inbox.onDidArrive(({ id, server }) => {
        if (server.id === patient.definition.id) {
          host.inbox.decide(id, { action: 'accept', content: { answer: 'yes' } });
        }
      });
      await Promise.all([patient, ...greedy.values()].map((server) => server.start()));
      const runFlood = (size: number) => {
        const server = greedy.get(size) ?? assert.fail(`No server asks ${size} times.`);
        return timeDuringFlood(host, server, size, patient);
      };
      return [
        await compareInTurns({
          what: 'call, question, answer, result',
          rounds: comparisonRounds,
          floor: { name: 'nobody else asks', round: () => timeCall(patient) },
          measured: { name: 'during the flood', round: async () => (await runFlood(floodSize)).callMs },
          goal: { of: 'ratio', share: 0.5, most: 1.5 },
        }),
        ...(await measureFloodGrowth(runFlood)),
      ];
    } finally {
      await record?.end();
      await host.end();
    }
  },
};

/**
 * Measures how two durations grow with the number of the flood's requests: that of a call of the patient server during the
 * flood, and that of the flood.
 */
async function measureFloodGrowth(runFlood: (size: number) => Promise<FloodTimes>): Promise<readonly Growth[]> {
  const callTimes = new Map(sizes.map((size): [number, number[]] => [size, []]));
  const floodGrowth = await measureGrowth({
    what: 'the flood until it is refused',
    of: 'questions',
    rounds: growthRounds,
    sizes,
    warmUps: 0,
    maxExponent: 1.2,
    round: async (size) => {
      const { callMs, floodMs } = await runFlood(size);
      callTimes.get(size)?.push(callMs);
      return floodMs;
    },
  });
  const callGrowth: Growth = {
    ...floodGrowth,
    maxExponent: 0.2,
    what: 'call, question, answer, result during the flood',
    points: [...callTimes].map(([size, values]) => ({ size, values })),
  };
  return [callGrowth, floodGrowth];
}

function greedyServer(host: TestHost, size: number): Server {
  return host.server(nodeSpec(script, [], { env: { DELUGE: String(size) } }), definitionOf(`eager-${size}`));
}

/** The milliseconds from a call, which sends one request, until its result. */
async function timeCall(server: Server): Promise<number> {
  const start = performance.now();
  const result = await server.call(tool('ask'), { origin: 'program' });
  const ms = performance.now() - start;
  assert.equal(textOf(result), 'ask accept {"answer":"yes"}');
  return ms;
}

/** Measures a call of the patient server during a flood. Fails if the flood was over before the call's result. */
async function timeDuringFlood(host: TestHost, greedy: Server, size: number, patient: Server): Promise<FloodTimes> {
  const { id } = greedy.definition;
  let refused = 0;
  let onEnoughRefusals = () => {};
  const enoughRefusals = new Promise<void>((resolve) => {
    onEnoughRefusals = resolve;
  });
  const counting = host.exchanges.onDidChange(({ server, reply }) => {
    refused += server.id === id && reply ? 1 : 0;
    if (refused === refusalsBeforeCall) {
      onEnoughRefusals();
    }
  });
  const start = performance.now();
  const flood = greedy.call(tool('deluge'), { origin: 'program' });
  await enoughRefusals;
  const callMs = await timeCall(patient);
  const refusedInAll = size - defaultRateLimits.maxPending;
  assert.ok(refused < refusedInAll, 'The flood was over before the other server was answered.');
  // The flood's call ends only after its requests that wait for the user (`maxPending` at most) are settled.
  const cancelling = host.inbox.onDidArrive((request) => {
    if (request.server.id === id) {
      host.inbox.decide(request.id, { action: 'cancel' });
    }
  });
  for (const request of host.inbox.pending) {
    host.inbox.decide(request.id, { action: 'cancel' });
  }
  assert.match(textOf(await flood), /\d+ -31001 rate_limited/);
  cancelling.dispose();
  counting.dispose();
  return { callMs, floodMs: performance.now() - start };
}
