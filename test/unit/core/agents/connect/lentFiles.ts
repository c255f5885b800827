import assert from 'node:assert/strict';
import type { AgentId } from '#core/agents/connect/agentFormat.ts';
import { readAgentServers } from '#core/agents/connect/agentServers.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { addLentEntry } from '#core/agents/connect/lentEntries.ts';
import type { LentEntry } from '#core/agents/connect/lentEntry.ts';
import { removeLentEntry } from '#core/agents/connect/lentRemoval.ts';
import { parseConfig } from '#core/agents/syntax/configText.ts';
import { posix } from './fixtures.ts';

/** Files without a server of their own. */
export const withoutServers: readonly [AgentId, string][] = [
  ['claude', '{}'],
  ['claude', '{"mcpServers":{}}'],
  ['claude', '{"theme":"dark"}'],
  ['claude', '{"theme":"dark","mcpServers":{},"model":"x"}'],
  ['gemini', '{\n  "theme": "dark"\n}\n'],
  ['gemini', '{\r\n  "theme": "dark"\r\n}\r\n'],
  ['gemini', '{\n  "mcpServers": {\n  }\n}\n'],
  ['copilot', '{"mcpServers": { }}'],
  ['zed', '// Zed\n{\n  "theme": "dark", // mine\n  "context_servers": { /* none yet */ },\n}\n'],
  ['zed', '{\n  "theme": "dark", // mine\n}\n'],
  ['opencode', '{"mcp":{}}'],
  ['opencode', '{"mcp":{"servers":{}}}'],
  ['opencode', '{ /* nothing */ }'],
  ['codex', ''],
  ['codex', 'model = "x"'],
  ['codex', 'model = "x"\n'],
  ['codex', 'model = "x"\r\n[features]\r\na = true'],
  ['codex', '[mcp_servers]\n'],
  ['goose', ''],
  ['goose', '# mine\n'],
  ['goose', 'model: x'],
  ['goose', 'model: x\r\nother: y\r\n'],
  ['continue', 'name: My Config\nversion: 1.0.0\nschema: v1'],
  ['continue', 'name: My Config\nschema: v1\n'],
];

interface Lent {
  readonly server: string;
  readonly entry: LentEntry;
}

/** Lends servers one after the other. */
export function lendAll(agent: AgentId, text: string, servers: readonly string[]): { text: string; all: Lent[] } {
  const all: Lent[] = [];
  let current = text;
  for (const server of servers) {
    const choice = { server, raisesLimit: true, isRequired: false, allFolders: false };
    const known = all.map(({ entry }) => entry);
    const { text: added, ...entry } = addLentEntry(agentFormats[agent], current, choice, posix, known);
    current = added;
    all.push({ server, entry: { path: '/file', ...entry } });
  }
  return { text: current, all };
}

export function remove(agent: AgentId, text: string, { server, entry }: Lent): string {
  return removeLentEntry(agentFormats[agent], text, entry, server);
}

function lentIn(agent: AgentId, text: string): string[] {
  const { syntax } = agentFormats[agent];
  return readAgentServers(agentFormats[agent], parseConfig(syntax, text)).flatMap(({ lent }) => lent ?? []);
}

/** Removes servers one after the other. Each text on the way has the others. */
export function removeAll(agent: AgentId, text: string, order: readonly Lent[]): string {
  let current = text;
  for (const [index, lent] of order.entries()) {
    current = remove(agent, current, lent);
    const rest = order.slice(index + 1).map(({ server }) => server);
    assert.deepEqual(lentIn(agent, current).sort(), rest.sort(), current);
  }
  return current;
}

export function named(all: readonly Lent[], server: string): Lent {
  return all.find((lent) => lent.server === server) ?? assert.fail(server);
}
