import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { defaultRateLimits } from '../../src/core/guard/rateLimiter.ts';
import type { Server } from '../../src/core/servers/server.ts';
import { definitionOf, nodeSpec, Rig, textOf, tool } from '../unit/core/servers/harness.ts';
import { type Bench, sideBySide } from './lib/sideBySide.ts';

const asker = fileURLToPath(new URL('../servers/asker.ts', import.meta.url));
/** What the tool `deluge` asks at once. */
const floodSize = 10_000;
/** How many of them are refused before the other server asks: the flood is in full course then. */
const underWay = 1_000;
const rounds = 20;

/**
 * Two processes and one host: one server asks ten thousand times at once, the other once, and a person who needs no time
 * answers the other. Everything is as in production but for that: the greedy server has the default rate limit.
 */
export const bench: Bench = {
  title: 'a question while another server asks ten thousand times',
  async run() {
    const rig = new Rig();
    rig.rateLimits = defaultRateLimits;
    rig.log.traceEnabled = false;
    try {
      const patient = rig.server(nodeSpec(asker), definitionOf('patient'));
      const eager = rig.server(nodeSpec(asker), definitionOf('eager'));
      // It asks far more often than in ten rounds a minute: its own limit is not what is measured.
      rig.rateLimiter.allow(patient.definition.id);
      rig.inbox.onDidArrive(({ id, server }) => {
        if (server.id === patient.definition.id) {
          rig.inbox.decide(id, { action: 'accept', content: { answer: 'yes' } });
        }
      });
      await Promise.all([patient.start(), eager.start()]);
      return [
        await sideBySide(
          'call, question, answer, result',
          rounds,
          { name: 'nobody else asks', round: () => answered(patient) },
          { name: 'during the flood', round: () => duringFlood(rig, eager, patient) },
        ),
      ];
    } finally {
      await rig.end();
    }
  },
};

/** Milliseconds from the call until its result, a question in between. */
async function answered(server: Server): Promise<number> {
  const begin = performance.now();
  const result = await server.call(tool('ask'), { origin: 'program' });
  const ms = performance.now() - begin;
  assert.equal(textOf(result), 'ask accept {"answer":"yes"}');
  return ms;
}

/** The same in the midst of a flood. Fails when the flood was over before: then nothing was measured. */
async function duringFlood(rig: Rig, eager: Server, patient: Server): Promise<number> {
  const { id } = eager.definition;
  let refused = 0;
  let inTheMidst = () => {};
  const midst = new Promise<void>((resolve) => {
    inTheMidst = resolve;
  });
  const counting = rig.exchanges.onDidChange(({ server, reply }) => {
    refused += server.id === id && reply ? 1 : 0;
    if (refused === underWay) {
      inTheMidst();
    }
  });
  const flood = eager.call(tool('deluge'), { origin: 'program' });
  await midst;
  const ms = await answered(patient);
  const most = floodSize - defaultRateLimits.maxPending;
  assert.ok(refused < most, 'The flood was over before the other server was answered.');
  // The few that wait for the person: the flood ends with them.
  const cancelling = rig.inbox.onDidArrive((request) => {
    if (request.server.id === id) {
      rig.inbox.decide(request.id, { action: 'cancel' });
    }
  });
  for (const request of rig.inbox.pending) {
    rig.inbox.decide(request.id, { action: 'cancel' });
  }
  assert.match(textOf(await flood), /\d+ -31001 rate_limited/);
  cancelling.dispose();
  counting.dispose();
  return ms;
}
