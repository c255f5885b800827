import { isRecord } from '#form/json.ts';
import { readField } from './readField.ts';
import { SchemaRefusal } from './schemaRefusal.ts';
import { readFields, readForm, readRoot, type SchemaReading } from './schemaRoot.ts';
import { keywordTreatment, refusalAdvice } from './supportedKeywords.ts';
import { refuseUnsupported } from './unwrapProperty.ts';

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
    return { fields: readFields(root, rootSchema, refuseUnsupported, readField) };
  });
}
