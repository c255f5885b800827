import type { OfferedPrompt, OfferedTool } from '#core/model/offerings.ts';
import { isRecord } from '#form/json.ts';

/**
 * Sample arguments for a tool: the required ones, and those with a default.
 * @param known the tools of the server; an argument named `schema` gets the input schema of the first one
 */
export function sampleArguments(tool: OfferedTool, known: readonly OfferedTool[]): Record<string, unknown> {
  return sampleObject(tool.inputSchema, known[0]?.inputSchema);
}

export function samplePromptArguments(prompt: OfferedPrompt): Record<string, string> {
  return Object.fromEntries(prompt.arguments.filter(({ required }) => required).map(({ name }) => [name, 'sample']));
}

function sampleObject(schema: unknown, sampleSchema: unknown): Record<string, unknown> {
  const { properties, required } = isRecord(schema) ? schema : {};
  const names = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(isRecord(properties) ? properties : {})
      .filter(([name, property]) => names.includes(name) || (isRecord(property) && property['default'] !== undefined))
      .map(([name, property]) => [name, sample(name, property, sampleSchema)]),
  );
}

function sample(name: string, schema: unknown, sampleSchema: unknown): unknown {
  if (!isRecord(schema)) {
    return 'sample';
  }
  const known = [schema['default'], schema['const'], Array.isArray(schema['enum']) ? schema['enum'][0] : undefined];
  const value = known.find((candidate) => candidate !== undefined);
  if (value !== undefined) {
    return value;
  }
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return [];
    case 'object':
      return name === 'schema' ? sampleSchema : sampleObject(schema, sampleSchema);
    default:
      return 'sample';
  }
}
