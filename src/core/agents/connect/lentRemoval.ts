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
import { isSameWithout } from './sameRest.ts';

/**
 * Removes an entry that was added for a server of the editor's host, or puts back the one that it replaced. What was changed of it since
 * goes with it; an entry of that name which is another one stays, also if it is that of another lent server.
 * @throws ConfigError if the text is not understood completely, or if something else of it would change, too
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
  const isClean = (rest: string) => isSameWithout(format, document, entry.member.node, rest);
  // Its text may hold what others need now: the key of the list, or the line break before what follows.
  const rest = withoutText(text, written);
  if (rest !== undefined && isClean(rest)) {
    return rest;
  }
  const other = applyEdits(text, removalOf(format, document, entry, lent.hasMadeList === true));
  if (!isClean(other)) {
    throw new ConfigError(t('Its servers are not written as the agent documents them.'));
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
  const emptied = emptiedList(format, document, member, hasMadeList);
  if (emptied) {
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

/** The list of servers, if it goes with its last entry. In YAML its key alone would have no value, which agents refuse. */
function emptiedList(
  { syntax, serversKey }: AgentFormat,
  { text, root }: ConfigDocument,
  { node: entry, start, end }: ConfigMember,
  hasMadeList: boolean,
): ConfigMember | undefined {
  const servers = root.members.get(serversKey);
  const { items, scope } = servers?.node ?? {};
  const [first, ...others] = items ?? [...(scope?.members.values() ?? [])].map(({ node }) => node);
  if (!servers || first !== entry || others.length > 0) {
    return undefined;
  }
  const beside = text.slice(servers.node.start + 1, start) + text.slice(end, servers.node.end - 1);
  const isOurs = syntax === jsonSyntax && hasMadeList && /^[\s,]*$/.test(beside);
  return isOurs || syntax === yamlSyntax ? servers : undefined;
}
