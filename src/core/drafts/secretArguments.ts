import type { CallRequest } from '#core/model/call.ts';
import type { OfferedPrompt, Offerings } from '#core/model/offerings.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { JsonSecrets } from './jsonSecrets.ts';
import { secretsInUri } from './uriSecrets.ts';

/** What is called with arguments, of what a server offers. */
type Offered = Pick<Offerings, 'tools' | 'prompts'>;

/** The values in a call's arguments, or in the URI of a resource, that are secrets, by what is known of what is called. */
export function secretArgumentValues(request: CallRequest, { tools, prompts }: Offered): readonly unknown[] {
  if (request.kind === 'resource') {
    return secretsInUri(request);
  }
  const { kind, name } = request;
  const schema =
    kind === 'tool'
      ? tools.find((tool) => tool.name === name)?.inputSchema
      : schemaOf(prompts.find((prompt) => prompt.name === name));
  return secretArguments(schema, request.arguments);
}

function schemaOf(prompt: OfferedPrompt | undefined): unknown {
  return prompt && { properties: Object.fromEntries(prompt.arguments.map((argument) => [argument.name, argument])) };
}

/**
 * The values in a call's arguments that are secrets: by their names, by what the schema says of them, by their shapes; any
 * JSON. All values where the secrets cannot be told from the rest. `schema`: the tool's, as received, if it is known.
 */
function secretArguments(schema: unknown, args: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { text } = new JsonSecrets(schema ?? {}).redact(JSON.stringify(args));
  const found: unknown[] = [];
  collect(args, tryParseJson(text), found);
  return found;
}

/** `open` is `value` with an empty text in the place of each secret; `undefined` where all of it may be one. */
function collect(value: unknown, open: unknown, found: unknown[]): void {
  if (Array.isArray(value) && Array.isArray(open)) {
    for (const [index, item] of value.entries()) {
      collect(item, open[index], found);
    }
  } else if (isRecord(value) && isRecord(open)) {
    for (const [name, item] of Object.entries(value)) {
      collect(item, open[name], found);
    }
  } else if (value !== open) {
    found.push(value);
  }
}
