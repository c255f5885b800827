import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import { isRecord } from '#form/json.ts';

/** Lists and objects that are visited in one schema. */
const maxParts = 20_000;
/** UTF-16 code units of names, titles and descriptions that are read in one schema. */
const maxText = 300_000;

/** Keywords with an object of schemas whose names are not keywords. */
const schemaMaps = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies']);
/** Keywords with values, and keywords whose schemas are read only through references. */
const notVisited = new Set(['const', 'default', 'enum', 'examples', '$defs', 'definitions']);
/** Keywords that refer to a schema; only the first can be resolved without a value. */
const referenceKeywords = ['$ref', '$dynamicRef', '$recursiveRef'];

/** HTTP headers with secrets, which `sensitiveFields` does not know. */
const secretHeader = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)(?![\w-])/i;

/** The keywords of a value's schema that may describe a secret. */
interface FieldTexts {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly pattern?: unknown;
}

/** True if the name of a value, or the keywords of its schema, describe a secret. */
export function asksForSecret(name: string, { title, description, pattern }: FieldTexts = {}): boolean {
  const field = {
    kind: 'text',
    name,
    label: typeof title === 'string' ? title : name,
    required: false,
    ...(typeof description === 'string' && { description }),
    ...(typeof pattern === 'string' && { pattern }),
  } as const;
  return secretHeader.test(name) || sensitiveFields({ fields: [field] }, '').length > 0;
}

/**
 * Whether the values of the properties in a raw schema are secrets, by name. Throws a RangeError if that is unknown, because the schema
 * is too large, has a secret without a name, or has a reference out of the schema.
 */
export function secretProperties(schema: unknown): ReadonlyMap<string, boolean> {
  return new SchemaReader(schema).found;
}

/** A part of a schema that has to be visited. */
interface SchemaPart {
  readonly schema: unknown;
  /** The property whose value it describes, if any. */
  readonly name: string | undefined;
  /** The keywords of the enclosing schemas for the same value. */
  readonly texts: FieldTexts;
  /** It is the schema of a property in `properties`. */
  readonly isProperty?: boolean;
}

class SchemaReader {
  readonly found = new Map<string, boolean>();
  readonly #root: unknown;
  readonly #parts: SchemaPart[] = [];
  /** The properties for which a part was visited, because references may be circular. */
  readonly #seen = new Map<object, Set<string | undefined>>();
  #count = 0;
  #read = 0;

  constructor(root: unknown) {
    this.#root = root;
    this.#enter({ schema: root, name: undefined, texts: {} });
    for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
      if (Array.isArray(part.schema)) {
        for (const schema of part.schema) {
          this.#enter({ ...part, schema });
        }
      } else if (isRecord(part.schema)) {
        this.#visit(part, part.schema);
      }
    }
  }

  #enter(part: SchemaPart): void {
    if (part.isProperty || Array.isArray(part.schema) || isRecord(part.schema)) {
      this.#count += 1;
      if (this.#count > maxParts) {
        throw new RangeError('The schema is too large to look at.');
      }
      this.#parts.push(part);
    }
  }

  #visit({ name, texts: outer, isProperty }: SchemaPart, schema: Record<string, unknown>): void {
    const names = this.#seen.get(schema) ?? new Set();
    if (names.has(name)) {
      return;
    }
    this.#seen.set(schema, names.add(name));
    const { title = outer.title, description = outer.description, pattern, format, writeOnly, $id } = schema;
    const texts = { title, description, pattern };
    const isMarked = format === 'password' || writeOnly === true;
    const hasTexts = ['title', 'description', 'pattern'].some((keyword) => Object.hasOwn(schema, keyword));
    // The title of the whole schema describes the call and not a value.
    if (schema !== this.#root && (isProperty || isMarked || hasTexts)) {
      this.#evaluate(name, texts, isMarked);
    }
    if (schema !== this.#root && $id !== undefined) {
      throw new RangeError('References in it lead elsewhere.');
    }
    for (const [keyword, value] of Object.entries(schema)) {
      if (referenceKeywords.includes(keyword)) {
        this.#enter({ schema: this.#target(keyword, value), name, texts });
      } else if (schemaMaps.has(keyword) && isRecord(value)) {
        for (const [key, one] of Object.entries(value)) {
          const isNamed = keyword === 'properties';
          this.#enter(isNamed ? { schema: one, name: key, texts: {}, isProperty: true } : { schema: one, name, texts });
        }
      } else if (!notVisited.has(keyword)) {
        this.#enter({ schema: value, name, texts });
      }
    }
  }

  #evaluate(name: string | undefined, texts: FieldTexts, isMarked: boolean): void {
    for (const text of [name, texts.title, texts.description]) {
      this.#read += typeof text === 'string' ? text.length : 0;
    }
    if (this.#read > maxText) {
      throw new RangeError('The schema has too many words to read.');
    }
    const isSecret = isMarked || asksForSecret(name ?? '', texts);
    if (name !== undefined) {
      this.found.set(name, isSecret || this.found.get(name) === true);
    } else if (isSecret) {
      throw new RangeError('A secret has no name.');
    }
  }

  /** The target of a reference: a JSON Pointer (RFC 6901) into the whole schema, as the fragment of a URI. */
  #target(keyword: string, reference: unknown): unknown {
    const path =
      keyword === '$ref' && typeof reference === 'string' ? /^#((?:\/.*)?)$/s.exec(reference)?.[1] : undefined;
    let found = path === undefined ? undefined : this.#root;
    for (const step of decodeURIComponent(path ?? '')
      .split('/')
      .slice(1)) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      found =
        (isRecord(found) || Array.isArray(found)) && Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined;
    }
    if (found === undefined) {
      throw new RangeError('A reference leads elsewhere.');
    }
    return found;
  }
}
