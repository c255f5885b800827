import { isRecord } from '#form/json.ts';
import type { Field, FormModel } from '#form/model.ts';
import { BranchWalk } from './branchWalk.ts';
import type { JsonObject, KeywordReader } from './keywordReader.ts';
import { readArgument } from './readArgument.ts';
import { type ArgumentContext, readBox, restBox } from './readBox.ts';
import { branchesOf, namedProperties, own } from './schemaBranches.ts';
import { maxFields, SchemaBudget } from './schemaLimits.ts';
import { SchemaRefusal } from './schemaRefusal.ts';
import {
  checkTotals,
  readForm,
  readPropertySchemas,
  readRequired,
  readRoot,
  type SchemaReading,
} from './schemaRoot.ts';
import { refusalAdvice } from './supportedKeywords.ts';
import { type PropertyContext, type UnwrappedProperty, unwrapProperty } from './unwrapProperty.ts';

/** Keywords of the root that combine schemas, which may have properties of their own. */
const combiningKeywords: ReadonlySet<string> = new Set([
  ...[
    '$ref',
    '$dynamicRef',
    '$recursiveRef',
    'anyOf',
    'allOf',
    'oneOf',
    'not',
    'if',
    'then',
    'else',
    'dependentSchemas',
  ],
]);
/** Keywords of a property that no field can represent. `unwrapProperty` and `readField` refuse further uses of other keywords. */
const refusedPropertyKeywords: ReadonlySet<string> = new Set([
  '$dynamicRef',
  '$recursiveRef',
  'not',
  'if',
  'prefixItems',
]);

/** True if what has this schema of arguments can be called with some. */
export function takesArguments(schema: unknown): boolean {
  const reading = readArgumentsSchema(schema);
  return !reading.ok || reading.form.fields.length > 0;
}

/**
 * Reads the `inputSchema` of a tool, as received. Accepts more schemas than `readRequestedSchema`: a property that no field can
 * represent is a box for JSON. Keywords that the form does not enforce (`minProperties`, `contains`, combinations of the named
 * properties) are allowed, because the arguments are validated against the whole schema. Formats are annotations: see
 * `formatIsAnnotation`. Refuses a schema whose properties depend on what it combines.
 * Source: MCP specification, server/tools, "Tool"; basic, "JSON Schema Usage".
 */
export function readArgumentsSchema(schema: unknown): SchemaReading {
  return readForm(() => {
    const [root, rootSchema] = readRoot(schema);
    const properties = readPropertySchemas(root);
    const combined = root.keywords.find((keyword) => combiningKeywords.has(keyword));
    const walk = new BranchWalk(rootSchema);
    if (combined !== undefined && namesMore(rootSchema, properties, walk)) {
      throw new SchemaRefusal(undefined, combined, 'it names properties only in what it combines.');
    }
    if (!walk.isComplete) {
      throw new SchemaRefusal(undefined, combined ?? '', 'it combines too many schemas.');
    }
    return readProperties(root, rootSchema, properties, walk);
  });
}

/** True if a schema that the root combines has properties which the root does not name. */
function namesMore(rootSchema: JsonObject, properties: JsonObject, walk: BranchWalk): boolean {
  const parts = branchesOf([rootSchema, ...dependentSchemas(rootSchema)], walk);
  return [...namedProperties(parts).keys()].some((name) => !Object.hasOwn(properties, name));
}

function dependentSchemas(rootSchema: JsonObject): readonly unknown[] {
  const dependent = own(rootSchema, 'dependentSchemas');
  return [own(rootSchema, 'if'), ...(isRecord(dependent) ? Object.values(dependent) : [])];
}

function readProperties(
  root: KeywordReader,
  rootSchema: JsonObject,
  properties: JsonObject,
  walk: BranchWalk,
): FormModel {
  const required = new Set(readRequired(root));
  const unnamed = [...required].filter((name) => !Object.hasOwn(properties, name));
  const context: ArgumentContext = { rootSchema, budget: new SchemaBudget(), refuse: refuseUndrawable, walk };
  const readings = [
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      unwrapped: tryUnwrap(name, schema, context),
    })),
    ...unnamed.slice(0, maxFields).map((name) => ({ name, schema: {}, unwrapped: undefined })),
  ];
  checkTotals(readings.flatMap(({ unwrapped }) => unwrapped ?? []));
  const fields = readings.map(({ name, schema, unwrapped }): Field => {
    const isRequired = required.has(name);
    const field = unwrapped && unlessRefused(() => readArgument(unwrapped, isRequired, context));
    return field ?? readBox(name, schema, isRequired, context);
  });
  const additional = root.get('additionalProperties');
  const takesOthers = root.has('patternProperties') || (isRecord(additional) && Object.keys(additional).length > 0);
  return { fields: takesOthers ? [...fields, restBox(false)] : fields, isForArguments: true };
}

function tryUnwrap(name: string, schema: unknown, context: PropertyContext): UnwrappedProperty | undefined {
  return isRecord(schema) ? unlessRefused(() => unwrapProperty(name, schema, context)) : undefined;
}

/** The result of `read`; `undefined` if the property is refused. A box for it is then bounded by the budget of the schema. */
function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SchemaRefusal) {
      return undefined;
    }
    throw error;
  }
}

function refuseUndrawable(property: KeywordReader): void {
  const keyword = property.keywords.find((name) => refusedPropertyKeywords.has(name));
  if (keyword !== undefined) {
    throw property.refusal(keyword, refusalAdvice(keyword, 'property'));
  }
}
