import assert from 'node:assert/strict';
import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import type { Server } from '#core/servers/server.ts';
import type { Bench, Growth } from '#test/bench/lib/findings.ts';
import { growth, sideBySide } from '#test/bench/lib/sideBySide.ts';
import { BenchRecord } from '#test/bench/question/record.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';

const asker = fromRoot('test/servers/elicitingTools.ts');
/** How often the tool `deluge` asks at once. */
const floodSize = 10_000;
const sizes = [floodSize / 4, floodSize / 2, floodSize] as const;
/** How many of them are refused before the other server asks: the flood is in full course then. */
const underWay = 1_000;
const rounds = 15;
const growingRounds = 7;

/** What a round with a flood took, in milliseconds. */
interface Flooded {
  /** From the other server's call until its result, a question in between. */
  readonly answered: number;
  /** From the flood's call until every question of it is settled. */
  readonly whole: number;
}

/**
 * Two processes and one host: one server asks ten thousand times at once, the other once, and a person who needs no time
 * answers the other. The core and its record are as in production but for that: the greedy server has the default rate limit.
 */
export const bench: Bench = {
  title: 'A question while another server asks ten thousand times',
  async run() {
    const host = createTestHost();
    host.rateLimits = defaultRateLimits;
    host.log.traceEnabled = false;
    let record: BenchRecord | undefined;
    try {
      const patient = host.server(nodeSpec(asker), definitionOf('patient'));
      record = new BenchRecord(host, patient);
      const greedy = new Map(sizes.map((size) => [size, greedyServer(host, size)]));
      // It asks far more often than in ten rounds a minute: its own limit is not what is measured.
      host.rateLimiter.allow(patient.definition.id);
      host.inbox.onDidArrive(({ id, server }) => {
        if (server.id === patient.definition.id) {
          host.inbox.decide(id, { action: 'accept', content: { answer: 'yes' } });
        }
      });
      await Promise.all([patient, ...greedy.values()].map((server) => server.start()));
      const flooded = (size: number) => {
        const eager = greedy.get(size) ?? assert.fail(`No server asks ${size} times.`);
        return duringFlood(host, eager, size, patient);
      };
      return [
        await sideBySide({
          what: 'call, question, answer, result',
          rounds,
          floor: { name: 'nobody else asks', round: () => answered(patient) },
          measured: { name: 'during the flood', round: async () => (await flooded(floodSize)).answered },
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

/** Both of the same floods. */
async function growing(flooded: (size: number) => Promise<Flooded>): Promise<readonly Growth[]> {
  const during = new Map(sizes.map((size): [number, number[]] => [size, []]));
  const whole = await growth({
    what: 'the flood until it is refused',
    of: 'questions',
    rounds: growingRounds,
    sizes,
    warmUps: 0,
    maxExponent: 1.2,
    round: async (size) => {
      const { answered: ms, whole: all } = await flooded(size);
      during.get(size)?.push(ms);
      return all;
    },
  });
  const points = [...during].map(([size, values]) => ({ size, values }));
  return [{ ...whole, maxExponent: 0.2, what: 'call, question, answer, result during the flood', points }, whole];
}

function greedyServer(host: TestHost, size: number): Server {
  return host.server(nodeSpec(asker, [], { env: { DELUGE: String(size) } }), definitionOf(`eager-${size}`));
}

/** Milliseconds from the call until its result, a question in between. */
async function answered(server: Server): Promise<number> {
  const begin = performance.now();
  const result = await server.call(tool('ask'), { origin: 'program' });
  const ms = performance.now() - begin;
  assert.equal(textOf(result), 'ask accept {"answer":"yes"}');
  return ms;
}

/** The same in the midst of a flood. Fails when the flood was over before: then nothing was measured. */
async function duringFlood(host: TestHost, eager: Server, size: number, patient: Server): Promise<Flooded> {
  const { id } = eager.definition;
  let refused = 0;
  let inTheMidst = () => {};
  const midst = new Promise<void>((resolve) => {
    inTheMidst = resolve;
  });
  const counting = host.exchanges.onDidChange(({ server, reply }) => {
    refused += server.id === id && reply ? 1 : 0;
    if (refused === underWay) {
      inTheMidst();
    }
  });
  const begin = performance.now();
  const flood = eager.call(tool('deluge'), { origin: 'program' });
  await midst;
  const ms = await answered(patient);
  const most = size - defaultRateLimits.maxPending;
  assert.ok(refused < most, 'The flood was over before the other server was answered.');
  // The few that wait for the person: the flood ends with them.
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
  return { answered: ms, whole: performance.now() - begin };
}
