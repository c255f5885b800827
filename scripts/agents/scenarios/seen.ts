import { membersOf } from '#scripts/agents/model/jsonParts.ts';
import type { AgentRun } from '#scripts/agents/run/agentRun.ts';
import type { WireMessage } from '#scripts/agents/run/recordings.ts';
import { expect } from './scenario.ts';

const endMs = 60_000;

/** Waits until the agent ends by itself. Fails if a result for the model lacks `text`. @returns the last result */
export async function expectResult(run: AgentRun, text: string): Promise<string> {
  await run.process.waitForEnd(endMs);
  const last = run.results.at(-1) ?? '';
  const plain = last.replaceAll('\\"', '"');
  expect(plain.includes(text), `The model should have got "${text}", and got: ${last || run.lastOutput}`);
  return last;
}

/** Fails unless the server counted one call. */
export async function expectOneCall(run: AgentRun): Promise<void> {
  const calls = (await run.events()).filter(({ event }) => event === 'call');
  expect(calls.length === 1, `The server should have counted one call, and counted ${calls.length}.`);
}

/** The calls of a tool that an agent sent. */
export function callsIn(wire: readonly WireMessage[]): readonly WireMessage[] {
  return wire.filter(({ from, message }) => from === 'client' && message['method'] === 'tools/call');
}

/** The keys of a call's arguments, in their order on the wire. */
export function argumentKeys({ message }: WireMessage): string {
  return Object.keys(membersOf(membersOf(message['params'])['arguments'])).join(',');
}

/** The message of a request for `place`: see `test/servers/agents/agentTools.ts`. */
export function formAbout(place: string): string {
  return `What about ${place}?`;
}

/**
 * Compares the messages on both sides of the proxy, in each direction, but for `initialize`, in which the capability is added.
 * @returns their number
 */
export async function expectSameBytes(run: AgentRun): Promise<number> {
  const [agentSide, serverSide] = [await run.wire('agent'), await run.wire('server')];
  const lines = (wire: readonly WireMessage[], from: 'client' | 'server') =>
    wire
      .filter((one) => one.from === from && !['initialize', 'server/discover'].includes(String(one.message['method'])))
      .map(({ line }) => line);
  let count = 0;
  for (const from of ['client', 'server'] as const) {
    const [at, there] = [lines(agentSide, from), lines(serverSide, from)];
    expect(
      at.join('\n') === there.join('\n'),
      `The two sides differ, from the ${from}:\n${at.join('\n')}\n${there.join('\n')}`,
    );
    count += at.length;
  }
  return count;
}
