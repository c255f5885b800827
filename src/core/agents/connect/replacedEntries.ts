/** An entry with a URL is replaced by one that starts the proxy for the same server of the editor's host. */
import { t } from '@vscode/l10n';
import {
  applyEdits,
  type ConfigDocument,
  ConfigError,
  type ConfigMember,
  parseConfig,
  type TextSpan,
} from '#core/agents/syntax/configText.ts';
import { jsonSyntax } from '#core/agents/syntax/jsonConfig.ts';
import { tomlSyntax } from '#core/agents/syntax/tomlConfig.ts';
import { yamlSyntax } from '#core/agents/syntax/yamlConfig.ts';
import type { AgentFormat } from './agentFormat.ts';
import { type AgentEntry, findEntry, readAgentEntries, type ServerPlace } from './agentServers.ts';
import { partsOf } from './describeChange.ts';
import { type LentChoice, type LentMember, lentMembers } from './lentMembers.ts';
import { isKept } from './remoteServers.ts';
import { isSameWithout, keepsComments } from './sameRest.ts';
import type { ProxyRuntime } from './wrappedCommand.ts';

/** An entry that was replaced. */
interface ReplacedEntry extends ServerPlace {
  /** The text that was written. */
  readonly written: string;
  /** The text that stood there before. */
  readonly original: string;
}

/**
 * Replaces the entry of a server that is reached by a URL. What the agent does with the server otherwise stays.
 * @throws ConfigError if the entry could not be restored to the byte
 */
export function replaceRemoteEntry(
  format: AgentFormat,
  text: string,
  { name, project }: ServerPlace,
  choice: LentChoice,
  runtime: ProxyRuntime,
): ReplacedEntry & { readonly text: string } {
  const place = { name, ...(project !== undefined && { project }) };
  const document = parseConfig(format.syntax, text);
  const entry = findEntry(readAgentEntries(format, document), place);
  if (!entry?.server.remote) {
    throw new ConfigError(`${name}: ${entry?.server.refusal ?? t('The file has no server {0} any more.', name)}`);
  }
  const region = regionOf(document, entry);
  const members = lentMembers(format, choice, runtime, entry.server.limitMs);
  const written = entryText(format, document, entry, region, members);
  const replaced = {
    ...place,
    text: applyEdits(text, [{ ...region, text: written }]),
    written,
    original: text.slice(region.start, region.end),
  };
  const after = findEntry(readAgentEntries(format, parseConfig(format.syntax, replaced.text)), place);
  if (
    after?.server.lent !== choice.server ||
    restoreReplacedEntry(format, replaced.text, replaced, choice.server) !== text
  ) {
    throw new ConfigError(t('The change could not be undone exactly, so it is not made here.'));
  }
  return replaced;
}

/**
 * Puts the earlier entry back, also if the one that replaced it was changed or renamed since. An entry that is another one now stays.
 * @param lentServer the name, in the settings of the host, of the server that the entry was replaced for
 * @throws ConfigError if the text is not understood completely, or if the earlier entry does not fit into it any more
 */
export function restoreReplacedEntry(
  format: AgentFormat,
  text: string,
  replaced: ReplacedEntry,
  lentServer: string,
): string {
  const document = parseConfig(format.syntax, text);
  const lent = readAgentEntries(format, document).filter(({ server }) => server.lent === lentServer);
  const isWritten = (entry: AgentEntry) => {
    const { start, end } = regionOf(document, entry);
    return text.slice(start, end) === replaced.written;
  };
  const entry = findEntry(lent, replaced) ?? lent.find(isWritten);
  if (!entry) {
    return text;
  }
  const region = regionOf(document, entry);
  const restored = applyEdits(text, [{ ...region, text: replaced.original }]);
  const end = region.start + replaced.original.length;
  const restoredIn = (after: ConfigDocument) =>
    readAgentEntries(format, after).find(
      ({ server, member: { node } }) => server.lent === undefined && node.start < end && node.end > region.start,
    )?.member.node;
  if (!isSameWithout(format, document, entry.member.node, restored, restoredIn)) {
    throw new ConfigError(`${entry.server.name}: ${t('Its entry is not written as the agent documents it.')}`);
  }
  if (!keepsComments(format.syntax, document, restored)) {
    throw new ConfigError(t('The change could not be undone exactly, so it is not made here.'));
  }
  return restored;
}

