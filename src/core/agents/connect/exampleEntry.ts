import type { AgentFormat, AgentId } from './agentFormat.ts';
import { connectServers } from './connectServers.ts';
import type { ProxyRuntime } from './wrappedCommand.ts';

const jsonExample = (serversKey: string) => `{
  "${serversKey}": {
    "NAME": {
      "command": "COMMAND",
      "args": ["ARGUMENT"]
    }
  }
}
`;
const commandListExample = `{
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
const continueExample = `mcpServers:
  - name: NAME
    command: COMMAND
    args:
      - ARGUMENT
`;
const gooseExample = `extensions:
  NAME:
    enabled: true
    type: stdio
    name: NAME
    cmd: COMMAND
    args:
      - ARGUMENT
`;

/** A file with one wrapped entry and the words NAME, COMMAND and ARGUMENT, to copy by hand where a file cannot be read. */
export function exampleEntry(format: AgentFormat, runtime: ProxyRuntime): string {
  const choice = { name: 'NAME', raisesLimit: true, isRequired: false };
  return connectServers(format, exampleOf(format), [choice], runtime, []).text;
}

function exampleOf({ id, hasCommandList, serversKey }: AgentFormat): string {
  const examples: Partial<Record<AgentId, string>> = {
    codex: codexExample,
    continue: continueExample,
    goose: gooseExample,
  };
  return examples[id] ?? (hasCommandList ? commandListExample : jsonExample(serversKey));
}
