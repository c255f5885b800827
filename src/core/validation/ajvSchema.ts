import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isRecord } from '#form/json.ts';

/** An ajv of one dialect. */
export type Validator = Ajv | Ajv2019 | Ajv2020;

/** The factories of the supported dialects, by `$schema` without its scheme and without an empty fragment. */
const dialects: Readonly<Record<string, (options: Options) => Validator>> = {
  // Draft-07, Core, 8.3: "All other properties in a "$ref" object MUST be ignored."
  'json-schema.org/draft-07/schema': (options) => new Ajv({ ...options, ignoreKeywordsWithRef: true }),
  'json-schema.org/draft/2019-09/schema': (options) => withoutDependencies(new Ajv2019(options)),
  'json-schema.org/draft/2020-12/schema': ajv2020,
};

function ajv2020(options: Options): Validator {
  return withoutDependencies(new Ajv2020(options));
}

/** Since 2019-09 `dependentRequired` and `dependentSchemas` replace `dependencies`, which ajv still supports. */
function withoutDependencies(ajv: Validator): Validator {
  ajv.removeKeyword('dependencies');
  return ajv;
}

/**
 * Returns the factory for validators of a schema's dialect; `undefined` if the dialect is not supported. The default dialect
 * is 2020-12. Source: MCP specification, basic, "JSON Schema Usage".
 */
export function validatorFactoryFor(schema: unknown): ((options: Options) => Validator) | undefined {
  const dialectUri = isRecord(schema) && Object.hasOwn(schema, '$schema') ? schema['$schema'] : undefined;
  if (dialectUri === undefined) {
    return ajv2020;
  }
  const dialect = typeof dialectUri === 'string' ? dialectUri.replace(/^https?:\/\//, '').replace(/#$/, '') : '';
  return Object.hasOwn(dialects, dialect) ? dialects[dialect] : undefined;
}

/**
 * Returns the schema without the identifier of its root, because an invalid identifier must not prevent checking. References
 * to the root by its identifier become local references.
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
      const isReferenceToRoot =
        name === '$ref' && typeof part === 'string' && (part === id || part.startsWith(`${id}#`));
      return [name, isReferenceToRoot ? part.slice(id.length) || '#' : withLocalReferences(part, id)];
    }),
  );
}

/**
 * The name under which a property called `__proto__` is passed to ajv, which ignores the original name. Only properties of the
 * root schema are renamed, because a form has no others.
 */
const protoName = '__proto__';
const protoAlias = '\u{e000}__proto__';

/** Returns the schema for ajv: with the alias for `__proto__`, and without `$async`. */
export function renameProto(schema: unknown): object | boolean {
  if (typeof schema === 'boolean') {
    return schema;
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new TypeError('it is not an object');
  }
  // With `$async` the validator returns a promise, which is truthy.
  const { $async: _, ...copy }: Record<string, unknown> = schema as Record<string, unknown>;
  const { properties, required } = copy;
  if (typeof properties === 'object' && properties !== null) {
    copy['properties'] = withAlias(properties);
  }
  if (Array.isArray(required)) {
    copy['required'] = required.map((name) => (name === protoName ? protoAlias : name));
  }
  return copy;
}

/** Returns the content for ajv, with the alias for `__proto__`. */
export function renameProtoInContent(content: Readonly<Record<string, unknown>>): object {
  return withAlias(content);
}

/** The name in the server's schema of a property that ajv reports. */
export function originalName(property: string): string {
  return property === protoAlias ? protoName : property;
}

function withAlias(value: object): object {
  return Object.hasOwn(value, protoName)
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name === protoName ? protoAlias : name, part]))
    : value;
}
