import type { AgentFormat } from './agentFormats.ts';
import { findEntry, readAgentEntries, type ServerPlace } from './agentServers.ts';
import { parseConfig, textMember } from './configText.ts';
import type { CommandLine } from './wrappedCommand.ts';

/** What an agent starts for a server. */
export interface ServerLaunch extends CommandLine {
  readonly environment: Readonly<Record<string, string>>;
  readonly folder?: string | undefined;
}

/**
 * What the agent starts for a server of a file, with the variables replaced that the agent replaces; `undefined` if the file
 * has no such server, or the agent does not start it.
 * @param variables the environment that the agent runs in
 * @throws ConfigError if the text is not understood completely
 */
export function readServerLaunch(
  format: AgentFormat,
  text: string,
  place: ServerPlace,
  variables: Readonly<Record<string, string | undefined>>,
): ServerLaunch | undefined {
  const entry = findEntry(readAgentEntries(format, parseConfig(format.syntax, text)), place);
  if (!entry?.written) {
    return undefined;
  }
  const expand = (value: string) => expandVariables(format, value, variables);
  const inArguments = format.replacesInArguments ? expand : (value: string) => value;
  const members = [...(entry.environment?.node.scope?.members.values() ?? [])];
  const environment = members.map(({ key, node }) => [key, expand(String(node.value ?? ''))] as const);
  return {
    command: inArguments(entry.written.command),
    args: entry.written.args.map(inArguments),
    environment: Object.fromEntries(environment),
    folder: textMember(entry.launch, 'cwd'),
  };
}

function expandVariables(
  { variablePattern }: AgentFormat,
  value: string,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  return variablePattern
    ? value.replace(variablePattern, (all: string, ...rest: unknown[]) => {
        const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
        const name = groups['name'] ?? groups['braced'] ?? '';
        return variables[name.trim()] ?? groups['otherwise'] ?? all;
      })
    : value;
}
