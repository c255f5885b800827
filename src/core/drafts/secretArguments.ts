import { findSecrets } from '#core/configuration/entrySecrets.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { OfferedPrompt, Offerings } from '#core/model/offerings.ts';
import { templateVariables } from '#core/model/uriTemplate.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { JsonSecrets } from './jsonSecrets.ts';
import { asksForSecret } from './schemaSecrets.ts';

/** The tools and prompts of a server, which are called with arguments. */
type Offered = Pick<Offerings, 'tools' | 'prompts'>;

/** The secret values in the arguments of a call, or in the URI of a resource. */
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
 * The secret values in arguments, as any JSON: by their names, by their descriptions in the schema, and by their shapes. All values if
 * the secrets cannot be located. `schema`: the raw schema of the tool or prompt, if it is known.
 */
function secretArguments(schema: unknown, args: Readonly<Record<string, unknown>>): readonly unknown[] {
  const { text } = new JsonSecrets(schema ?? {}).redact(JSON.stringify(args));
  const found: unknown[] = [];
  collect(args, tryParseJson(text), found);
  return found;
}

/** Collects the differences between `value` and `redacted`, which has an empty text in place of each secret, or is `undefined`. */
function collect(value: unknown, redacted: unknown, found: unknown[]): void {
  if (Array.isArray(value) && Array.isArray(redacted)) {
    for (const [index, item] of value.entries()) {
      collect(item, redacted[index], found);
    }
  } else if (isRecord(value) && isRecord(redacted)) {
    for (const [name, item] of Object.entries(value)) {
      collect(item, redacted[name], found);
    }
  } else if (value !== redacted) {
    found.push(value);
  }
}

/**
 * The values in a URI with the name of a secret. If its template asks for a secret, also all parts of the URI that are not in the
 * template, because the URI does not show which of them is the secret.
 */
export function secretsInUri({ uri, template }: Extract<CallRequest, { kind: 'resource' }>): string[] {
  const byName = findSecrets({ url: uri }).map(({ value }) => value);
  const asks = template !== undefined && asksForAnySecret(template);
  const known = new Set(asks ? partsOf(template) : []);
  const filled = asks ? partsOf(uri).filter((one) => !known.has(one)) : [];
  return [...byName, ...filled].flatMap((one) => [one, decoded(one)]);
}

/** True also for a template that cannot be read. */
function asksForAnySecret(template: string): boolean {
  try {
    return templateVariables(template).some(({ name }) => asksForSecret(name));
  } catch {
    return true;
  }
}

function partsOf(uri: string): string[] {
  return uri.split(/[:/?#[\]@!$&'()*+,;=]/).filter((one) => one !== '');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
