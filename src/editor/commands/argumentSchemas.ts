import type { OfferedPrompt } from '#core/model/offerings.ts';
import { expandTemplate, type TemplateVariable } from '#core/model/uriTemplate.ts';
import { isRecord } from '#form/json.ts';

/**
 * True if the user has to fill in arguments before the call runs. False for given arguments if none that is required is
 * missing; the server validates them. `warned`: a call without given arguments is always shown to the user first.
 */
export function mustAskForArguments(
  schema: unknown,
  fields: number | undefined,
  given: Readonly<Record<string, unknown>> | undefined,
  warned: boolean,
): boolean {
  if (given) {
    return requiredIn(schema).some((name) => !Object.hasOwn(given, name));
  }
  return fields !== 0 || warned;
}

/** A prompt's arguments as the schema of a form: flat, text only. Source: MCP specification, server/prompts. */
export function promptSchema(prompt: OfferedPrompt): unknown {
  return {
    type: 'object',
    // `Object.fromEntries` also creates an own property for an argument named `__proto__`; an assignment would not.
    properties: Object.fromEntries(
      prompt.arguments.map(({ name, title, description }) => [name, { type: 'string', title, description }]),
    ),
    required: prompt.arguments.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** The variables of a URI template as the schema of a form. */
export function templateSchema(variables: readonly TemplateVariable[]): unknown {
  return {
    type: 'object',
    properties: Object.fromEntries(variables.map(({ name }) => [name, { type: 'string' }])),
    required: variables.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** The URI that a template expands to with the filled-in values. Throws as `expandTemplate`. */
export function filledTemplate(uriTemplate: string, given: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return expandTemplate(uriTemplate, new Map(texts));
}

function requiredIn(schema: unknown): string[] {
  const required = isRecord(schema) ? schema['required'] : undefined;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
