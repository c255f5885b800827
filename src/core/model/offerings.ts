import { sha256 } from '#core/common/digest.ts';
import { countJsonParts, maxJsonParts, maxMessageLength } from '#core/common/messageLimits.ts';
import { isRecord, nonEmptyText } from '#form/json.ts';

/** The tools, prompts and resources that a server offers, as last listed. */
export interface Offerings {
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
  readonly resources: readonly OfferedResource[];
  readonly resourceTemplates: readonly OfferedTemplate[];
  /** The lists that may lack items. */
  readonly incomplete: readonly ('tools' | 'prompts' | 'resources' | 'resourceTemplates')[];
}

export const noOfferings: Offerings = { tools: [], prompts: [], resources: [], resourceTemplates: [], incomplete: [] };

export interface OfferedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** The raw JSON Schema of the arguments. */
  readonly inputSchema: unknown;
  /** The raw JSON Schema of `structuredContent` in its results, if declared. */
  readonly outputSchema?: unknown;
  readonly annotations?: ToolAnnotations;
  /** Source: MCP specification 2025-11-25, basic/utilities/tasks, "Tool-Level Negotiation". */
  readonly taskSupport?: 'required' | 'optional' | 'forbidden';
}

/**
 * Hints of a server about a tool, which need not be true.
 * Source: MCP specification, server/tools, "Tool", and schema, `ToolAnnotations`.
 */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  /** Like `idempotentHint`, meaningful only for a tool that is not read-only. */
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface OfferedPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly required: boolean;
  }[];
}

