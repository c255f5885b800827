import type { ConnectContext } from './connectContext.ts';

/** Agents are on afterwards, and the program that they start is installed. The user has agreed to that. */
export async function switchOn({ agents }: Pick<ConnectContext, 'agents'>): Promise<void> {
  await (agents.isEnabled ? agents.install() : agents.enable());
}
