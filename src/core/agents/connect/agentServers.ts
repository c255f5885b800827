import { t } from '@vscode/l10n';
import { hasInvisible } from '#form/text.ts';
import type { AgentFormat } from './agentFormats.ts';
import {
  type ConfigDocument,
  type ConfigMember,
  type ConfigScope,
  scopeAt,
  textMember,
  textsOf,
} from './configText.ts';
import { type CommandLine, unwrapCommand, type WrappedCommand } from './wrappedCommand.ts';

/** Which server of a file: its name, and the project if the file lists servers by project. */
export interface ServerPlace {
  readonly name: string;
  readonly project?: string | undefined;
}

/** A server in an agent's configuration. */
export interface AgentServer extends ServerPlace {
  /** The server's own command, also if it is wrapped. Absent for a server that is reached over HTTP. */
  readonly commandLine?: CommandLine | undefined;
  readonly url?: string | undefined;
  readonly environmentNames: readonly string[];
  readonly isDisabled: boolean;
  /** The agent's limit for a call of it, in milliseconds. */
  readonly limitMs: number;
  readonly wrapped?: WrappedCommand | undefined;
  /** Why it cannot be wrapped, as a sentence for the user. Absent: it can. */
  readonly refusal?: string | undefined;
}

/** A server with its places in the text. */
export interface AgentEntry {
  readonly server: AgentServer;
  readonly member: ConfigMember;
  /** Where the limit stands. */
  readonly scope: ConfigScope;
  /** Where command and arguments stand: the same, or Cline's `transport`. */
  readonly launch: ConfigScope;
  readonly environment?: ConfigMember | undefined;
  /** The command line that stands in the file. */
  readonly written?: CommandLine | undefined;
}

/** The most servers of a file, and the most arguments of one. */
const maxServers = 500;
const maxArguments = 500;
const maxNameLength = 200;

/** The servers in a file, in their order. */
export function readAgentEntries(format: AgentFormat, document: ConfigDocument): AgentEntry[] {
  const entries: AgentEntry[] = [];
  for (const { scope, project } of serverLists(format, document)) {
    for (const member of scope.members.values()) {
      if (entries.length < maxServers && member.node.scope) {
        entries.push(readEntry(format, document, scope, member, member.node.scope, project));
      }
    }
  }
  return entries;
}

/** The servers in a file, for the user. */
export function readAgentServers(format: AgentFormat, document: ConfigDocument): AgentServer[] {
  return readAgentEntries(format, document).map(({ server }) => server);
}

/** The entry of a server; `undefined` if the file has none. */
export function findEntry(entries: readonly AgentEntry[], place: ServerPlace): AgentEntry | undefined {
  return entries.find(({ server }) => isSamePlace(server, place));
}

export function isSamePlace(one: ServerPlace, other: ServerPlace): boolean {
  return one.name === other.name && one.project === other.project;
}

interface ServerList {
  readonly scope: ConfigScope;
  readonly project?: string;
}

function serverLists(format: AgentFormat, { root }: ConfigDocument): ServerList[] {
  const servers = root.members.get(format.serversKey)?.node.scope;
  // opencode 2 keeps the servers one level deeper. An entry called "servers" of opencode 1 has a type.
  const deeper = format.hasCommandList ? servers && scopeAt(servers, ['servers']) : undefined;
  const scope = deeper && !deeper.members.has('type') ? deeper : servers;
  const lists: ServerList[] = scope ? [{ scope }] : [];
  if (format.id === 'claude') {
    for (const { key, node } of root.members.get('projects')?.node.scope?.members.values() ?? []) {
      const inProject = node.scope && scopeAt(node.scope, [format.serversKey]);
      if (inProject) lists.push({ scope: inProject, project: key });
    }
  }
  return lists;
}

function readEntry(
  format: AgentFormat,
  document: ConfigDocument,
  list: ConfigScope,
  member: ConfigMember,
  scope: ConfigScope,
  project: string | undefined,
): AgentEntry {
  const launch = scopeAt(scope, ['transport']) ?? scope;
  const environment = launch.members.get(format.environmentKey);
  const written = readCommandLine(format, launch);
  const wrapped = written && unwrapCommand(written);
  const limit = limitMember(format, scope)?.node.value;
  const own: CommandLine | undefined = wrapped ?? written;
  const server: AgentServer = {
    name: member.key,
    ...(project !== undefined && { project }),
    ...(own && { commandLine: { command: own.command, args: own.args } }),
    url: textMember(launch, 'url') ?? textMember(launch, 'httpUrl') ?? textMember(launch, 'serverUrl'),
    environmentNames: [...(environment?.node.scope?.members.keys() ?? [])],
    isDisabled: isDisabled(document, scope, member.key),
    limitMs: limitInMs(format, limit),
    ...(wrapped && { wrapped }),
    refusal: refusalOf(member, list, [scope, launch], own),
  };
  return { server, member, scope, launch, environment, written };
}

/** The member of the limit. opencode 2 has it in `timeout.request`. */
export function limitMember({ limit }: AgentFormat, scope: ConfigScope): ConfigMember | undefined {
  const member = scope.members.get(limit.key);
  return member?.node.scope?.members.get('request') ?? member;
}

function limitInMs(
  { limit: { unitMs, defaultMs, maxMs = Number.MAX_SAFE_INTEGER } }: AgentFormat,
  value: unknown,
): number {
  return typeof value === 'number' && value > 0 ? Math.min(Math.round(value * unitMs), maxMs) : defaultMs;
}

function readCommandLine({ hasCommandList }: AgentFormat, launch: ConfigScope): CommandLine | undefined {
  if (hasCommandList) {
    const [command, ...args] = textsOf(launch.members.get('command')?.node) ?? [];
    return command === undefined ? undefined : { command, args };
  }
  const command = textMember(launch, 'command');
  const argsMember = launch.members.get('args');
  const args = argsMember ? textsOf(argsMember.node) : [];
  return command === undefined || !args ? undefined : { command, args };
}

function isDisabled({ root }: ConfigDocument, scope: ConfigScope, name: string): boolean {
  const excluded = textsOf(root.members.get('mcp')?.node.scope?.members.get('excluded')?.node);
  return (
    scope.members.get('disabled')?.node.value === true ||
    scope.members.get('enabled')?.node.value === false ||
    (excluded?.includes(name) ?? false)
  );
}

function refusalOf(
  { key }: ConfigMember,
  list: ConfigScope,
  scopes: readonly ConfigScope[],
  own: CommandLine | undefined,
): string | undefined {
  if (hasInvisible(key) || key.trim() === '' || key.length > maxNameLength || key === '--' || key === '__proto__') {
    return t('This name cannot be passed on. Give the server a name of visible characters.');
  }
  if (list.hasRepeatedKeys || scopes.some(({ hasRepeatedKeys }) => hasRepeatedKeys)) {
    return t('A key or a name stands here twice. Remove one of them.');
  }
  if (!own) {
    return scopes.some(({ members }) => members.has('command'))
      ? t('Its command is not written as the agent documents it.')
      : t('It is reached over the network. Only servers that the agent starts can be connected.');
  }
  if (own.command.trim() === '' || own.args.length > maxArguments) {
    return t('Its command is empty, or has too many arguments.');
  }
  return [own.command, ...own.args].some((text) => text.includes('\0'))
    ? t('Its command contains NUL characters.')
    : undefined;
}
