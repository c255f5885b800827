import assert from 'node:assert/strict';
import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import type { Server } from '#core/servers/server.ts';
import type { Bench, Growth } from '#test/bench/lib/findings.ts';
import { compareInTurns, measureGrowth } from '#test/bench/lib/sideBySide.ts';
import { BenchRecord } from '#test/bench/question/record.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';

const script = fromRoot('test/servers/elicitingTools.ts');
/** The number of requests that the tool `deluge` sends at once. */
const floodSize = 10_000;
const sizes = [floodSize / 4, floodSize / 2, floodSize] as const;
/** The number of refused requests of the flood before the other server is called. */
const refusalsBeforeCall = 1_000;
const rounds = 15;
const growingRounds = 7;

/** The times of a round with a flood, in milliseconds. */
interface FloodTimes {
  /** The time from the other server's call, which sends one request, until its result. */
  readonly timeCall: number;
  /** The time from the flood's call until all its requests are settled. */
  readonly whole: number;
}

/**
 * Two server processes and one host: the greedy server sends ten thousand requests at once and has the default rate limit;
 * the patient server sends one request, which is answered at once. The core and its record are as in production.
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
      // The rounds of the bench exceed the rate limit of the patient server, which is not measured.
      host.rateLimiter.allow(patient.definition.id);
      host.inbox.onDidArrive(({ id, server }) => {
        if (server.id === patient.definition.id) {
          host.inbox.decide(id, { action: 'accept', content: { answer: 'yes' } });
        }
      });
      await Promise.all([patient, ...greedy.values()].map((server) => server.start()));
      const flooded = (size: number) => {
        const eager = greedy.get(size) ?? assert.fail(`No server asks ${size} times.`);
        return timeDuringFlood(host, eager, size, patient);
      };
      return [
        await compareInTurns({
          what: 'call, question, answer, result',
          rounds,
          floor: { name: 'nobody else asks', round: () => answered(patient) },
          measured: { name: 'during the flood', round: async () => (await flooded(floodSize)).timeCall },
          goal: { of: 'ratio', share: 0.5, most: 3 },
        }),
        ...(await growing(flooded)),
      ];
    } finally {
      await record?.end();
      await host.end();
    }
  },
};

/** Measures the growth of the flood's time and of the other server's time in the same rounds. */
async function growing(flooded: (size: number) => Promise<FloodTimes>): Promise<readonly Growth[]> {
  const during = new Map(sizes.map((size): [number, number[]] => [size, []]));
  const whole = await measureGrowth({
    what: 'the flood until it is refused',
    of: 'questions',
    rounds: growingRounds,
    sizes,
    warmUps: 0,
    maxExponent: 1.2,
    round: async (size) => {
      const { timeCall: ms, whole: all } = await flooded(size);
      during.get(size)?.push(ms);
      return all;
    },
  });
  const points = [...during].map(([size, values]) => ({ size, values }));
  return [{ ...whole, maxExponent: 0.2, what: 'call, question, answer, result during the flood', points }, whole];
}

function greedyServer(host: TestHost, size: number): Server {
  return host.server(nodeSpec(script, [], { env: { DELUGE: String(size) } }), definitionOf(`eager-${size}`));
}

/** The milliseconds from a call, which sends one request, until its result. */
async function answered(server: Server): Promise<number> {
  const start = performance.now();
  const result = await server.call(tool('ask'), { origin: 'program' });
  const ms = performance.now() - start;
  assert.equal(textOf(result), 'ask accept {"answer":"yes"}');
  return ms;
}

/** Measures a call during a flood. Fails if the flood was over before the call's result. */
async function timeDuringFlood(host: TestHost, eager: Server, size: number, patient: Server): Promise<FloodTimes> {
  const { id } = eager.definition;
  let refused = 0;
  let startCall = () => {};
  const floodStarted = new Promise<void>((resolve) => {
    startCall = resolve;
  });
  const counting = host.exchanges.onDidChange(({ server, reply }) => {
    refused += server.id === id && reply ? 1 : 0;
    if (refused === refusalsBeforeCall) {
      startCall();
    }
  });
  const start = performance.now();
  const flood = eager.call(tool('deluge'), { origin: 'program' });
  await floodStarted;
  const ms = await answered(patient);
  const maxRefused = size - defaultRateLimits.maxPending;
  assert.ok(refused < maxRefused, 'The flood was over before the other server was answered.');
  // The flood ends when its few requests that wait for the user are cancelled.
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
  return { timeCall: ms, whole: performance.now() - start };
}
