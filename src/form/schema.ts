import {
  inDigits,
  longestName,
  longestPatternsInAll,
  mostClassesInAll,
  mostFields,
  mostOptionsInAll,
} from './bounds.ts';
import { readField } from './fields.ts';
import { isRecord } from './json.ts';
import type { FormModel } from './model.ts';
import { type FormLimit, type JsonObject, Keywords, Refusal } from './refusal.ts';

/**
 * A schema as a form, or why it cannot be one. `property` is the property's name, `''` for the schema itself; `rule` the
 * keyword that was broken, or was too much where there is a `limit`; `message` one line that names the property and says
 * what would be right.
 */
export type SchemaReading =
  | { readonly ok: true; readonly form: FormModel }
  | {
      readonly ok: false;
      readonly property: string;
      readonly rule: string;
      readonly message: string;
      readonly limit?: FormLimit;
    };

/** What would make a form depend on itself, or ask for one of several forms. */
const ROOT_COMBINATORS = [
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  'anyOf',
  'allOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
];

/**
 * Reads the `requestedSchema` of a form elicitation, as received. Anything may be passed; nothing is thrown.
 * Source: MCP specification, client/elicitation, "Requested Schema": a flat object with primitive properties.
 * Fields come in the order of `properties` (JavaScript puts names that are array indexes first).
 */
export function readRequestedSchema(schema: unknown): SchemaReading {
  return reading(() => {
    const root = readRoot(schema);
    if (!isRecord(root.get('properties'))) {
      throw new Refusal(undefined, 'properties', '"properties" must be an object that lists the fields.');
    }
    return readProperties(root);
  });
}

/**
 * Reads the `inputSchema` of a tool, as received: the same subset, `properties` may be missing. A schema that takes
 * properties which it does not name cannot be a form.
 * Source: MCP specification, server/tools, "Tool".
 */
export function readArgumentsSchema(schema: unknown): SchemaReading {
  return reading(() => {
    const root = readRoot(schema);
    const additional = root.get('additionalProperties');
    if (root.has('patternProperties') || (isRecord(additional) && Object.keys(additional).length > 0)) {
      const rule = root.has('patternProperties') ? 'patternProperties' : 'additionalProperties';
      throw new Refusal(undefined, rule, 'it takes properties that it does not name, which a form cannot offer.');
    }
    return readProperties(root);
  });
}

function reading(read: () => FormModel): SchemaReading {
  try {
    return { ok: true, form: read() };
  } catch (error) {
    if (error instanceof Refusal) {
      const { property, rule, message, limit } = error;
      return { ok: false, property, rule, message, ...(limit && { limit }) };
    }
    throw error;
  }
}

function readRoot(schema: unknown): Keywords {
  if (!isRecord(schema)) {
    throw new Refusal(undefined, 'type', 'it must be an object with "type": "object" and "properties".');
  }
  const root = new Keywords('', schema);
  if (root.get('type') !== 'object') {
    throw new Refusal(undefined, 'type', '"type" must be "object".');
  }
  const combinator = ROOT_COMBINATORS.find((keyword) => root.has(keyword));
  if (combinator !== undefined) {
    throw new Refusal(undefined, combinator, `"${combinator}" is not supported; list plain properties.`);
  }
  return root;
}

function readProperties(root: Keywords): FormModel {
  const properties = root.get('properties') ?? {};
  if (!isRecord(properties)) {
    throw new Refusal(undefined, 'properties', '"properties" must be an object.');
  }
  const required = readRequired(root, properties);
  const names = Object.keys(properties);
  if (names.length > mostFields) {
    const rule = `it has ${inDigits(names.length)} properties, and at most ${inDigits(mostFields)} can be shown.`;
    throw new Refusal(undefined, 'properties', rule, 'mostFields');
  }
  const long = names.find((name) => name.length > longestName);
  if (long !== undefined) {
    throw new Refusal(long, 'properties', `its name is longer than ${inDigits(longestName)} characters.`, 'nameLength');
  }
  checkTotals(Object.values(properties).filter(isRecord));
  const fields = names.map((name) => readField(name, properties[name], required.has(name)));
  return { fields };
}

/** What is bearable in one field is not in five hundred. Looked at before anything is built of it. */
function checkTotals(properties: readonly JsonObject[]): void {
  const patterns = properties.map(({ pattern }) => pattern).filter((pattern) => typeof pattern === 'string');
  if (sum(patterns, ({ length }) => length) > longestPatternsInAll) {
    const rule = `its patterns are longer than ${inDigits(longestPatternsInAll)} characters in all.`;
    throw new Refusal(undefined, 'pattern', rule, 'patternLength');
  }
  if (sum(patterns, (pattern) => pattern.split(/\\p\{/i).length - 1) > mostClassesInAll) {
    const rule = `its patterns have more than ${mostClassesInAll} Unicode classes (\\p{...}) in all.`;
    throw new Refusal(undefined, 'pattern', rule, 'patternClasses');
  }
  if (sum(properties, optionsOf) > mostOptionsInAll) {
    const rule = `its fields have more than ${inDigits(mostOptionsInAll)} options in all.`;
    throw new Refusal(undefined, 'enum', rule, 'mostOptions');
  }
}

function optionsOf(property: JsonObject): number {
  const lists = isRecord(property['items']) ? [property, property['items']] : [property];
  return sum(lists, (list) =>
    sum([list['enum'], list['oneOf'], list['anyOf']], (of) => (Array.isArray(of) ? of.length : 0)),
  );
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function readRequired(root: Keywords, properties: JsonObject): ReadonlySet<string> {
  const required = root.get('required') ?? [];
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string')) {
    throw new Refusal(undefined, 'required', '"required" must be an array of property names.');
  }
  const missing = required.find((name: string) => !Object.hasOwn(properties, name));
  if (missing !== undefined) {
    throw new Refusal(missing, 'required', 'it is listed in "required" but not in "properties".');
  }
  return new Set(required);
}
