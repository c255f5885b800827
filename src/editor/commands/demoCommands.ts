import { ServerNode } from '#editor/serversView/treeNodes.ts';
import { callTool } from './callCommands.ts';
import type { CommandContext } from './commandContext.ts';
import { startForUser } from './serverCommands.ts';

/** Adds the bundled demo servers to the view, starts the first, and lets the user pick one of its tools. */
export async function tryDemo(context: CommandContext): Promise<void> {
  const { demo, configured, servers, view } = context;
  await demo.setAdded(true);
  configured.refresh();
  const server = servers.get(demo.legacy.id);
  if (!server) {
    return;
  }
  await view.show();
  if (await startForUser(context, server)) {
    await callTool(context, new ServerNode(server));
  }
}

/** Stops both demo servers and removes them from the view. */
export async function hideDemo({ demo, configured }: CommandContext): Promise<void> {
  await demo.setAdded(false);
  configured.refresh();
}
