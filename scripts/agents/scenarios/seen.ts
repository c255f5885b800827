import { Envelope, type JsonPath } from '#proxy/wire/envelope.ts';
import { membersOf } from '#scripts/agents/model/jsonParts.ts';
import type { AgentRun } from '#scripts/agents/run/agentRun.ts';
import type { WireMessage } from '#scripts/agents/run/recordings.ts';
import { expect } from './scenario.ts';

/** The calls of a tool that an agent sent. */
export function callsIn(wire: readonly WireMessage[]): readonly WireMessage[] {
  return wire.filter(({ from, message }) => from === 'client' && message['method'] === 'tools/call');
}

/** The keys of a call's arguments, in their order on the wire. */
export function argumentKeys({ message }: WireMessage): string {
  return Object.keys(membersOf(membersOf(message['params'])['arguments'])).join(',');
}

/**
 * Compares the messages on both sides of the proxy, in each direction, but for the members in which the proxy declares elicitation, and
 * cancellations of calls that had ended, which the proxy swallows.
 * @returns their number
 */
export async function expectSameBytes(run: WireOfRun): Promise<number> {
  const [agentSide, serverSide] = [compared(await run.wire('agent')), compared(await run.wire('server'))];
  expectSameLines(agentSide, serverSide, withoutElicitation);
  return agentSide.length;
}

/** Compares all messages on both sides of where the proxy would be. */
export async function expectUntouched(run: WireOfRun): Promise<void> {
  expectSameLines(await run.wire('agent'), await run.wire('server'), ({ line }) => line);
}

type WireOfRun = Pick<AgentRun, 'wire'>;

function expectSameLines(
  agentSide: readonly WireMessage[],
  serverSide: readonly WireMessage[],
  textOf: (message: WireMessage) => string,
): void {
  for (const from of ['client', 'server'] as const) {
    const [at, there] = [agentSide, serverSide].map((wire) =>
      wire
        .filter((one) => one.from === from)
        .map(textOf)
        .join('\n'),
    );
    expect(at === there, `The two sides differ, from the ${from}:\n${at}\n${there}`);
  }
}

function compared(wire: readonly WireMessage[]): readonly WireMessage[] {
  const ended = (index: number, id: unknown) =>
    wire.slice(0, index).some(({ from, message }) => from === 'server' && message['id'] === id);
  return wire.filter(({ from, message: { method, params } }, index) => {
    const isCancellation = from === 'client' && method === 'notifications/cancelled';
    return !isCancellation || !ended(index, membersOf(params)['requestId']);
  });
}

const capabilitiesOfRequests: JsonPath = ['params', '_meta', 'io.modelcontextprotocol/clientCapabilities'];
const capabilitiesOfSessions: JsonPath = ['params', 'capabilities'];

/** The line of a message without the members that the proxy changes to declare elicitation. */
function withoutElicitation({ from, line, message }: WireMessage): string {
  const envelope = from === 'client' ? Envelope.read(Buffer.from(line)) : undefined;
  if (!envelope) return line;
  const paths: readonly JsonPath[] =
    message['method'] === 'initialize'
      ? [
          [...capabilitiesOfSessions, 'elicitation'],
          [...capabilitiesOfSessions, 'tasks', 'requests', 'elicitation'],
        ]
      : [[...capabilitiesOfRequests, 'elicitation']];
  return envelope.with(paths.map((path) => [path, undefined])).toString();
}
