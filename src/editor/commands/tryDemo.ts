import { ServerNode } from '#editor/serversView/nodes.ts';
import { callTool } from './calls.ts';
import type { CommandParts } from './parts.ts';
import { startForPerson } from './serverCommands.ts';

/** Puts the bundled demo servers into the view, starts the first, and offers its tools to try. */
export async function tryDemo(parts: CommandParts): Promise<void> {
  const { demo, configured, servers, view } = parts;
  await demo.setTried(true);
  configured.refresh();
  const server = servers.get(demo.definition.id);
  if (!server) {
    return;
  }
  await view.show();
  if (await startForPerson(parts, server)) {
    await callTool(parts, new ServerNode(server));
  }
}

/** Stops the demo, both servers of it, and takes it out of the view. */
export async function hideDemo({ demo, configured }: CommandParts): Promise<void> {
  await demo.setTried(false);
  configured.refresh();
}
