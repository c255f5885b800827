import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';
import { inOneLine } from '#form/text.ts';

/** How many of a kind wait, and for which servers: their names, each once. */
interface WaitingKind {
  readonly count: number;
  readonly servers: string;
}

/** What waits for the person: servers' questions, agreements and arguments that programs lack, and calls to go on with. */
interface Waiting {
  readonly questions: WaitingKind;
  readonly others: WaitingKind;
  readonly held: WaitingKind;
  /** Answers that did not arrive. */
  readonly undelivered: WaitingKind;
}

/**
 * Of requests that came together and are withheld each counts. A server that the user has muted is not to draw attention: its
 * calls do not count.
 */
export function countWaiting(screens: readonly PanelScreen[], holds: readonly SuspendedCall[]): Waiting {
  const held = holds.filter(({ withheld }) => withheld?.reason !== 'muted');
  return {
    questions: kind(screens.filter(({ request }) => request).map(({ serverName }) => serverName)),
    others: kind(
      screens.filter(({ request, undelivered }) => !request && !undelivered).map(({ serverName }) => serverName),
    ),
    undelivered: kind(screens.filter(({ undelivered }) => undelivered).map(({ serverName }) => serverName)),
    held: kind(held.flatMap(({ server, withheld }) => Array<string>(withheld?.questions ?? 1).fill(server.name))),
  };
}

function kind(names: readonly string[]): WaitingKind {
  return { count: names.length, servers: [...new Set(names.map((name) => inOneLine(name)))].join(', ') };
}
