import { errorText } from '#core/common/errors.ts';
import type { Disposable } from '#core/common/events.ts';
import type { CursorRegistry } from './editorAgent.ts';
import type { LentServer } from './lentServers.ts';
import type { LentServersWatch } from './lentServersWatch.ts';
import { lentServerProgram, type ProgramPlaces } from './startedProgram.ts';

const maxReasonLength = 300;

/** Keeps the lent servers registered in Cursor, which has no step before a server starts: the program is complete from the beginning. */
export function registerInCursor(
  registry: CursorRegistry,
  watch: Pick<LentServersWatch, 'onDidChange' | 'check'>,
  places: ProgramPlaces,
  warn: (line: string) => void,
): Disposable {
  /** What makes a registration the same, by the name of its server. */
  const registered = new Map<string, string>();
  let isOver = false;
  /** The last of the updates, which run one after the other. */
  let queue: Promise<void> = Promise.resolve();

  const unregister = (name: string) => {
    registered.delete(name);
    registry.unregisterServer(name);
  };
  const update = async (servers: readonly LentServer[]) => {
    const window = servers.length > 0 ? await places.windowId() : undefined;
    if (isOver) {
      return;
    }
    const wanted = new Map(window === undefined ? [] : servers.map(({ name, version }) => [name, version + window]));
    for (const [name, identity] of [...registered]) {
      if (wanted.get(name) !== identity) {
        unregister(name);
      }
    }
    for (const [name, identity] of wanted) {
      if (!registered.has(name) && window !== undefined) {
        registry.registerServer({ name, server: lentServerProgram('cursor', name, places.program, window) });
        registered.set(name, identity);
      }
    }
  };
  const subscription = watch.onDidChange((servers) => {
    queue = queue
      .then(() => update(servers))
      .catch((error: unknown) => warn(`Cursor did not take the lent servers: ${errorText(error, maxReasonLength)}`));
  });
  watch.check();
  return {
    dispose: () => {
      isOver = true;
      subscription.dispose();
      for (const name of [...registered.keys()]) {
        unregister(name);
      }
    },
  };
}
