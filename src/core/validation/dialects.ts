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
