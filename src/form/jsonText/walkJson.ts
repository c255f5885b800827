import { type JsonScanEnd, type JsonToken, scanJson } from './scanJson.ts';

/** The place of a value in a JSON text: keys of objects and indexes of arrays. */
type JsonPath = readonly (string | number)[];

/** An object or array that is open at a place of the text. */
export interface OpenContainer {
  readonly kind: '{' | '[';
  /** The key of the value that is read, or the index of the element. */
  step: string | number;
  /** The keys that were read so far. */
  readonly keys: Set<string>;
  /** The short values of keys, as JSON. */
  readonly scalars: Map<string, string>;
}

/** The longest value that is kept in `scalars`, in UTF-16 code units. */
const maxScalarLength = 200;

/**
 * Reads a JSON text up to its first error, and calls `visit` for each part with the containers around it. Within `visit`, the step
 * of the innermost container is that of the part.
 */
export function walkJson(
  text: string,
  visit: (token: JsonToken, containers: readonly OpenContainer[]) => void,
): { readonly end: JsonScanEnd; readonly containers: readonly OpenContainer[] } {
  const containers: OpenContainer[] = [];
  const endValue = () => {
    const container = containers.at(-1);
    if (typeof container?.step === 'number') {
      container.step += 1;
    }
  };
  const end = scanJson(text, (token) => {
    const container = containers.at(-1);
    if (token.kind === 'key' && container) {
      container.step = keyOf(text, token);
    } else if (token.kind === 'close') {
      containers.pop();
    }
    visit(token, containers);
    if (token.kind === 'open') {
      const kind = text[token.start] === '{' ? '{' : '[';
      containers.push({ kind, step: kind === '{' ? '' : 0, keys: new Set(), scalars: new Map() });
    } else if (token.kind === 'key' && container) {
      container.keys.add(String(container.step));
    } else {
      if (token.kind === 'scalar' && typeof container?.step === 'string' && token.end - token.start < maxScalarLength) {
        container.scalars.set(container.step, text.slice(token.start, token.end));
      }
      endValue();
    }
  });
  return { end, containers };
}

/** The keys that follow an offset in the same object. The text may be incomplete. */
export function keysAfter(text: string, offset: number): readonly string[] {
  const keys: string[] = [];
  let depth = 0;
  const parts = /"(?:[^"\\\n]|\\.)*"(\s*:)?|[{}[\]]/g;
  parts.lastIndex = offset;
  for (let part = parts.exec(text); part && depth >= 0; part = parts.exec(text)) {
    const [token, colon] = part;
    if (token === '{' || token === '[') {
      depth += 1;
    } else if (token === '}' || token === ']') {
      depth -= 1;
    } else if (depth === 0 && colon !== undefined) {
      keys.push(unquoted(token.slice(0, -colon.length)));
    }
  }
  return keys;
}

function unquoted(token: string): string {
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
}

/** The line of the value at a path, or of the innermost part of the path that the text has. Counts from 1. */
export function lineOfPath(text: string, path: JsonPath): number {
  let best = { depth: 0, offset: text.search(/\S/) };
  walkJson(text, ({ kind, start }, containers) => {
    if (kind === 'close' || containers.length <= best.depth || containers.length > path.length) {
      return;
    }
    const isOnPath = containers.every(({ step }, depth) => String(step) === String(path[depth]));
    if (isOnPath) {
      best = { depth: containers.length, offset: start };
    }
  });
  return lineAt(text, Math.max(best.offset, 0));
}

/** The line of an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** The name of a key, without its quotes. */
function keyOf(text: string, { start, end }: JsonToken): string {
  return JSON.parse(text.slice(start, end));
}
