import { isRecord } from '#form/json.ts';
import type { FormModel } from '#form/model.ts';
import type { JsonObject, KeywordReader } from './keywordReader.ts';
import { readField } from './readField.ts';
import { SchemaBudget } from './schemaLimits.ts';
import { SchemaRefusal } from './schemaRefusal.ts';
import {
  checkTotals,
  readForm,
  readPropertySchemas,
  readRequired,
  readRoot,
  type SchemaReading,
} from './schemaRoot.ts';
import { keywordTreatment, refusalAdvice } from './supportedKeywords.ts';
import { type PropertyContext, refuseUnsupported, unwrapProperty } from './unwrapProperty.ts';

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
    const isEmpty = isRecord(additional) && Object.keys(additional).length === 0;
    if (root.has('additionalProperties') && typeof additional !== 'boolean' && !isEmpty) {
      const problem = '"additionalProperties" is supported only as true or false; list plain properties.';
      throw new SchemaRefusal(undefined, 'additionalProperties', problem);
    }
    if (!isRecord(root.get('properties'))) {
      throw new SchemaRefusal(undefined, 'properties', '"properties" must be an object that lists the fields.');
    }
    return readProperties(root, rootSchema);
  });
}

function readProperties(root: KeywordReader, rootSchema: JsonObject): FormModel {
  const required = readRequired(root);
  const properties = readPropertySchemas(root);
  const missing = required.find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined) {
    throw new SchemaRefusal(missing, 'required', 'it is listed in "required" but not in "properties".');
  }
  // The keywords of the root have a separate budget: see `readRoot`.
  const context: PropertyContext = { rootSchema, budget: new SchemaBudget(), refuse: refuseUnsupported };
  const unwrapped = Object.entries(properties).map(([name, property]) => {
    if (!isRecord(property)) {
      throw new SchemaRefusal(name, 'type', 'it must be an object with a "type".');
    }
    return unwrapProperty(name, property, context);
  });
  checkTotals(unwrapped);
  const isRequired = new Set(required);
  return { fields: unwrapped.map((property) => readField(property, isRequired.has(property.keywords.propertyName))) };
}
