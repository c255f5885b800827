import type { OfferedPrompt } from '#core/model/offerings.ts';
import { expandTemplate, type TemplateVariable } from '#core/model/uriTemplate.ts';
import { isRecord } from '#form/json.ts';

/**
 * True if the user has to fill in arguments before the call runs. False if `knownArguments` contains all required ones; the server
 * validates them. `fields`: the number of fields of the form, `undefined` if the schema is no form. `alwaysShow`: the user sees the call
 * before it runs in any case.
 */
export function mustAskForArguments(
  schema: unknown,
  fields: number | undefined,
  knownArguments: Readonly<Record<string, unknown>> | undefined,
  alwaysShow: boolean,
): boolean {
  if (knownArguments && !alwaysShow) {
    return requiredNames(schema).some((name) => !Object.hasOwn(knownArguments, name));
  }
  return fields !== 0 || alwaysShow;
}

/** The arguments of a prompt as the schema of a form with text fields only. Source: MCP specification, server/prompts. */
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

/** The URI that a template expands to with these values. Throws as `expandTemplate` does. */
export function fillTemplate(uriTemplate: string, values: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return expandTemplate(uriTemplate, new Map(texts));
}

function requiredNames(schema: unknown): string[] {
  const required = isRecord(schema) ? schema['required'] : undefined;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
