import { isRecord } from '#form/json.ts';
import { parseVariables, type Variable } from './variables.ts';

/**
 * True if a value of the settings is the entry that an import would write, also where an earlier import has appended numbers to the ids of
 * its inputs because they were in use.
 */
export function isSameEntry(existing: unknown, imported: unknown): boolean {
  return isSameValue(existing, imported, new InputIds());
}

/** Which id in the settings stands for which id of the import. Each stands for one, so that two values never count as one. */
class InputIds {
  readonly #existing = new Map<string, string>();
  readonly #imported = new Map<string, string>();

  isSame(existing: string, imported: string): boolean {
    if (existing !== imported && !isNumbered(existing, imported)) {
      return false;
    }
    const isConsistent =
      (this.#existing.get(imported) ?? existing) === existing &&
      (this.#imported.get(existing) ?? imported) === imported;
    this.#existing.set(imported, existing);
    this.#imported.set(existing, imported);
    return isConsistent;
  }
}

/** True if `numbered` is `id` with a number, as an import appends it to find a free id. */
function isNumbered(numbered: string, id: string): boolean {
  return numbered.startsWith(`${id}-`) && /^([2-9]|[1-9]\d+)$/.test(numbered.slice(id.length + 1));
}

function isSameValue(existing: unknown, imported: unknown, ids: InputIds): boolean {
  if (typeof existing === 'string' && typeof imported === 'string') {
    return isSameText(existing, imported, ids);
  }
  if (Array.isArray(existing) && Array.isArray(imported)) {
    return existing.length === imported.length && imported.every((item, at) => isSameValue(existing[at], item, ids));
  }
  if (isRecord(existing) && isRecord(imported)) {
    const keys = Object.keys(imported);
    return (
      Object.keys(existing).length === keys.length &&
      keys.every((key) => Object.hasOwn(existing, key) && isSameValue(existing[key], imported[key], ids))
    );
  }
  return existing === imported;
}

function isSameText(existing: string, imported: string, ids: InputIds): boolean {
  const [parts, others] = [parseVariables(existing), parseVariables(imported)];
  return parts.length === others.length && parts.every((part, at) => isSamePart(part, others[at], ids));
}

function isSamePart(existing: string | Variable, imported: string | Variable | undefined, ids: InputIds): boolean {
  if (typeof existing === 'string' || typeof imported === 'string' || !imported) {
    return existing === imported;
  }
  return existing.name === 'input' && imported.name === 'input'
    ? ids.isSame(existing.argument ?? '', imported.argument ?? '')
    : existing.text === imported.text;
}
