import {
  applyEdits,
  type ConfigMember,
  type ConfigNode,
  parseConfig,
  type TextEdit,
  type TextSpan,
} from '#core/agents/syntax/configText.ts';
import type { AgentFormat } from './agentFormat.ts';
import { type AgentEntry, findEntry, readAgentEntries, type ServerPlace } from './agentServers.ts';
import { editorRuntimeVariable } from './wrappedCommand.ts';

/** What changes of one server's entry, as lines of the file with secrets masked. */
interface EntryChange extends ServerPlace {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Finds the secrets in the arguments of a command, or in a URL. */
type FindSecrets = (args: readonly string[]) => readonly string[];

const mask = '•••';
const maxLines = 100;
const maxLineLength = 2000;
/** Members whose values may be secrets. */
const secretMember = /^(env|envs|environment|headers|http_headers|oauth|bearer_token|token)$/i;

/** The entries that differ between two texts of one file. Both must be understood completely. */
export function describeChange(
  format: AgentFormat,
  before: string,
  after: string,
  findSecrets: FindSecrets,
): EntryChange[] {
  const old = readAgentEntries(format, parseConfig(format.syntax, before));
  const entries = readAgentEntries(format, parseConfig(format.syntax, after));
  return entries.flatMap((entry) => {
    const oldEntry = findEntry(old, entry.server);
    const lines = entryLines(after, entry, findSecrets);
    const oldLines = oldEntry ? entryLines(before, oldEntry, findSecrets) : [];
    const { name, project } = entry.server;
    return lines.join('\n') === oldLines.join('\n')
      ? []
      : [{ name, ...(project !== undefined && { project }), before: oldLines, after: lines }];
  });
}

/**
 * The lines of a server's entry with everything in them, to be copied; none if the file has no such server.
 * @throws ConfigError if the text is not understood completely
 */
export function linesToCopy(format: AgentFormat, text: string, place: ServerPlace): string[] {
  const entry = findEntry(readAgentEntries(format, parseConfig(format.syntax, text)), place);
  return entry ? partsOf(text, entry.member).flatMap((part) => linesOf(text, part, [])) : [];
}

/** The lines of an entry, without those of other entries. */
function entryLines(text: string, { member, server }: AgentEntry, findSecrets: FindSecrets): string[] {
  const secrets = findSecrets([...(server.commandLine?.args ?? []), ...(server.url === undefined ? [] : [server.url])]);
  const parts = partsOf(text, member);
  const masks = [...secretSpans(member.node, false), ...argumentSpans(text, member.node, secrets)];
  return parts
    .flatMap((part) => linesOf(text, part, masks))
    .slice(0, maxLines)
    .map((line) => (line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line));
}

function linesOf(text: string, { start, end }: TextSpan, masks: readonly TextEdit[]): string[] {
  const inside = masks.filter((edit) => edit.start >= start && edit.end <= end);
  const shifted = inside.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text }));
  return withoutIndent(applyEdits(text.slice(start, end), shifted), text.slice(0, start));
}

/** An entry is one part. One of TOML's lines is its header and its lines, without its comments. */
export function partsOf(text: string, member: ConfigMember): TextSpan[] {
  return member.isLine ? linesIn(text, member).sort((one, other) => one.start - other.start) : [member];
}

/** A member of a TOML file as its lines: those of a table are its header and its members. */
function linesIn(text: string, member: ConfigMember): TextSpan[] {
  const { scope, start } = member.node;
  if (!scope || text[start] === '{') {
    return [member];
  }
  const header = text[start] === '[' ? [member] : [];
  return [...header, ...[...scope.members.values()].flatMap((inner) => linesIn(text, inner))];
}

/** The texts below a member that may hold secrets. */
function secretSpans(node: ConfigNode, isSecret: boolean): TextEdit[] {
  if (isSecret && !node.scope && !node.items && node.end > node.start) {
    return [{ start: node.start, end: node.end, text: `"${mask}"` }];
  }
  const members = [...(node.scope?.members.values() ?? [])];
  return [
    ...members
      .filter(({ key }) => key !== editorRuntimeVariable)
      .flatMap((member) => secretSpans(member.node, isSecret || secretMember.test(member.key))),
    ...(node.items ?? []).flatMap((item) => secretSpans(item, isSecret)),
  ];
}

/** The texts in the arguments that hold a secret. */
function argumentSpans(text: string, node: ConfigNode, secrets: readonly string[]): TextEdit[] {
  if (secrets.length === 0) return [];
  const members = [...(node.scope?.members.values() ?? [])].filter(({ key }) => !secretMember.test(key));
  const items = [...(node.items ?? []), ...members.map((member) => member.node)];
  const own =
    typeof node.value === 'string' && secrets.some((secret) => String(node.value).includes(secret))
      ? [{ start: node.start, end: node.end, text: maskSecrets(node.value, secrets) }]
      : [];
  return [...own, ...items.flatMap((item) => argumentSpans(text, item, secrets))];
}

function maskSecrets(value: string, secrets: readonly string[]): string {
  return JSON.stringify(secrets.reduce((text, secret) => text.replaceAll(secret, mask), value));
}

/** The lines of a part without the indent of its first line, which stands before it. */
function withoutIndent(part: string, before: string): string[] {
  const indent = /[ \t]*$/.exec(before)?.[0] ?? '';
  return part.split(/\r?\n/).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
}
