import { isRecord } from '#form/json.ts';
import type { KeywordReader } from './keywordReader.ts';
import { readArgument } from './readArgument.ts';
import { SchemaRefusal } from './schemaRefusal.ts';
import { readFields, readForm, readRoot, type SchemaReading } from './schemaRoot.ts';
import { refusalAdvice } from './supportedKeywords.ts';

/** Keywords of the root that combine or replace schemas, so that the fields are not known from `properties`. */
const refusedRootKeywords: ReadonlySet<string> = new Set([
  ...['$ref', '$dynamicRef', '$recursiveRef', 'anyOf', 'allOf', 'oneOf', 'not', 'if', 'dependentSchemas'],
]);
/** Keywords of a property that no field can represent. `unwrapProperty` and `readField` refuse further uses of other keywords. */
const refusedPropertyKeywords: ReadonlySet<string> = new Set([
  '$dynamicRef',
  '$recursiveRef',
  'not',
  'if',
  'prefixItems',
]);

/**
 * Reads the `inputSchema` of a tool, as received. Accepts more schemas than `readRequestedSchema`. `properties` may be missing.
 * Keywords that the form does not enforce (`minProperties`, `contains`) are allowed, because the arguments are validated against
 * the whole schema. Formats are annotations: see `formatIsAnnotation`. Refuses `patternProperties`, and `additionalProperties` with
 * a schema that is not empty, because a form cannot offer properties without names.
 * Source: MCP specification, server/tools, "Tool"; basic, "JSON Schema Usage".
 */
export function readArgumentsSchema(schema: unknown): SchemaReading {
  return readForm(() => {
    const [root, rootSchema] = readRoot(schema);
    const refused = root.keywords.find((keyword) => refusedRootKeywords.has(keyword));
    if (refused !== undefined) {
      throw new SchemaRefusal(undefined, refused, refusalAdvice(refused, 'root'));
    }
    const additional = root.get('additionalProperties');
    if (root.has('patternProperties') || (isRecord(additional) && Object.keys(additional).length > 0)) {
      const keyword = root.has('patternProperties') ? 'patternProperties' : 'additionalProperties';
      const problem = 'it takes properties that it does not name, which a form cannot offer.';
      throw new SchemaRefusal(undefined, keyword, problem);
    }
    return { fields: readFields(root, rootSchema, refuseUndrawable, readArgument), isForArguments: true };
  });
}

function refuseUndrawable(property: KeywordReader): void {
  const keyword = property.keywords.find((name) => refusedPropertyKeywords.has(name));
  if (keyword !== undefined) {
    throw property.refusal(keyword, refusalAdvice(keyword, 'property'));
  }
}
