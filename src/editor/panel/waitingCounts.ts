import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';
import { inOneLine } from '#form/text.ts';

/** The number of waiting items of one kind, and the names of their servers, each once. */
interface WaitingKind {
  readonly count: number;
  readonly servers: string;
}

/** The items that wait for the user. */
interface Waiting {
  readonly requests: WaitingKind;
  /** Agreements, and arguments of calls of programs. */
  readonly agreementsAndArguments: WaitingKind;
  /** Suspended calls. */
  readonly suspended: WaitingKind;
  /** Answers that were not delivered. */
  readonly undelivered: WaitingKind;
}

/** Counts the items that wait for the user. Each withheld request of a round counts. The calls of a muted server do not count. */
export function countWaiting(screens: readonly PanelScreen[], suspendedCalls: readonly SuspendedCall[]): Waiting {
  const suspended = suspendedCalls.filter(({ withheld }) => withheld?.reason !== 'muted');
  return {
    requests: countByServer(screens.filter(({ request }) => request).map(({ serverName }) => serverName)),
    agreementsAndArguments: countByServer(
      screens.filter(({ request, undelivered }) => !request && !undelivered).map(({ serverName }) => serverName),
    ),
    undelivered: countByServer(screens.filter(({ undelivered }) => undelivered).map(({ serverName }) => serverName)),
    suspended: countByServer(
      suspended.flatMap(({ server, withheld }) => Array<string>(withheld?.requests ?? 1).fill(server.name)),
    ),
  };
}

function countByServer(names: readonly string[]): WaitingKind {
  return { count: names.length, servers: [...new Set(names.map((name) => inOneLine(name)))].join(', ') };
}
