import type { WaitingEntry } from '#bridge/messages.ts';
import { targetOf } from '#core/model/call.ts';
import type { PanelScreen } from '#editor/panel/screens/panelScreen.ts';
import { inOneLine } from '#form/text.ts';

/** The maximum number of entries of one server, so that no server makes the message to the webview long. */
const maxPerServer = 50;
/** The lengths of names and of the first words of a request, in characters. */
const maxNameLength = 60;
const maxWordsLength = 80;

/**
 * The screens that wait for the user, as the header lists them: in the order of their arrival, the requests of a call one after the
 * other.
 */
export class WaitingEntries {
  /** The ids of the waiting screens in the order of their arrival. */
  #arrived: readonly string[] = [];

  /** Called after a screen arrived or ended. */
  follow(waiting: readonly PanelScreen[]): void {
    this.#arrived = this.#inOrder(waiting).map(({ id }) => id);
  }

  list(waiting: readonly PanelScreen[]): WaitingEntry[] {
    const calls = new Map<string, PanelScreen[]>();
    for (const screen of this.#inOrder(waiting)) {
      const call = screen.request?.call?.id ?? screen.id;
      calls.set(call, [...(calls.get(call) ?? []), screen]);
    }
    const counts = new Map<string, number>();
    return [...calls.values()].flat().flatMap((screen) => {
      const count = counts.get(screen.serverId) ?? 0;
      counts.set(screen.serverId, count + 1);
      return count < maxPerServer ? [entryOf(screen)] : [];
    });
  }

  #inOrder(waiting: readonly PanelScreen[]): PanelScreen[] {
    const byId = new Map(waiting.map((screen) => [screen.id, screen]));
    return [...new Set([...this.#arrived, ...byId.keys()])].flatMap((id) => byId.get(id) ?? []);
  }
}

function entryOf({ id, serverId, serverName, request, waitsFor }: PanelScreen): WaitingEntry {
  return {
    id,
    serverId,
    server: inOneLine(serverName, maxNameLength),
    target: request?.call && inOneLine(targetOf(request.call.request), maxNameLength),
    waitsFor: waitsFor ?? 'answer',
    words: request && inOneLine(request.message, maxWordsLength),
  };
}