/** The text of an entry without its name in JSON and YAML, and with its header in TOML. */
function regionOf({ text }: ConfigDocument, { server, member }: AgentEntry): TextSpan {
  const { node } = member;
  if (text[node.start] === '{') {
    return { start: node.start, end: node.end };
  }
  const parts = member.isLine ? partsOf(text, member) : membersOf(member);
  const sorted = [...parts].sort((one, other) => one.start - other.start);
  const isTogether = sorted.every((part, index) => {
    const previous = sorted[index - 1];
    return !previous || /^(?:[^\S\n]*(?:#[^\n]*)?\n)*[^\S\n]*$/.test(text.slice(previous.end, part.start));
  });
  const [first] = sorted;
  const last = sorted.at(-1);
  if (!first || !last || !isTogether || (member.isLine && text[node.start] !== '[')) {
    throw new ConfigError(`${server.name}: ${t('Its entry is not written as the agent documents it.')}`);
  }
  return { start: first.start, end: last.end };
}

function membersOf({ node }: ConfigMember): ConfigMember[] {
  return [...(node.scope?.members.values() ?? [])].sort((one, other) => one.start - other.start);
}

/** What stands in the place of an entry: the new members, and in their order those that are kept. */
function entryText(
  { syntax }: AgentFormat,
  { text }: ConfigDocument,
  { member }: AgentEntry,
  region: TextSpan,
  added: readonly LentMember[],
): string {
  const members = membersOf(member);
  const kept = members.filter(({ key }) => isKept(key));
  // The tools that the user has chosen stay.
  const isRenewed = (key: string) => key !== 'tools' && added.some(([name]) => name === key);
  const isAbsent = ([key]: LentMember) => isRenewed(key) || !kept.some((one) => one.key === key);
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const own = kept.filter(({ key }) => !isRenewed(key));
  const fresh = added.filter(isAbsent);
  if (text[region.start] === '{') {
    return braced(text, region, members, [
      ...fresh.map(([key, value]) =>
        syntax === jsonSyntax
          ? `${JSON.stringify(key)}: ${syntax.encode(value)}`
          : `${key}${syntax === tomlSyntax ? ' =' : ':'} ${syntax.encode(value)}`,
      ),
      ...own.map(({ start, end }) => text.slice(start, end)),
    ]);
  }
  if (syntax === yamlSyntax) {
    const lineStart = text.lastIndexOf('\n', region.start - 1) + 1;
    const indent = text.slice(lineStart, region.start).replace('\ufeff', '').replace(/[^ ]/g, ' ');
    const lines = [
      ...own.map(({ start, end }) => text.slice(start, end)),
      ...fresh.map(([key, value]) => `${key}: ${syntax.encode(value)}`),
    ];
    return lines.join(newline + indent);
  }
  const parts = own.map((one) => partsOf(text, one));
  const isTable = ([first]: readonly TextSpan[]) => first !== undefined && text[first.start] === '[';
  const slice = ({ start, end }: TextSpan) => text.slice(start, end);
  return [
    slice({ start: member.node.start, end: member.node.end }),
    ...fresh.map(([key, value]) => `${key} = ${syntax.encode(value)}`),
    ...parts.filter((one) => !isTable(one)).flatMap((lines) => lines.map(slice)),
    ...parts.filter(isTable).flatMap((table) => ['', ...table.map(slice)]),
  ].join(newline);
}

/** Members between braces, formatted as those that stood there. */
function braced(text: string, { start, end }: TextSpan, old: readonly TextSpan[], members: readonly string[]): string {
  const before = text.slice(start + 1, old[0]?.start ?? start + 1);
  const lead = /\r?\n[ \t]*$/.exec(before)?.[0] ?? (/^[ \t]*$/.test(before) ? before : ' ');
  const tail = /\s*$/.exec(text.slice(old.at(-1)?.end ?? start + 1, end - 1))?.[0] ?? '';
  const between = lead.includes('\n') ? `,${lead}` : ', ';
  return `{${lead}${members.join(between)}${tail}}`;
}
