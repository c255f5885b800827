import { t } from '@vscode/l10n';
import {
  type ConfigDocument,
  type ConfigMember,
  type ConfigNode,
  type ConfigScope,
  scopeAt,
  textMember,
  textsOf,
} from '#core/agents/syntax/configText.ts';
import { hasInvisible } from '#form/text.ts';
import type { AgentFormat } from './agentFormat.ts';
import { type RemoteServer, readRemoteServer, urlKeys } from './remoteServers.ts';
import { type CommandLine, lentServerIn, unwrapCommand, type WrappedCommand } from './wrappedCommand.ts';

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
  /** The server at the URL, if the editor's host can lend it in place of the entry. */
  readonly remote?: RemoteServer | undefined;
  readonly environmentNames: readonly string[];
  readonly isDisabled: boolean;
  /** The agent's limit for a call of it, in milliseconds. Absent: it has none, or none that is known. */
  readonly limitMs?: number | undefined;
  /** True if the agent does not begin before the server is ready. */
  readonly isRequired: boolean;
  readonly wrapped?: WrappedCommand | undefined;
  /** The name of the server of the editor's host that it starts. Absent: it starts another one. */
  readonly lent?: string | undefined;
  /** Why it cannot be wrapped, as a sentence for the user. Absent: it can. */
  readonly refusal?: string | undefined;
}

/** A server with its places in the text. */
export interface AgentEntry {
  readonly server: AgentServer;
  readonly member: ConfigMember;
  /** The list in which it stands. */
  readonly list: ConfigScope;
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
  const node = root.members.get(format.serversKey)?.node;
  const servers = format.hasServerList ? namedItems(node) : node?.scope;
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

/** The entries of a list by their names. */
function namedItems(list: ConfigNode | undefined): ConfigScope | undefined {
  const members = new Map<string, ConfigMember>();
  let hasRepeatedKeys = false;
  for (const node of list?.items ?? []) {
    const key = node.scope && textMember(node.scope, 'name');
    if (key === undefined) continue;
    hasRepeatedKeys ||= members.has(key);
    const start = node.itemStart ?? node.start;
    members.set(key, { key, node, start, keyStart: start, end: node.end, isLine: false });
  }
  return list?.items && { members, hasRepeatedKeys };
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
  const lent = written && lentServerIn(written);
  const own: CommandLine | undefined = wrapped ?? written;
  const reading = readRefusal(format, member, list, [scope, launch], own);
  const server: AgentServer = {
    name: member.key,
    ...(project !== undefined && { project }),
    ...(own && { commandLine: { command: own.command, args: own.args } }),
    url: urlKeys.map((key) => textMember(launch, key)).find((url) => url !== undefined),
    environmentNames: [...(environment?.node.scope?.members.keys() ?? [])],
    isDisabled: isDisabled(document, scope, member.key),
    limitMs: limitInMs(format, document, scope),
    isRequired: format.hasRequired && scope.members.get('required')?.node.value === true,
    ...(wrapped && { wrapped }),
    ...(lent !== undefined && { lent }),
    ...(lent === undefined ? reading : { refusal: t('It is lent by this editor already.') }),
  };
  return { server, member, list, scope, launch, environment, written };
}

/** The member of the limit. opencode 2 has it in `timeout.request`. */
export function limitMember({ limit }: AgentFormat, scope: ConfigScope): ConfigMember | undefined {
  const member = limit && scope.members.get(limit.key);
  return member?.node.scope?.members.get('request') ?? member;
}

function limitInMs(format: AgentFormat, { root }: ConfigDocument, scope: ConfigScope): number | undefined {
  const { limit, fixedLimitMs } = format;
  if (!limit) return fixedLimitMs;
  const { unitMs, defaultMs, fileKey, maxMs = Number.MAX_SAFE_INTEGER } = limit;
  const ofFile = fileKey === undefined ? undefined : root.members.get(fileKey)?.node.value;
  const value = [limitMember(format, scope)?.node.value, ofFile].find((item) => typeof item === 'number' && item > 0);
  return typeof value === 'number' ? Math.min(Math.round(value * unitMs), maxMs) : defaultMs;
}

function readCommandLine({ commandKey, hasCommandList }: AgentFormat, launch: ConfigScope): CommandLine | undefined {
  if (hasCommandList) {
    const [command, ...args] = textsOf(launch.members.get(commandKey)?.node) ?? [];
    return command === undefined ? undefined : { command, args };
  }
  const command = textMember(launch, commandKey);
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

/** Why no command line of the proxy names such a server. */
export function refusalOfName(name: string): string | undefined {
  return hasInvisible(name) ||
    name.trim() === '' ||
    name.length > maxNameLength ||
    name === '--' ||
    name === '__proto__'
    ? t('This name cannot be passed on. Give the server a name of visible characters.')
    : undefined;
}

/** Why a server cannot be wrapped, or what is at its URL. */
function readRefusal(
  format: AgentFormat,
  member: ConfigMember,
  list: ConfigScope,
  [scope, launch]: readonly [ConfigScope, ConfigScope],
  own: CommandLine | undefined,
): Pick<AgentServer, 'remote' | 'refusal'> {
  const general = generalRefusal(member, list, [scope, launch]);
  if (general !== undefined) {
    return { refusal: general };
  }
  if (own) {
    return { refusal: commandRefusal(own) };
  }
  const has = (names: readonly string[]) =>
    [scope, launch].some(({ members }) => names.some((name) => members.has(name)));
  if (has([format.commandKey])) {
    return { refusal: t('Its command is not written as the agent documents it.') };
  }
  return has(urlKeys)
    ? readRemoteServer(format, scope, launch)
    : { refusal: t('The file does not say what the agent starts for it.') };
}

function generalRefusal({ key }: ConfigMember, list: ConfigScope, scopes: readonly ConfigScope[]): string | undefined {
  const nameRefusal = refusalOfName(key);
  if (nameRefusal !== undefined) {
    return nameRefusal;
  }
  return list.hasRepeatedKeys || scopes.some(({ hasRepeatedKeys }) => hasRepeatedKeys)
    ? t('A key or a name stands here twice. Remove one of them.')
    : undefined;
}

function commandRefusal({ command, args }: CommandLine): string | undefined {
  if (command.trim() === '' || args.length > maxArguments) {
    return t('Its command is empty, or has too many arguments.');
  }
  return [command, ...args].some((text) => text.includes('\0')) ? t('Its command contains NUL characters.') : undefined;
}
