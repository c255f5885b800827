import type { OfferedPrompt } from '../../core/servers/state.ts';
import { isRecord } from '../../form/json.ts';

/**
 * Whether a call can run as it is, or the person has to fill something in. Arguments that were given run at once when
 * nothing required is missing; whether they are right is for the server to say.
 */
export function mustAsk(
  schema: unknown,
  fields: number | undefined,
  given: Readonly<Record<string, unknown>> | undefined,
): boolean {
  if (given) {
    return requiredIn(schema).some((name) => !Object.hasOwn(given, name));
  }
  return fields !== 0;
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

function requiredIn(schema: unknown): string[] {
  const required = isRecord(schema) ? schema['required'] : undefined;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
