/** Servers that an agent reaches by a URL, as far as this host can reach them in its place. */
import { t } from '@vscode/l10n';
import { type ConfigMember, type ConfigScope, textMember } from '#core/agents/syntax/configText.ts';
import type { AgentFormat, AgentId } from './agentFormat.ts';

/** A Streamable HTTP server, with the variables of this host in place of the agent's. */
export interface RemoteServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What was read: a server, or why this host cannot take it over, as a sentence for the user. */
type RemoteReading = { readonly remote: RemoteServer } | { readonly refusal: string };

export const urlKeys = ['url', 'httpUrl', 'serverUrl', 'uri'];
const headerKeys = ['headers', 'http_headers'];
/** What says how the server is reached. It is not in the entry that starts the proxy. */
const reachingKeys: ReadonlySet<string> = new Set([
  ...[...urlKeys, ...headerKeys],
  ...['type', 'transport', 'env_http_headers', 'bearer_token_env_var', 'requestOptions', 'envs', 'env_keys'],
]);
/** What an agent does with a server, however it is reached. It stays in the entry. */
const keptKeys: ReadonlySet<string> = new Set([
  ...['name', 'description', 'display_name', 'bundled', 'source', 'gallery', 'version'],
  ...['enabled', 'disabled', 'required', 'timeout', 'connectionTimeout', 'startup_timeout_sec', 'startup_timeout_ms'],
  ...['tool_timeout_sec', 'tools', 'enabled_tools', 'disabled_tools', 'includeTools', 'excludeTools', 'disabledTools'],
  ...['available_tools', 'trust', 'autoApprove', 'alwaysAllow', 'default_tools_approval_mode'],
]);
/** The agents that take a URL without a type for one of Streamable HTTP, or try that first. */
const untypedIsHttp: ReadonlySet<AgentId> = new Set([
  ...(['codex', 'vscode', 'cursor', 'windsurf', 'zed', 'continue', 'claude-desktop'] as const),
]);
/** `remote`: opencode and Kilo Code try Streamable HTTP first. */
const httpType = /^(?:(?:streamable[-_]?)?http|remote)$/i;

/** True for a member that stays where an entry with a URL is replaced. */
export function isKept(key: string): boolean {
  return !reachingKeys.has(key);
}

/** Reads an entry with a URL. `launch`: where its URL stands. */
export function readRemoteServer(format: AgentFormat, scope: ConfigScope, launch: ConfigScope): RemoteReading {
  const other = [...scope.members.values(), ...launch.members.values()].find((member) => !isKnown(member));
  if (other) {
    return { refusal: t('It has {0}, which this editor cannot take over.', other.key) };
  }
  if (!isStreamableHttp(format, launch)) {
    return {
      refusal: t('It does not say that it speaks Streamable HTTP, as the editor does with servers that it lends.'),
    };
  }
  const converter = new Converter(format);
  const url = urlKeys.map((key) => textMember(launch, key)).find((text) => text !== undefined);
  const headers = readHeaders(launch, converter);
  if (url === undefined || !headers) {
    return { refusal: t('Its URL or its headers are not written as the agent documents them.') };
  }
  const remote = { url: converter.convert(url), headers };
  return converter.unknown === undefined
    ? { remote }
    : { refusal: t('It uses {0}, which only {1} can replace.', converter.unknown, format.label) };
}

function isKnown({ key, node }: ConfigMember): boolean {
  switch (key) {
    case 'requestOptions':
      return node.scope !== undefined && [...node.scope.members.keys()].every((inner) => inner === 'headers');
    case 'envs':
      return node.scope?.members.size === 0;
    case 'env_keys':
      return node.items?.length === 0;
    default:
      return reachingKeys.has(key) || keptKeys.has(key);
  }
}

function isStreamableHttp({ id }: AgentFormat, launch: ConfigScope): boolean {
  const type = launch.members.get('type');
  return type
    ? httpType.test(String(type.node.value))
    : untypedIsHttp.has(id) || (id === 'gemini' && launch.members.has('httpUrl'));
}

/** The headers of a server, also those that Codex takes from its environment; `undefined` if they are not understood. */
function readHeaders(launch: ConfigScope, converter: Converter): Record<string, string> | undefined {
  const inOptions = launch.members.get('requestOptions')?.node.scope?.members.get('headers');
  const lists = [...headerKeys.map((key) => launch.members.get(key)), inOptions].filter((list) => list !== undefined);
  const variables = launch.members.get('env_http_headers');
  const headers: [string, string][] = [];
  for (const list of [...lists, ...(variables ? [variables] : [])]) {
    for (const { key, node } of list.node.scope?.members.values() ?? []) {
      if (typeof node.value !== 'string') return undefined;
      headers.push([key, list === variables ? variableOf(node.value) : converter.convert(node.value)]);
    }
    if (!list.node.scope) return undefined;
  }
  const bearer = launch.members.get('bearer_token_env_var');
  if (bearer) {
    if (typeof bearer.node.value !== 'string') return undefined;
    headers.push(['Authorization', `Bearer ${variableOf(bearer.node.value)}`]);
  }
  return Object.fromEntries(headers);
}

function variableOf(name: string): string {
  return `\${env:${name}}`;
}

/** Replaces the agent's references to variables by those of this host. */
class Converter {
  /** The first reference that this host cannot replace. */
  unknown: string | undefined;
  readonly #format: AgentFormat;

  constructor(format: AgentFormat) {
    this.#format = format;
  }

  convert(text: string): string {
    const { variablePattern } = this.#format;
    const matches = variablePattern ? [...text.matchAll(variablePattern)] : [];
    let converted = '';
    let position = 0;
    for (const match of matches) {
      const { name, braced, otherwise } = match.groups ?? {};
      const variable = (name ?? braced)?.trim();
      if (variable === undefined || otherwise !== undefined) {
        this.unknown ??= match[0];
      }
      converted += this.#plain(text.slice(position, match.index)) + variableOf(variable ?? '');
      position = match.index + match[0].length;
    }
    return converted + this.#plain(text.slice(position));
  }

  /** A text without a reference to an environment variable. */
  #plain(text: string): string {
    this.unknown ??= /\$\{[^}]*\}?|\{(?:file|env):[^}]*\}?|\{\{/.exec(text)?.[0];
    return text;
  }
}
