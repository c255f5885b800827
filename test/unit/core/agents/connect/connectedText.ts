import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { readAgentServers } from '#core/agents/connect/agentServers.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { readConnectedServers } from '#core/agents/connect/connectedServers.ts';
import { connectServers, type ServerChoice } from '#core/agents/connect/connectServers.ts';
import { parseConfig } from '#core/agents/syntax/configText.ts';
import { posix } from './fixtures.ts';

/** The choice of a server, with everything that can be written for it. */
export const choose = (name: string, rest: Partial<ServerChoice> = {}): ServerChoice => ({
  name,
  raisesLimit: true,
  isRequired: true,
  ...rest,
});

/** Connects servers of a file. What is remembered comes back as from a file. */
export function connectNamed(agent: AgentId, text: string, names: readonly string[], runtime = posix) {
  const choices = names.map((name) => choose(name));
  const result = connectServers(agentFormats[agent], text, choices, runtime, []);
  // As it comes back from a file.
  return { ...result, connected: readConnectedServers(JSON.parse(JSON.stringify(result.connected))) };
}

/** The servers in a file, by their names. */
export function serversOf(agent: AgentId, text: string) {
  const format = agentFormats[agent];
  return new Map(readAgentServers(format, parseConfig(format.syntax, text)).map((server) => [server.name, server]));
}
