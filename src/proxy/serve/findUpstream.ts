import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { maxUpstreamLineBytes, type Welcome } from '#agentProtocol/agentMessages.ts';
import { type HomeFolder, readClientKey } from '#agentProtocol/homeFolder.ts';
import { notOpenText } from '#agentProtocol/lentServerTexts.ts';
import { ancestorIds } from '#proxy/window/ancestors.ts';
import { type ClientIdentity, updateText } from '#proxy/window/clientHandshake.ts';
import { clientPlace, hasClosedRecently, rankWindows, readWindowFiles } from '#proxy/window/windowFiles.ts';
import { connectWindow } from '#proxy/window/windowLink.ts';

interface UpstreamOptions {
  readonly home: HomeFolder;
  readonly identity: ClientIdentity;
  readonly hint: string | undefined;
  readonly allFolders: boolean;
}

/** What reads the messages of the server. */
interface UpstreamReader {
  receive(line: Buffer): void;
}

const maxTried = 8;
const pollMs = 250;
/** How long a window that is reloading is waited for. Agents wait ten seconds at their start. */
const maxWaitMs = 8000;

/** The reader of a window that does not have the server. */
const elsewhere: UpstreamReader = { receive: () => undefined };

/**
 * Connects to the server in the best window of the client's folder that has it, and waits for one that closed a moment ago. A text: why
 * there is none, for the agent.
 */
export async function findUpstream(
  { home, identity, hint, allFolders }: UpstreamOptions,
  open: (socket: Socket) => UpstreamReader,
): Promise<UpstreamReader | string> {
  const end = Date.now() + maxWaitMs;
  const ancestors = ancestorIds();
  const openIfThere = (socket: Socket, { hasServer }: Welcome) => {
    if (hasServer !== false) return open(socket);
    socket.destroy();
    return elsewhere;
  };
  for (;;) {
    const registered = await readWindowFiles(home);
    const key = registered.length > 0 ? await readClientKey(home, identity.client) : undefined;
    const place = await clientPlace(identity.folder, hint, allFolders, ancestors);
    let isComing = false;
    let update: string | undefined;
    for (const window of key ? rankWindows(registered, place).slice(0, maxTried) : []) {
      const found = await connectWindow(window.file.socket, key as Buffer, identity, openIfThere, maxUpstreamLineBytes);
      if (found === 'older' || found === 'newer') update = updateText(found);
      else if (typeof found === 'string') {
        isComing ||= found === 'silent' || (found !== 'refused' && hasClosedRecently(window, Date.now()));
      } else if (found !== elsewhere) return found;
    }
    if (!isComing || Date.now() >= end) return update ?? notOpenText(`"${identity.server}"`);
    await delay(pollMs);
  }
}
