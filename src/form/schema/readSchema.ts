import { isRecord } from '#form/json.ts';
import type { Field, FormModel, TextField } from '#form/model.ts';
import { type JsonObject, KeywordReader } from './keywordReader.ts';
import { readField } from './readField.ts';
import {
  groupDigits,
  maxFields,
  maxNameLength,
  maxTotalOptions,
  maxTotalPatternLength,
  maxTotalUnicodeClasses,
  SchemaBudget,
} from './schemaLimits.ts';
import { type FormLimit, SchemaRefusal } from './schemaRefusal.ts';
import { keywordTreatment, refusalAdvice } from './supportedKeywords.ts';
import { type PropertyContext, refuseUnsupported, type UnwrappedProperty, unwrapProperty } from './unwrapProperty.ts';

/**
 * The form model of a schema, or the reason why the schema is refused. `property`: the property's name, `''` for the schema
 * itself. `keyword`: the refused keyword, or the keyword whose `limit` was exceeded. `message`: one line that names the property
 * and the problem.
 */
export type SchemaReading =
  | { readonly ok: true; readonly form: FormModel }
  | {
      readonly ok: false;
      readonly property: string;
      readonly keyword: string;
      readonly message: string;
      readonly limit?: FormLimit;
    };

/**
 * Reads the `requestedSchema` of a form elicitation, as received. Accepts any value and never throws.
 * Source: MCP specification, client/elicitation, "Requested Schema": a flat object with primitive properties.
 * Fields have the order of `properties` (JavaScript puts names that are array indexes first).
 */
export function readRequestedSchema(schema: unknown): SchemaReading {
  return readForm(() => {
    const [root, rootSchema] = readRoot(schema);
    const refused = root.keywords.find((keyword) => keywordTreatment(keyword, 'root') === 'refused');
    if (refused !== undefined) {
      throw new SchemaRefusal(undefined, refused, refusalAdvice(refused, 'root'));
    }
    const additional = root.get('additionalProperties');
    if (root.has('additionalProperties') && typeof additional !== 'boolean' && !isEmptyObject(additional)) {
      const problem = '"additionalProperties" is supported only as true or false; list plain properties.';
      throw new SchemaRefusal(undefined, 'additionalProperties', problem);
    }
    if (!isRecord(root.get('properties'))) {
      throw new SchemaRefusal(undefined, 'properties', '"properties" must be an object that lists the fields.');
    }
    return readProperties(root, rootSchema, refuseUnsupported);
  });
}

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
    if (root.has('patternProperties') || (isRecord(additional) && !isEmptyObject(additional))) {
      const keyword = root.has('patternProperties') ? 'patternProperties' : 'additionalProperties';
      const problem = 'it takes properties that it does not name, which a form cannot offer.';
      throw new SchemaRefusal(undefined, keyword, problem);
    }
    const { fields } = readProperties(root, rootSchema, (property) => {
      const refusedKeyword = property.keywords.find((keyword) => refusedPropertyKeywords.has(keyword));
      if (refusedKeyword !== undefined) {
        throw property.refusal(refusedKeyword, refusalAdvice(refusedKeyword, 'property'));
      }
    });
    return { fields: fields.map((field) => (hasFormat(field) ? { ...field, formatIsAnnotation: true } : field)) };
  });
}

function hasFormat(field: Field): field is TextField {
  return field.kind === 'text' && field.format !== undefined;
}

function isEmptyObject(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

function readForm(read: () => FormModel): SchemaReading {
  try {
    return { ok: true, form: read() };
  } catch (error) {
    if (error instanceof SchemaRefusal) {
      const { property, keyword, message, limit } = error;
      return { ok: false, property, keyword, message, ...(limit && { limit }) };
    }
    throw error;
  }
}

function readRoot(schema: unknown): [root: KeywordReader, rootSchema: JsonObject] {
  if (!isRecord(schema)) {
    throw new SchemaRefusal(undefined, 'type', 'it must be an object with "type": "object" and "properties".');
  }
  const root = KeywordReader.of(undefined, schema, new SchemaBudget());
  if (root.get('type') !== 'object') {
    throw new SchemaRefusal(undefined, 'type', '"type" must be "object".');
  }
  return [root, schema];
}

function readProperties(root: KeywordReader, rootSchema: JsonObject, refuse: PropertyContext['refuse']): FormModel {
  const properties = root.get('properties') ?? {};
  if (!isRecord(properties)) {
    throw new SchemaRefusal(undefined, 'properties', '"properties" must be an object.');
  }
  const required = readRequired(root, properties);
  const names = Object.keys(properties);
  if (names.length > maxFields) {
    const problem = `it has ${groupDigits(names.length)} properties, and at most ${groupDigits(maxFields)} can be shown.`;
    throw new SchemaRefusal(undefined, 'properties', problem, 'mostFields');
  }
  const longName = names.find((name) => name.length > maxNameLength);
  if (longName !== undefined) {
    throw new SchemaRefusal(
      longName,
      'properties',
      `its name is longer than ${groupDigits(maxNameLength)} characters.`,
      'nameLength',
    );
  }
  // The keywords of the root have a separate budget: see `readRoot`.
  const context: PropertyContext = { rootSchema, budget: new SchemaBudget(), refuse };
  const unwrapped = names.map((name) => {
    const property = properties[name];
    if (!isRecord(property)) {
      throw new SchemaRefusal(name, 'type', 'it must be an object with a "type".');
    }
    return unwrapProperty(name, property, context);
  });
  checkTotals(unwrapped);
  return { fields: unwrapped.map((property) => readField(property, required.has(property.keywords.propertyName))) };
}

/** Refuses a schema that exceeds a limit on all fields together, before any field is built. */
function checkTotals(properties: readonly UnwrappedProperty[]): void {
  const readers = properties.flatMap(({ keywords, items }) => (items ? [keywords, items] : [keywords]));
  const patterns = readers.map((reader) => reader.get('pattern')).filter((pattern) => typeof pattern === 'string');
  if (sum(patterns, ({ length }) => length) > maxTotalPatternLength) {
    const problem = `its patterns are longer than ${groupDigits(maxTotalPatternLength)} characters in all.`;
    throw new SchemaRefusal(undefined, 'pattern', problem, 'patternLength');
  }
  if (sum(patterns, (pattern) => pattern.split(/\\p\{/i).length - 1) > maxTotalUnicodeClasses) {
    const problem = `its patterns have more than ${maxTotalUnicodeClasses} Unicode classes (\\p{...}) in all.`;
    throw new SchemaRefusal(undefined, 'pattern', problem, 'patternClasses');
  }
  if (sum(readers, optionCount) > maxTotalOptions) {
    const problem = `its fields have more than ${groupDigits(maxTotalOptions)} options in all.`;
    throw new SchemaRefusal(undefined, 'enum', problem, 'mostOptions');
  }
}

function optionCount(schema: KeywordReader): number {
  const lists = ['enum', 'oneOf', 'anyOf'].map((keyword) => schema.get(keyword));
  return sum(lists, (list) => (Array.isArray(list) ? list.length : 0));
}

function sum<T>(items: readonly T[], amountOf: (item: T) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0);
}

function readRequired(root: KeywordReader, properties: JsonObject): ReadonlySet<string> {
  const required = root.get('required') ?? [];
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string')) {
    throw new SchemaRefusal(undefined, 'required', '"required" must be an array of property names.');
  }
  const missing = required.find((name: string) => !Object.hasOwn(properties, name));
  if (missing !== undefined) {
    throw new SchemaRefusal(missing, 'required', 'it is listed in "required" but not in "properties".');
  }
  return new Set(required);
}
