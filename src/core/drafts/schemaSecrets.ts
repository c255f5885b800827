import { asksForSecret, type FieldTexts } from '#core/guard/sensitive/asksForSecret.ts';
import { isRecord } from '#form/json.ts';

/** The number of arrays and objects that are visited in one schema. */
const maxParts = 20_000;
/** The UTF-16 code units of names, titles and descriptions that are read in one schema. */
const maxTextLength = 300_000;

/** Keywords whose value is an object of schemas, by names that are not keywords. */
const schemaMaps = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies']);
/** Keywords whose value is not a schema, and keywords whose schemas are read only through references. */
const skippedKeywords = new Set(['const', 'default', 'enum', 'examples', '$defs', 'definitions']);
/** Keywords that refer to a schema. Only the target of the first does not depend on the validated value. */
const referenceKeywords = ['$ref', '$dynamicRef', '$recursiveRef'];

/** The properties of schemas that were read: the schema of a tool is the same for each call, and reading it can take a millisecond. */
const readSchemas = new WeakMap<object, ReadonlyMap<string, boolean>>();

/**
 * The names of all properties in a raw schema, which must not be changed afterwards, with true if the value is a secret.
 * @throws RangeError if the schema is too large, has a secret without a name, or refers to another schema
 */
export function secretProperties(schema: unknown): ReadonlyMap<string, boolean> {
  const known = isRecord(schema) ? readSchemas.get(schema) : undefined;
  const properties = known ?? new SchemaReader(schema).properties;
  if (isRecord(schema)) {
    readSchemas.set(schema, properties);
  }
  return properties;
}

/** A part of a schema to visit. */
interface SchemaPart {
  readonly schema: unknown;
  /** The name of the property whose value the part describes, if any. */
  readonly name: string | undefined;
  /** The keywords of the enclosing schemas for the same value. */
  readonly texts: FieldTexts;
  /** True for the schema of a property in `properties`. */
  readonly isProperty?: boolean;
}

class SchemaReader {
  readonly properties = new Map<string, boolean>();
  readonly #root: unknown;
  readonly #parts: SchemaPart[] = [];
  /** The properties for which each schema was visited, because references may form a cycle. */
  readonly #visited = new Map<object, Set<string | undefined>>();
  #count = 0;
  #readLength = 0;

  constructor(root: unknown) {
    this.#root = root;
    this.#push({ schema: root, name: undefined, texts: {} });
    for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
      if (Array.isArray(part.schema)) {
        for (const schema of part.schema) {
          this.#push({ ...part, schema });
        }
      } else if (isRecord(part.schema)) {
        this.#visit(part, part.schema);
      }
    }
  }

  #push(part: SchemaPart): void {
    if (part.isProperty || Array.isArray(part.schema) || isRecord(part.schema)) {
      this.#count += 1;
      if (this.#count > maxParts) {
        throw new RangeError('The schema is too large to evaluate.');
      }
      this.#parts.push(part);
    }
  }

  #visit({ name, texts: outer, isProperty }: SchemaPart, schema: Record<string, unknown>): void {
    const names = this.#visited.get(schema) ?? new Set();
    if (names.has(name)) {
      return;
    }
    this.#visited.set(schema, names.add(name));
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
        this.#push({ schema: this.#target(keyword, value), name, texts });
      } else if (schemaMaps.has(keyword) && isRecord(value)) {
        for (const [key, subschema] of Object.entries(value)) {
          const isNamed = keyword === 'properties';
          this.#push(
            isNamed
              ? { schema: subschema, name: key, texts: {}, isProperty: true }
              : { schema: subschema, name, texts },
          );
        }
      } else if (!skippedKeywords.has(keyword)) {
        this.#push({ schema: value, name, texts });
      }
    }
  }

  #evaluate(name: string | undefined, texts: FieldTexts, isMarked: boolean): void {
    for (const text of [name, texts.title, texts.description]) {
      this.#readLength += typeof text === 'string' ? text.length : 0;
    }
    if (this.#readLength > maxTextLength) {
      throw new RangeError('The schema has too many words to read.');
    }
    const isSecret = isMarked || asksForSecret(name ?? '', texts);
    if (name !== undefined) {
      this.properties.set(name, isSecret || this.properties.get(name) === true);
    } else if (isSecret) {
      throw new RangeError('A secret has no name.');
    }
  }

  /** The target of a reference: a JSON Pointer (RFC 6901) into the whole schema, as the fragment of a URI. */
  #target(keyword: string, reference: unknown): unknown {
    const path =
      keyword === '$ref' && typeof reference === 'string' ? /^#((?:\/.*)?)$/s.exec(reference)?.[1] : undefined;
    let target = path === undefined ? undefined : this.#root;
    for (const token of decodeURIComponent(path ?? '')
      .split('/')
      .slice(1)) {
      const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
      target =
        (isRecord(target) || Array.isArray(target)) && Object.hasOwn(target, key)
          ? Reflect.get(target, key)
          : undefined;
    }
    if (target === undefined) {
      throw new RangeError('A reference leads elsewhere.');
    }
    return target;
  }
}
