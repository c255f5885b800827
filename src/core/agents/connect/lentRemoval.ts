import { t } from '@vscode/l10n';
import {
  applyEdits,
  type ConfigDocument,
  ConfigError,
  type ConfigMember,
  parseConfig,
  type TextEdit,
} from '#core/agents/syntax/configText.ts';
import { jsonSyntax } from '#core/agents/syntax/jsonConfig.ts';
import { yamlSyntax } from '#core/agents/syntax/yamlConfig.ts';
import type { AgentFormat } from './agentFormat.ts';
import { type AgentEntry, findEntry, readAgentEntries } from './agentServers.ts';
import { partsOf } from './describeChange.ts';
import type { LentEntry } from './lentEntry.ts';
import { restoreReplacedEntry } from './replacedEntries.ts';
import { isSameWithout, keepsComments } from './sameRest.ts';

/**
 * Removes an entry that was added for a server of the editor's host, or puts back the one that it replaced. What was changed of it since
 * goes with it; an entry of that name which is another one stays, also if it is that of another lent server.
 * @throws ConfigError if the text is not understood completely, or if something else of it would change, too, also a comment
 */
export function removeLentEntry(format: AgentFormat, text: string, lent: LentEntry, server: string): string {
  const { name, written, original } = lent;
  if (original !== undefined) {
    return restoreReplacedEntry(format, text, { ...lent, original }, server);
  }
  const document = parseConfig(format.syntax, text);
  const entry = findEntry(readAgentEntries(format, document), { name });
  if (entry?.server.lent !== server) {
    return text;
  }
  const isSame = (rest: string) => isSameWithout(format, document, entry.member.node, rest);
  // Its text may hold what others need now: the key of the list, or the line break before what follows.
  const rest = withoutText(text, written);
  if (rest !== undefined && isSame(rest) && keepsComments(format.syntax, document, rest)) {
    return rest;
  }
  const other = applyEdits(text, removalOf(format, document, entry, lent.hasMadeList === true));
  if (!isSame(other)) {
    throw new ConfigError(t('Its servers are not written as the agent documents them.'));
  }
  if (!keepsComments(format.syntax, document, other)) {
    throw new ConfigError(t('The change could not be undone exactly, so it is not made here.'));
  }
  return other;
}

/** The text without a part of it; `undefined` if that does not stand there exactly once. */
function withoutText(text: string, part: string): string | undefined {
  const at = text.indexOf(part);
  return at >= 0 && text.indexOf(part, at + 1) < 0 ? text.slice(0, at) + text.slice(at + part.length) : undefined;
}

/** Removes an entry by its place: its list, its member of an object, or its lines. */
function removalOf(format: AgentFormat, document: ConfigDocument, entry: AgentEntry, hasMadeList: boolean): TextEdit[] {
  const { syntax } = format;
  const { text, root } = document;
  const { member, list } = entry;
  const emptied = emptiedList(format, document, member);
  if (emptied && syntax === yamlSyntax) {
    const written = emptyList(format, text, emptied, member);
    return written
      ? [written, ...syntax.removeMembers(document, list, [member])]
      : syntax.removeMembers(document, root, [emptied]);
  }
  if (emptied && syntax === jsonSyntax && hasMadeList && isBlank(text, emptied, member)) {
    return syntax.removeMembers(document, root, [emptied]);
  }
  if (!member.isLine) {
    return syntax.removeMembers(document, list, [member]);
  }
  return partsOf(text, member).map(({ start, end }) => {
    const lineEnd = text.indexOf('\n', end);
    return { start: text.lastIndexOf('\n', start - 1) + 1, end: lineEnd < 0 ? text.length : lineEnd + 1, text: '' };
  });
}

/** The list of servers, if an entry is all that it has. */
function emptiedList(
  { serversKey }: AgentFormat,
  { root }: ConfigDocument,
  { node: entry }: ConfigMember,
): ConfigMember | undefined {
  const servers = root.members.get(serversKey);
  const { items, scope } = servers?.node ?? {};
  const [first, ...others] = items ?? [...(scope?.members.values() ?? [])].map(({ node }) => node);
  return first === entry && others.length === 0 ? servers : undefined;
}

/** True if nothing but an entry stands in a list of JSON. */
function isBlank(text: string, { node: { start, end } }: ConfigMember, entry: ConfigMember): boolean {
  return /^[\s,]*$/.test(text.slice(start + 1, entry.start) + text.slice(entry.end, end - 1));
}

/**
 * Writes a list of YAML that has no entries any more, if comments stand in it: without a value, its key is nothing that agents read.
 * `undefined` if nothing else stands there, so that the key can go, too.
 */
function emptyList(
  { hasServerList }: AgentFormat,
  text: string,
  { start, node }: ConfigMember,
  entry: ConfigMember,
): TextEdit | undefined {
  const key = /^(?:"[^"\n]*"|'[^'\n]*'|[^:\n]*)[ \t]*:/.exec(text.slice(start, node.start))?.[0];
  const isBlock = key !== undefined && !/[[{]/.test(text.charAt(node.start));
  if (!isBlock) {
    return undefined;
  }
  const at = start + key.length;
  // Comments that have more indent than the key belong to the list, also behind its last entry.
  const isAlone = /^\s*$/.test(text.slice(at, entry.start)) && !/^(?:[ \t]*|\s*\n[ \t]+)#/.test(text.slice(entry.end));
  return isAlone ? undefined : { start: at, end: at, text: hasServerList ? ' []' : ' {}' };
}
