import { sensitiveFields } from '#core/guard/sensitive/sensitiveFields.ts';
import { isRecord } from '#form/json.ts';

/** Lists and objects of a schema that are looked at. */
const MOST_PARTS = 20_000;
/** UTF-16 code units of names, titles and descriptions that are read of one schema. */
const MOST_READ = 300_000;

/** Keywords that hold schemas under names that are none of keywords. */
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies']);
/** Keywords that hold values, and those whose schemas count where something refers to them. */
const NOT_ENTERED = new Set(['const', 'default', 'enum', 'examples', '$defs', 'definitions']);
/** Keywords that lead to a schema; all but the first only when a value is checked. */
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Names of headers with secrets. As the names of fields they are none. */
const HEADER = /^(?:(?:proxy-)?authorization|(?:set-)?cookie)(?![\w-])/i;

/** What is said of a value beside its name: keywords of its schema. */
interface FieldTexts {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly pattern?: unknown;
}

/** Whether what is called so, or of which this is said, is a secret. */
export function asksForSecret(name: string, { title, description, pattern }: FieldTexts = {}): boolean {
  const field = {
    kind: 'text',
    name,
    label: typeof title === 'string' ? title : name,
    required: false,
    ...(typeof description === 'string' && { description }),
    ...(typeof pattern === 'string' && { pattern }),
  } as const;
  return HEADER.test(name) || sensitiveFields({ fields: [field] }, '').length > 0;
}

/**
 * What a raw schema says of the properties in it: whether their values are secrets, by name. Throws a RangeError where that
 * cannot be told: it is too large, has a secret that has no name, or a reference that leads elsewhere.
 */
export function secretProperties(schema: unknown): ReadonlyMap<string, boolean> {
  return new SchemaReader(schema).found;
}

/** A part of a schema. */
interface SchemaPart {
  readonly schema: unknown;
  /** The property whose value it is about, if it is about one. */
  readonly name: string | undefined;
  /** What is said of the same value further out. */
  readonly said: FieldTexts;
  /** It is all that is said of the property in this place. */
  readonly isProperty?: boolean;
}

class SchemaReader {
  readonly found = new Map<string, boolean>();
  readonly #root: unknown;
  readonly #parts: SchemaPart[] = [];
  /** For which properties a part was looked at: references may lead in circles. */
  readonly #seen = new Map<object, Set<string | undefined>>();
  #count = 0;
  #read = 0;

  constructor(root: unknown) {
    this.#root = root;
    this.#enter({ schema: root, name: undefined, said: {} });
    for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
      if (Array.isArray(part.schema)) {
        for (const schema of part.schema) {
          this.#enter({ ...part, schema });
        }
      } else if (isRecord(part.schema)) {
        this.#look(part, part.schema);
      }
    }
  }

  #enter(part: SchemaPart): void {
    if (part.isProperty || Array.isArray(part.schema) || isRecord(part.schema)) {
      this.#count += 1;
      if (this.#count > MOST_PARTS) {
        throw new RangeError('The schema is too large to look at.');
      }
      this.#parts.push(part);
    }
  }

  #look({ name, said: before, isProperty }: SchemaPart, schema: Record<string, unknown>): void {
    const names = this.#seen.get(schema) ?? new Set();
    if (names.has(name)) {
      return;
    }
    this.#seen.set(schema, names.add(name));
    const { title = before.title, description = before.description, pattern, format, writeOnly, $id } = schema;
    const said = { title, description, pattern };
    const isMarked = format === 'password' || writeOnly === true;
    const saysMore = ['title', 'description', 'pattern'].some((keyword) => Object.hasOwn(schema, keyword));
    // The title of the whole schema is about what is done with it.
    if (schema !== this.#root && (isProperty || isMarked || saysMore)) {
      this.#judge(name, said, isMarked);
    }
    if (schema !== this.#root && $id !== undefined) {
      throw new RangeError('References in it lead elsewhere.');
    }
    for (const [keyword, value] of Object.entries(schema)) {
      if (REFERENCES.includes(keyword)) {
        this.#enter({ schema: this.#target(keyword, value), name, said });
      } else if (MAPS.has(keyword) && isRecord(value)) {
        for (const [key, one] of Object.entries(value)) {
          const isNamed = keyword === 'properties';
          this.#enter(isNamed ? { schema: one, name: key, said: {}, isProperty: true } : { schema: one, name, said });
        }
      } else if (!NOT_ENTERED.has(keyword)) {
        this.#enter({ schema: value, name, said });
      }
    }
  }

  #judge(name: string | undefined, said: FieldTexts, isMarked: boolean): void {
    for (const text of [name, said.title, said.description]) {
      this.#read += typeof text === 'string' ? text.length : 0;
    }
    if (this.#read > MOST_READ) {
      throw new RangeError('The schema has too many words to read.');
    }
    const isSecret = isMarked || asksForSecret(name ?? '', said);
    if (name !== undefined) {
      this.found.set(name, isSecret || this.found.get(name) === true);
    } else if (isSecret) {
      throw new RangeError('A secret has no name.');
    }
  }

  /** Where a reference leads: a JSON Pointer (RFC 6901) into the whole schema, as the fragment of a URI. */
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
