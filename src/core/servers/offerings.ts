import { isRecord } from '../../form/json.ts';
import type { OfferedPrompt, OfferedResource, OfferedTool } from './state.ts';

const maxItems = 10_000;
const maxPages = 1000;

/**
 * Lists all pages of something. Bounded: at most 10,000 items and 1,000 pages, and a cursor that comes back ends it.
 * `page` sends one list request; `key` is where the items are in its result.
 * Source: MCP specification, server/utilities/pagination.
 */
export async function listPages(page: (cursor: string | undefined) => Promise<unknown>, key: string) {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const result = await page(cursor);
    const found = isRecord(result) ? result[key] : undefined;
    items.push(...(Array.isArray(found) ? found.slice(0, maxItems - items.length) : []));
    const next = isRecord(result) ? result['nextCursor'] : undefined;
    cursor = typeof next === 'string' && !seen.has(next) ? next : undefined;
    seen.add(cursor ?? '');
  } while (cursor !== undefined && items.length < maxItems && seen.size < maxPages);
  return items;
}

/** The tools among what was listed; what has no name is left out, and a name counts once. */
export function readTools(items: readonly unknown[]): OfferedTool[] {
  return unique(
    items.filter(isRecord).flatMap((item) => {
      const annotations = isRecord(item['annotations']) ? item['annotations'] : {};
      const title = text(item['title']) ?? text(annotations['title']);
      return typeof item['name'] === 'string'
        ? [{ name: item['name'], title, description: text(item['description']), inputSchema: item['inputSchema'] }]
        : [];
    }),
    ({ name }) => name,
  );
}

export function readPrompts(items: readonly unknown[]): OfferedPrompt[] {
  return unique(
    items.filter(isRecord).flatMap((item) => {
      const parameters = Array.isArray(item['arguments']) ? item['arguments'].filter(isRecord) : [];
      return typeof item['name'] === 'string'
        ? [{ name: item['name'], ...described(item), arguments: parameters.flatMap(readArgument) }]
        : [];
    }),
    ({ name }) => name,
  );
}

export function readResources(items: readonly unknown[]): OfferedResource[] {
  return unique(
    items.filter(isRecord).flatMap((item) => {
      const { uri } = item;
      return typeof uri === 'string'
        ? [{ uri, name: text(item['name']) ?? uri, ...described(item), mimeType: text(item['mimeType']) }]
        : [];
    }),
    ({ uri }) => uri,
  );
}

function readArgument(item: Record<string, unknown>): OfferedPrompt['arguments'] {
  return typeof item['name'] === 'string'
    ? [{ name: item['name'], ...described(item), required: item['required'] === true }]
    : [];
}

function described(item: Record<string, unknown>) {
  return { title: text(item['title']), description: text(item['description']) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function unique<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.toReversed().map((item) => [key(item), item])).values()].reverse();
}
