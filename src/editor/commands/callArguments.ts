import type { OfferedPrompt } from '#core/model/offerings.ts';
import { expandTemplate, type TemplateVariable } from '#core/model/uriTemplate.ts';
import { isRecord } from '#form/json.ts';

/**
 * Whether a call can run as it is, or the person has to fill something in. Arguments that were given run at once when
 * nothing required is missing; whether they are right is for the server to say. `warned`: nothing runs without
 * arguments before the person has seen what it is.
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
    // Not an assignment for each: an argument named `__proto__` is an argument.
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

/** The URI that a template and what was filled in make. Throws as `expandTemplate`. */
export function filledTemplate(uriTemplate: string, given: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return expandTemplate(uriTemplate, new Map(texts));
}

function requiredIn(schema: unknown): string[] {
  const required = isRecord(schema) ? schema['required'] : undefined;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
