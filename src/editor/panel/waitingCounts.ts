import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';
import { inOneLine } from '#form/text.ts';

/** The number of waiting things of a kind, and the names of their servers, each once. */
interface WaitingKind {
  readonly count: number;
  readonly servers: string;
}

/** What waits for the user. `others`: agreements, and arguments of programs' calls. */
interface Waiting {
  readonly requests: WaitingKind;
  readonly agreementsAndArguments: WaitingKind;
  readonly held: WaitingKind;
  /** Answers that were not delivered. */
  readonly undelivered: WaitingKind;
}

/** Counts each request of a withheld batch. The calls of a muted server do not count: it must not draw attention. */
export function countWaiting(screens: readonly PanelScreen[], suspendedCalls: readonly SuspendedCall[]): Waiting {
  const held = suspendedCalls.filter(({ withheld }) => withheld?.reason !== 'muted');
  return {
    requests: kind(screens.filter(({ request }) => request).map(({ serverName }) => serverName)),
    agreementsAndArguments: kind(
      screens.filter(({ request, undelivered }) => !request && !undelivered).map(({ serverName }) => serverName),
    ),
    undelivered: kind(screens.filter(({ undelivered }) => undelivered).map(({ serverName }) => serverName)),
    held: kind(held.flatMap(({ server, withheld }) => Array<string>(withheld?.requests ?? 1).fill(server.name))),
  };
}

function kind(names: readonly string[]): WaitingKind {
  return { count: names.length, servers: [...new Set(names.map((name) => inOneLine(name)))].join(', ') };
}
