import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isRecord } from '#form/json.ts';

/** An ajv of one dialect. */
export type Validator = Ajv | Ajv2019 | Ajv2020;

/** The dialects that values can be checked in, by their `$schema` without scheme and empty fragment. */
const dialects: Readonly<Record<string, (options: Options) => Validator>> = {
  // Draft-07, Core, 8.3: "All other properties in a "$ref" object MUST be ignored."
  'json-schema.org/draft-07/schema': (options) => new Ajv({ ...options, ignoreKeywordsWithRef: true }),
  'json-schema.org/draft/2019-09/schema': (options) => withoutDependencies(new Ajv2019(options)),
  'json-schema.org/draft/2020-12/schema': ajv2020,
};

function ajv2020(options: Options): Validator {
  return withoutDependencies(new Ajv2020(options));
}

/** Since 2019-09 `dependentRequired` and `dependentSchemas` stand in the place of `dependencies`, which ajv knows still. */
function withoutDependencies(ajv: Validator): Validator {
  ajv.removeKeyword('dependencies');
  return ajv;
}

/**
 * Makes the validator of the dialect that a schema names; `undefined` for one that is not supported. A schema that names
 * none is 2020-12. Source: MCP specification, basic, "JSON Schema Usage".
 */
export function validatorFor(schema: unknown): ((options: Options) => Validator) | undefined {
  const named = isRecord(schema) && Object.hasOwn(schema, '$schema') ? schema['$schema'] : undefined;
  if (named === undefined) {
    return ajv2020;
  }
  const dialect = typeof named === 'string' ? named.replace(/^https?:\/\//, '').replace(/#$/, '') : '';
  return Object.hasOwn(dialects, dialect) ? dialects[dialect] : undefined;
}

/**
 * A schema without the identifiers of its root. They mean nothing here: nothing is looked up by them, and one that is no
 * usable URI is no reason to check nothing. References that name the root by its identifier become local ones.
 */
export function withoutRootIdentifier(schema: unknown): unknown {
  if (!isRecord(schema) || !Object.hasOwn(schema, '$id')) {
    return schema;
  }
  const { $id: id, ...rest } = schema;
  return typeof id === 'string' && id !== '' ? withLocalReferences(rest, id.replace(/#$/, '')) : rest;
}

function withLocalReferences(value: unknown, id: string): unknown {
  if (Array.isArray(value)) {
    return value.map((part) => withLocalReferences(part, id));
  }
  if (!isRecord(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isOwn = name === '$ref' && typeof part === 'string' && (part === id || part.startsWith(`${id}#`));
      return [name, isOwn ? part.slice(id.length) || '#' : withLocalReferences(part, id)];
    }),
  );
}

/**
 * Ajv passes over a property called `__proto__`. To be checked like any other it goes through ajv under another name.
 * Only the properties of the schema itself are treated so: a form has no others.
 */
const protoName = '__proto__';
const protoAlias = '\u{e000}__proto__';

/** The schema as ajv is to see it: `__proto__` under its other name, and never asynchronous. */
export function renameProto(schema: unknown): object | boolean {
  if (typeof schema === 'boolean') {
    return schema;
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new TypeError('it is not an object');
  }
  // `$async` would turn every answer into a promise, and a promise looks like a yes.
  const { $async: _, ...copy }: Record<string, unknown> = schema as Record<string, unknown>;
  const { properties, required } = copy;
  if (typeof properties === 'object' && properties !== null) {
    copy['properties'] = renamed(properties);
  }
  if (Array.isArray(required)) {
    copy['required'] = required.map((name) => (name === protoName ? protoAlias : name));
  }
  return copy;
}

/** The content as ajv is to see it. */
export function renameProtoInContent(content: Readonly<Record<string, unknown>>): object {
  return renamed(content);
}

/** The name under which a person knows a property that ajv speaks of. */
export function originalName(property: string): string {
  return property === protoAlias ? protoName : property;
}

function renamed(value: object): object {
  return Object.hasOwn(value, protoName)
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name === protoName ? protoAlias : name, entry]))
    : value;
}
