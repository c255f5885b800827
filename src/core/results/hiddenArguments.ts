import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';

/** The property names and the indexes that lead to a value in arguments. */
export type ArgumentPath = readonly (string | number)[];
type Arguments = Readonly<Record<string, unknown>>;

/** The longest name of a missing argument, in UTF-16 code units. */
const maxNameLength = 100;
/** The number of missing arguments that are named. */
const maxNamed = 20;

/** The paths in `shown` at which it has something else than `args`: a mask, or a masked name. */
export function hiddenPaths(args: unknown, shown: unknown): readonly ArgumentPath[] {
  const paths: ArgumentPath[] = [];
  collectPaths(args, shown, [], paths);
  return paths;
}

function collectPaths(value: unknown, shown: unknown, path: ArgumentPath, paths: ArgumentPath[]): void {
  if (Array.isArray(value) && Array.isArray(shown)) {
    for (const [index, item] of shown.entries()) {
      collectPaths(value[index], item, [...path, index], paths);
    }
  } else if (isRecord(value) && isRecord(shown)) {
    for (const [name, item] of Object.entries(shown)) {
      const original = Object.hasOwn(value, name) ? value[name] : undefined;
      collectPaths(original, item, [...path, name], paths);
    }
  } else if (value !== shown) {
    paths.push(path);
  }
}

/** Arguments of an earlier call that can be filled in again. */
interface RemainingArguments {
  readonly values: Arguments;
  /** The names of what is missing, for the user. */
  readonly missing: readonly string[];
}

/**
 * The arguments without the properties at these paths. With an item, the list that contains it is left out as a whole: without the
 * item, the others would be sent in other places, and any value in its place as if the user had entered it.
 */
export function withoutHidden(args: Arguments, paths: readonly ArgumentPath[]): RemainingArguments {
  const properties = paths.map(propertyPath);
  const hidden = new Set(properties.map((path) => JSON.stringify(path)));
  const rest = (value: unknown, path: ArgumentPath): unknown => {
    if (Array.isArray(value)) {
      return value.map((item, index) => rest(item, [...path, index]));
    }
    return isRecord(value) ? restOf(value, path) : value;
  };
  const restOf = (record: Arguments, path: ArgumentPath): Arguments =>
    Object.fromEntries(
      Object.entries(record).flatMap(([name, item]) => {
        const at = [...path, name];
        return hidden.has(JSON.stringify(at)) ? [] : [[name, rest(item, at)]];
      }),
    );
  const names = [...new Set(properties.map(nameOf))];
  const missing = names.length > maxNamed ? [...names.slice(0, maxNamed), '…'] : names;
  return { values: restOf(args, []), missing };
}

/** The path of the property that is a value or the list with it. */
function propertyPath(path: ArgumentPath): ArgumentPath {
  return path.slice(0, path.findLastIndex((key) => typeof key === 'string') + 1);
}

/** "headers › Authorization", "servers › 1 › token": items are counted from 1. */
function nameOf(path: ArgumentPath): string {
  return inOneLine(path.map((key) => (typeof key === 'number' ? key + 1 : key)).join(' › '), maxNameLength);
}
