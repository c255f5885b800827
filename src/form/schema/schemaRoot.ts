import { isRecord } from '#form/json.ts';
import type { FormModel } from '#form/model.ts';
import { type JsonObject, KeywordReader } from './keywordReader.ts';
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
import type { UnwrappedProperty } from './unwrapProperty.ts';

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

/** Runs `read`. Returns the reason if it refuses the schema. */
export function readForm(read: () => FormModel): SchemaReading {
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

/** Reads the root of a schema of objects. Its keywords have a separate budget. */
export function readRoot(schema: unknown): [root: KeywordReader, rootSchema: JsonObject] {
  if (!isRecord(schema)) {
    throw new SchemaRefusal(undefined, 'type', 'it must be an object with "type": "object" and "properties".');
  }
  const root = KeywordReader.of(undefined, schema, new SchemaBudget());
  if (root.get('type') !== 'object') {
    throw new SchemaRefusal(undefined, 'type', '"type" must be "object".');
  }
  return [root, schema];
}

/** The schemas of the properties, within the limits on their number and names. */
export function readPropertySchemas(root: KeywordReader): JsonObject {
  const properties = root.get('properties') ?? {};
  if (!isRecord(properties)) {
    throw new SchemaRefusal(undefined, 'properties', '"properties" must be an object.');
  }
  const names = Object.keys(properties);
  if (names.length > maxFields) {
    const problem = `it has ${groupDigits(names.length)} properties, and at most ${groupDigits(maxFields)} can be shown.`;
    throw new SchemaRefusal(undefined, 'properties', problem, 'mostFields');
  }
  const longName = names.find((name) => name.length > maxNameLength);
  if (longName !== undefined) {
    const problem = `its name is longer than ${groupDigits(maxNameLength)} characters.`;
    throw new SchemaRefusal(longName, 'properties', problem, 'nameLength');
  }
  return properties;
}

/** The names of the required properties, without those that are not in `properties`. */
export function readRequired(root: KeywordReader): readonly string[] {
  const required = root.get('required') ?? [];
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string')) {
    throw new SchemaRefusal(undefined, 'required', '"required" must be an array of property names.');
  }
  return required;
}

/** Refuses a schema that exceeds a limit on all fields together, before any field is built. */
export function checkTotals(properties: readonly UnwrappedProperty[]): void {
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
