import { t } from '@vscode/l10n';
import {
  applyEdits,
  type ConfigDocument,
  ConfigError,
  type ConfigNode,
  parseConfig,
  type TextEdit,
} from '#core/agents/syntax/configText.ts';
import { formatJson, insertBehind, lastOf } from '#core/agents/syntax/jsonConfig.ts';
import { tomlSyntax } from '#core/agents/syntax/tomlConfig.ts';
import { yamlSyntax } from '#core/agents/syntax/yamlConfig.ts';
import type { AgentFormat } from './agentFormat.ts';
import { findEntry, readAgentEntries, refusalOfName } from './agentServers.ts';
import type { LentEntry } from './lentEntry.ts';
import { type LentChoice, type LentMember, lentMembers } from './lentMembers.ts';
import { removeLentEntry } from './lentRemoval.ts';
import type { ProxyRuntime } from './wrappedCommand.ts';

interface AddedEntry extends Pick<LentEntry, 'name' | 'written' | 'hasMadeList'> {
  readonly text: string;
}

/** The characters that every agent accepts in the name of a server. */
const otherCharacter = /[^A-Za-z0-9_-]+/g;

/**
 * Adds an entry that starts the proxy for a server of the editor's host. Nothing else of the text changes.
 * @param known the entries that were added to this file before
 * @throws ConfigError if the name of the server cannot be passed on, the text is not understood completely, or the entry could not be
 *   removed exactly
 */
export function addLentEntry(
  format: AgentFormat,
  text: string,
  choice: LentChoice,
  runtime: ProxyRuntime,
  known: readonly LentEntry[] = [],
): AddedEntry {
  const refusal = refusalOfName(choice.server);
  if (refusal !== undefined) {
    throw new ConfigError(`${choice.server}: ${refusal}`);
  }
  const document = parseConfig(format.syntax, text);
  const name = freeName(
    choice.server,
    readAgentEntries(format, document).map(({ server }) => server.name),
  );
  const members = lentMembers(format, choice, runtime, format.limit?.defaultMs ?? format.fixedLimitMs);
  const edit = addedEntry(format, document, name, members);
  const added = {
    text: applyEdits(text, [edit]),
    name,
    written: edit.text,
    ...(hasMadeList(format, document, known) && { hasMadeList: true }),
  };
  const entry = findEntry(readAgentEntries(format, parseConfig(format.syntax, added.text)), { name });
  const isExact = removeLentEntry(format, added.text, { path: '', ...added }, choice.server) === text;
  if (entry?.server.lent !== choice.server || !isExact) {
    throw new ConfigError(t('The change could not be undone exactly, so it is not made here.'));
  }
  return added;
}

function hasMadeList({ serversKey }: AgentFormat, { root }: ConfigDocument, known: readonly LentEntry[]): boolean {
  const servers = root.members.get(serversKey)?.node;
  return !servers || known.some((entry) => entry.hasMadeList && servers.scope?.members.has(entry.name));
}

function freeName(server: string, taken: readonly string[]): string {
  const base = server.replace(otherCharacter, '-').replace(/^-+|-+$/g, '') || 'editor';
  let name = base;
  for (let number = 2; taken.includes(name); number += 1) {
    name = `${base}-${number}`;
  }
  return name;
}

function addedEntry(
  format: AgentFormat,
  document: ConfigDocument,
  name: string,
  members: readonly LentMember[],
): TextEdit {
  switch (format.syntax) {
    case tomlSyntax:
      return appendTable(format, document.text, name, members);
    case yamlSyntax:
      return appendBlock(format, document, name, members);
    default:
      return insertObject(format, document, name, members);
  }
}

/** A table of TOML at the end of the file. */
function appendTable(
  { syntax, serversKey }: AgentFormat,
  text: string,
  name: string,
  members: readonly LentMember[],
): TextEdit {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const before = text === '' || text.endsWith('\n') ? '' : newline;
  const lines = [`[${serversKey}.${name}]`, ...members.map(([key, value]) => `${key} = ${syntax.encode(value)}`), ''];
  return { start: text.length, end: text.length, text: before + (text === '' ? '' : newline) + lines.join(newline) };
}

/** An entry of YAML behind the last one, with its indent. The list or mapping of servers is made at the end of the file if there is none. */
function appendBlock(
  { syntax, serversKey, hasServerList }: AgentFormat,
  { text, root }: ConfigDocument,
  name: string,
  members: readonly LentMember[],
): TextEdit {
  const named: readonly LentMember[] = [
    ['name', name],
    ...(hasServerList ? [] : [['enabled', true] as const]),
    ...members,
  ];
  const pairs = named.map(([key, value]) => `${key}: ${syntax.encode(value)}`);
  const lines = hasServerList
    ? pairs.map((pair, index) => `${index === 0 ? '-' : ' '} ${pair}`)
    : [`${syntax.encode(name)}:`, ...pairs.map((pair) => `  ${pair}`)];
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const servers = root.members.get(serversKey)?.node;
  if (!servers) {
    const block = [`${serversKey}:`, ...lines.map((line) => `  ${line}`)].join(newline);
    // The text ends as before, so that nothing is left of the list that is removed by its lines.
    const added = text === '' || text.endsWith('\n') ? block + newline : newline + block;
    return { start: text.length, end: text.length, text: added };
  }
  const all = hasServerList ? servers.items : servers.scope && [...servers.scope.members.values()];
  const last = all?.at(-1);
  const start = last && 'itemStart' in last && last.itemStart !== undefined ? last.itemStart : last?.start;
  const indent = start === undefined ? undefined : text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (!last || root.hasRepeatedKeys || indent === undefined || !/^ *$/.test(indent)) {
    throw new ConfigError(t('Its servers are not written as the agent documents them.'));
  }
  const found = text.indexOf('\n', last.end);
  const lineEnd = found < 0 ? text.length : found - (text[found - 1] === '\r' ? 1 : 0);
  return { start: lineEnd, end: lineEnd, text: lines.map((line) => newline + indent + line).join('') };
}

/** A member of the object of servers, which is made if there is none. */
function insertObject(
  format: AgentFormat,
  document: ConfigDocument,
  name: string,
  members: readonly LentMember[],
): TextEdit {
  const { text, root, rootSpan } = document;
  const body = Object.fromEntries(members);
  const servers = root.members.get(format.serversKey)?.node;
  if (!servers) {
    return insertMember(text, { ...rootSpan, value: undefined, scope: root }, format.serversKey, { [name]: body });
  }
  if (root.hasRepeatedKeys || !servers.scope || servers.scope.hasRepeatedKeys) {
    throw new ConfigError(t('Its servers are not written as the agent documents them.'));
  }
  const deeper: ConfigNode | undefined = format.hasCommandList ? servers.scope.members.get('servers')?.node : undefined;
  const isDeeper = deeper?.scope && !deeper.scope.members.has('type');
  return insertMember(text, isDeeper ? deeper : servers, name, body);
}

function insertMember(text: string, { start, scope }: ConfigNode, key: string, value: object): TextEdit {
  const last = lastOf(scope?.members.values() ?? []);
  const write = (gap: string) => `${JSON.stringify(key)}: ${formatJson(value, gap)}`;
  return last ? insertBehind(text, last, write) : { start: start + 1, end: start + 1, text: write('') };
}
