import {
  type ConfigDocument,
  ConfigError,
  type ConfigNode,
  type ConfigScope,
  type ConfigSyntax,
  parseConfig,
} from '#core/agents/syntax/configText.ts';
import type { AgentFormat } from './agentFormat.ts';

/**
 * True if a changed text is understood, and says what it said before, but for one entry. A list of servers that is empty now may be gone.
 * @param entry the entry that was removed or replaced
 * @param findReplacement the entry that stands there now. Absent: none does
 */
export function isSameWithout(
  format: AgentFormat,
  before: ConfigDocument,
  entry: ConfigNode,
  text: string,
  findReplacement: (after: ConfigDocument) => ConfigNode | undefined = () => undefined,
): boolean {
  let after: ConfigDocument;
  try {
    after = parseConfig(format.syntax, text);
  } catch (error) {
    if (error instanceof ConfigError) {
      return false;
    }
    throw error;
  }
  return contentOf(format, before, entry) === contentOf(format, after, findReplacement(after));
}

/** True if a changed text, which is understood, has every comment that it had. An entry that the user has commented out is one, too. */
export function keepsComments(syntax: ConfigSyntax, before: ConfigDocument, text: string): boolean {
  const left = [...syntax.comments(parseConfig(syntax, text))];
  return syntax.comments(before).every((comment) => {
    const at = left.indexOf(comment);
    return at >= 0 && left.splice(at, 1).length > 0;
  });
}

function contentOf({ serversKey }: AgentFormat, { text, root }: ConfigDocument, left: ConfigNode | undefined): string {
  const content = scopeContent(text, root, left);
  const members = content.members.filter(([key, value]) => key !== serversKey || !isEmpty(value));
  return JSON.stringify({ ...content, members });
}

type Content = string | readonly Content[] | ScopeContent;

interface ScopeContent {
  readonly hasRepeatedKeys: boolean;
  /** By their key: tables of TOML may stand in another order after a removal. */
  readonly members: readonly (readonly [string, Content])[];
}

function scopeContent(text: string, scope: ConfigScope, left: ConfigNode | undefined): ScopeContent {
  const members = [...scope.members.values()]
    .filter(({ node }) => node !== left)
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, node }) => [key, nodeContent(text, node, left)] as const);
  return { hasRepeatedKeys: scope.hasRepeatedKeys, members };
}

/** A value is compared as it is written: some are not read. */
function nodeContent(text: string, node: ConfigNode, left: ConfigNode | undefined): Content {
  const { scope, tables, items, start, end } = node;
  if (scope) {
    return scopeContent(text, scope, left);
  }
  if (tables) {
    return tables.map((table) => scopeContent(text, table, left));
  }
  return items
    ? items.filter((item) => item !== left).map((item) => nodeContent(text, item, left))
    : text.slice(start, end);
}

/** A key of YAML without a value is no list: agents refuse it. */
function isEmpty(content: Content): boolean {
  const all = typeof content === 'object' && 'members' in content ? content.members : content;
  return Array.isArray(all) && all.length === 0;
}
