import type { AgentFormat } from './agentFormats.ts';
import { connectServers } from './connectServers.ts';
import type { ProxyRuntime } from './wrappedCommand.ts';

const jsonExample = `{
  "mcpServers": {
    "NAME": {
      "command": "COMMAND",
      "args": ["ARGUMENT"]
    }
  }
}
`;
const openCodeExample = `{
  "mcp": {
    "NAME": {
      "type": "local",
      "command": ["COMMAND", "ARGUMENT"]
    }
  }
}
`;
const codexExample = `[mcp_servers.NAME]
command = "COMMAND"
args = ["ARGUMENT"]
`;

/** A file with one wrapped entry and the words NAME, COMMAND and ARGUMENT, to copy by hand where a file cannot be read. */
export function exampleEntry(format: AgentFormat, runtime: ProxyRuntime): string {
  const examples: Partial<Record<AgentFormat['id'], string>> = { opencode: openCodeExample, codex: codexExample };
  const choice = { name: 'NAME', raisesLimit: true, isRequired: false };
  return connectServers(format, examples[format.id] ?? jsonExample, [choice], runtime, []).text;
}
