import { membersOf } from '#scripts/agents/model/jsonParts.ts';
import type { AgentRun } from '#scripts/agents/run/agentRun.ts';
import type { WireMessage } from '#scripts/agents/run/recordings.ts';
import { expect } from './scenario.ts';

/** Long enough for a busy machine. */
const endMs = 180_000;

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
 * Compares the messages on both sides of the proxy, in each direction, but for `initialize`, in which the capability is added, and
 * cancellations of calls that had ended, which the proxy swallows.
 * @returns their number
 */
export async function expectSameBytes(run: AgentRun): Promise<number> {
  const [agentSide, serverSide] = [compared(await run.wire('agent')), compared(await run.wire('server'))];
  for (const from of ['client', 'server'] as const) {
    const [at, there] = [agentSide, serverSide].map((wire) => linesFrom(wire, from).join('\n'));
    expect(at === there, `The two sides differ, from the ${from}:\n${at}\n${there}`);
  }
  return agentSide.length;
}

function compared(wire: readonly WireMessage[]): readonly WireMessage[] {
  const ended = (index: number, id: unknown) =>
    wire.slice(0, index).some(({ from, message }) => from === 'server' && message['id'] === id);
  return wire.filter(({ from, message: { method, params } }, index) => {
    if (from !== 'client') return true;
    const isLate = method === 'notifications/cancelled' && ended(index, membersOf(params)['requestId']);
    return !isLate && method !== 'initialize' && method !== 'server/discover';
  });
}

function linesFrom(wire: readonly WireMessage[], from: WireMessage['from']): readonly string[] {
  return wire.filter((one) => one.from === from).map(({ line }) => line);
}