export interface OfferedResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** Source: MCP specification, server/resources, "Resource Templates". */
export interface OfferedTemplate {
  /** Source: RFC 6570. */
  readonly uriTemplate: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

const maxItems = 10_000;
const maxPages = 1000;
/** The longest JSON of all pages of a list, in UTF-16 code units. The pages may also have `maxJsonParts` values. */
const maxListLength = maxMessageLength;

export interface ListedItems {
  readonly items: readonly unknown[];
  /** The reason for which the list may lack items: it exceeds a limit, or the server sent a cursor and all items of a page twice. */
  readonly cut?: 'limit' | 'cursor';
}

/**
 * Requests all pages of a list: at most 10,000 items, 1,000 pages, and in all pages together as many characters and values as
 * one message may have. Cursors are opaque, so a repeated one ends the list only if its page has no new item either; an empty cursor is
 * a cursor like any other.
 * @param requestPage sends the list request with this cursor and returns its result
 * @param key the property of the result that has the items
 * Source: MCP specification, server/utilities/pagination.
 */
export async function listPages(
  requestPage: (cursor: string | undefined) => Promise<unknown>,
  key: string,
  { itemLimit = maxItems, textLimit = maxListLength } = {},
): Promise<ListedItems> {
  const items: unknown[] = [];
  const cursors = new Set<string>();
  const digests = new Set<string>();
  let pages = 0;
  let lengthLeft = textLimit;
  let partsLeft = maxJsonParts;
  let cursor: string | undefined;
  do {
    const result = await requestPage(cursor);
    const earlierItems = digests.size;
    pages += 1;
    const pageItems = isRecord(result) ? result[key] : undefined;
    for (const item of Array.isArray(pageItems) ? pageItems : []) {
      const json = JSON.stringify(item);
      lengthLeft -= json.length;
      partsLeft -= 1 + countJsonParts(json);
      if (lengthLeft < 0 || partsLeft < 0 || items.length === itemLimit) {
        return { items, cut: 'limit' };
      }
      items.push(item);
      digests.add(sha256(json));
    }
    const next = isRecord(result) ? result['nextCursor'] : undefined;
    cursor = typeof next === 'string' ? next : undefined;
    if (cursor !== undefined && cursors.has(cursor) && digests.size === earlierItems) {
      return { items, cut: 'cursor' };
    }
    cursors.add(cursor ?? '');
    lengthLeft -= cursor?.length ?? 0;
  } while (cursor !== undefined && lengthLeft >= 0 && pages < maxPages);
  return cursor === undefined ? { items } : { items, cut: 'limit' };
}

/**
 * The milliseconds for which a page of a list is fresh; 0 if the server does not declare them.
 * Source: MCP specification 2026-07-28, server/utilities/caching.
 */
export function ttlOf(result: unknown): number {
  const ttlMs = isRecord(result) ? result['ttlMs'] : undefined;
  return typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs : 0;
}

/** True if a page of a list declares a `ttlMs`, even 0. */
export function declaresTtl(result: unknown): boolean {
  return isRecord(result) && typeof result['ttlMs'] === 'number';
}

/** Parses the items of a tool list. Items without a name are left out; of several with one name the first is used. */
export function readTools(items: readonly unknown[]): OfferedTool[] {
  return uniqueBy(
    items.filter(isRecord).flatMap((item) => {
      const annotations = isRecord(item['annotations']) ? item['annotations'] : {};
      const title = nonEmptyText(item['title']) ?? nonEmptyText(annotations['title']);
      return typeof item['name'] === 'string'
        ? [
            {
              name: item['name'],
              title,
              description: nonEmptyText(item['description']),
              inputSchema: item['inputSchema'],
              ...(item['outputSchema'] !== undefined && { outputSchema: item['outputSchema'] }),
              annotations: readAnnotations(annotations),
              taskSupport: readTaskSupport(item['execution']),
            },
          ]
        : [];
    }),
    ({ name }) => name,
  );
}

export function readPrompts(items: readonly unknown[]): OfferedPrompt[] {
  return uniqueBy(
    items.filter(isRecord).flatMap((item) => {
      const parameters = Array.isArray(item['arguments']) ? item['arguments'].filter(isRecord) : [];
      return typeof item['name'] === 'string'
        ? [{ name: item['name'], ...readTitleAndDescription(item), arguments: parameters.flatMap(readArgument) }]
        : [];
    }),
    ({ name }) => name,
  );
}

export function readResources(items: readonly unknown[]): OfferedResource[] {
  return uniqueBy(
    items.filter(isRecord).flatMap((item) => {
      const { uri } = item;
      return typeof uri === 'string'
        ? [
            {
              uri,
              name: nonEmptyText(item['name']) ?? uri,
              ...readTitleAndDescription(item),
              mimeType: nonEmptyText(item['mimeType']),
            },
          ]
        : [];
    }),
    ({ uri }) => uri,
  );
}

export function readResourceTemplates(items: readonly unknown[]): OfferedTemplate[] {
  return uniqueBy(
    items.filter(isRecord).flatMap((item) => {
      const { uriTemplate } = item;
      return typeof uriTemplate === 'string'
        ? [
            {
              uriTemplate,
              name: nonEmptyText(item['name']) ?? uriTemplate,
              ...readTitleAndDescription(item),
              mimeType: nonEmptyText(item['mimeType']),
            },
          ]
        : [];
    }),
    ({ uriTemplate }) => uriTemplate,
  );
}

function readTaskSupport(execution: unknown): OfferedTool['taskSupport'] {
  const support = isRecord(execution) ? execution['taskSupport'] : undefined;
  return (['required', 'optional', 'forbidden'] as const).find((value) => value === support);
}

function readAnnotations(annotations: Record<string, unknown>): ToolAnnotations {
  const hint = (name: keyof ToolAnnotations) =>
    typeof annotations[name] === 'boolean' ? { [name]: annotations[name] } : undefined;
  return {
    ...hint('readOnlyHint'),
    ...hint('destructiveHint'),
    ...hint('idempotentHint'),
    ...hint('openWorldHint'),
  };
}

function readArgument(item: Record<string, unknown>): OfferedPrompt['arguments'] {
  return typeof item['name'] === 'string'
    ? [{ name: item['name'], ...readTitleAndDescription(item), required: item['required'] === true }]
    : [];
}

function readTitleAndDescription(item: Record<string, unknown>) {
  return { title: nonEmptyText(item['title']), description: nonEmptyText(item['description']) };
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.toReversed().map((item) => [key(item), item])).values()].reverse();
}
