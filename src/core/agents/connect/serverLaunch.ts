import { basename } from 'node:path';
import { type ConfigScope, parseConfig, textMember } from '#core/agents/syntax/configText.ts';
import type { AgentEnvironment } from './agentFiles.ts';
import type { AgentFormat } from './agentFormat.ts';
import { findEntry, readAgentEntries, type ServerPlace } from './agentServers.ts';
import type { CommandLine } from './wrappedCommand.ts';

/** What an agent starts for a server. */
export interface ServerLaunch extends CommandLine {
  readonly environment: Readonly<Record<string, string>>;
  readonly folder?: string | undefined;
  /** True if the agent adds something that is not known here, such as a secret, so that the server cannot be tried. */
  readonly isOpen?: true;
}

/** What stands for the places of an editor's variables, by their names. */
type Places = Readonly<Record<string, string | undefined>>;

/** The places of this window, as far as they are known. */
export function windowPlaces({ userHome, folders, platform }: Omit<AgentEnvironment, 'variables'>): Places {
  const [folder] = folders;
  const separator = platform === 'win32' ? '\\' : '/';
  return {
    userHome,
    workspaceFolder: folder,
    workspaceFolderBasename: folder && basename(folder),
    pathSeparator: separator,
    '/': separator,
  };
}

/**
 * What the agent starts for a server of a file, with the variables replaced that the agent replaces; `undefined` if the file
 * has no such server, or the agent does not start it.
 * @param variables the environment that the agent runs in
 * @param places what stands for the places of an editor
 * @throws ConfigError if the text is not understood completely
 */
export function readServerLaunch(
  format: AgentFormat,
  text: string,
  place: ServerPlace,
  variables: Readonly<Record<string, string | undefined>>,
  places: Places = {},
): ServerLaunch | undefined {
  const entry = findEntry(readAgentEntries(format, parseConfig(format.syntax, text)), place);
  if (!entry?.written) {
    return undefined;
  }
  const expand = (value: string) => expandVariables(format, value, variables, places);
  const inArguments = format.replacesInArguments ? expand : (value: string) => value;
  const members = [...(entry.environment?.node.scope?.members.values() ?? [])];
  const environment = members.map(({ key, node }) => [key, expand(String(node.value ?? ''))] as const);
  const folder = textMember(entry.launch, 'cwd');
  const launch = {
    command: inArguments(entry.written.command),
    args: entry.written.args.map(inArguments),
    environment: Object.fromEntries(environment),
    folder: folder === undefined ? undefined : inArguments(folder),
  };
  const texts = [launch.command, ...launch.args, ...Object.values(launch.environment), launch.folder ?? ''];
  const isOpen = texts.some((text) => format.openVariable?.test(text)) || hasHiddenEnvironment(entry.launch);
  return { ...launch, ...(isOpen && { isOpen }) };
}

/** True if variables come from a file (VS Code, Cursor) or from the agent's secrets (Goose). */
function hasHiddenEnvironment(launch: ConfigScope): boolean {
  const secrets = launch.members.get('env_keys')?.node.items ?? [];
  return launch.members.has('envFile') || secrets.length > 0;
}

function expandVariables(
  { variablePattern }: AgentFormat,
  value: string,
  variables: Readonly<Record<string, string | undefined>>,
  places: Places,
): string {
  return variablePattern
    ? value.replace(variablePattern, (all: string, ...rest: unknown[]) => {
        const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
        const place = groups['place'];
        const name = groups['name'] ?? groups['braced'] ?? '';
        return (place === undefined ? variables[name.trim()] : places[place]) ?? groups['otherwise'] ?? all;
      })
    : value;
}
