import { findSecrets } from '#core/configuration/entrySecrets.ts';
import { asksForSecret } from '#core/guard/sensitive/asksForSecret.ts';
import { type ArgumentSecrets, unknownSecrets } from '#core/model/argumentSecrets.ts';
import type { CallRequest } from '#core/model/call.ts';
import type { OfferedPrompt, Offerings } from '#core/model/offerings.ts';
import { templateVariables } from '#core/model/uriTemplate.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { JsonSecrets } from './jsonSecrets.ts';

/** The offerings of a server that are called with arguments. */
type ToolsAndPrompts = Pick<Offerings, 'tools' | 'prompts'>;
type Arguments = Readonly<Record<string, unknown>>;

/** What a server's offerings tell about the secrets in the arguments of a call. */
export function argumentSecretsOf(request: CallRequest, { tools, prompts }: ToolsAndPrompts): ArgumentSecrets {
  if (request.kind === 'resource') {
    return unknownSecrets;
  }
  const { kind, name } = request;
  const schema =
    kind === 'tool'
      ? tools.find((tool) => tool.name === name)?.inputSchema
      : schemaOf(prompts.find((prompt) => prompt.name === name));
  return { schema, masked: [] };
}

function schemaOf(prompt: OfferedPrompt | undefined): unknown {
  return (
    prompt && {
      type: 'object',
      properties: Object.fromEntries(prompt.arguments.map((argument) => [argument.name, argument])),
    }
  );
}

/**
 * The secret values in the arguments of a call, or in the URI of a resource. Without a schema, those that names and shapes tell; all
 * arguments if the secrets in them cannot be located.
 */
export function secretArgumentValues(request: CallRequest, secrets: ArgumentSecrets): readonly unknown[] {
  if (request.kind === 'resource') {
    return [...secretsInUri(request), ...(secrets.inUri ?? [])];
  }
  const { schema = {} } = secrets;
  return differences(request.arguments, withoutSecretArguments(request.arguments, { ...secrets, schema }));
}

/**
 * The arguments with an empty text in place of each secret: of each value whose name, description in the schema, or shape is that of a
 * secret, and of those that the form masked. `undefined` if the schema is not known, or the secrets cannot be located.
 */
export function withoutSecretArguments(args: Arguments, { schema, masked }: ArgumentSecrets): Arguments | undefined {
  if (schema === undefined) {
    return undefined;
  }
  const json = JSON.stringify(args);
  const { text } = new JsonSecrets(schema).redact(json);
  if (text === json && masked.length === 0) {
    return args;
  }
  const redacted = tryParseJson(text);
  return isRecord(redacted)
    ? Object.fromEntries(Object.entries(redacted).map(([name, value]) => [name, masked.includes(name) ? '' : value]))
    : undefined;
}

/** The values in `args` that `redacted` does not have; all of `args` if `redacted` is absent. */
export function differences(args: Arguments, redacted: Arguments | undefined): readonly unknown[] {
  const found: unknown[] = [];
  collectDifferences(args, redacted, found);
  return found;
}

/** Adds the values to `differences` that `redacted`, which has an empty text in place of each secret, does not have. */
function collectDifferences(value: unknown, redacted: unknown, differences: unknown[]): void {
  if (Array.isArray(value) && Array.isArray(redacted)) {
    for (const [index, item] of value.entries()) {
      collectDifferences(item, redacted[index], differences);
    }
  } else if (isRecord(value) && isRecord(redacted)) {
    for (const [name, item] of Object.entries(value)) {
      collectDifferences(item, redacted[name], differences);
    }
  } else if (value !== redacted) {
    differences.push(value);
  }
}

/**
 * The values in a URI whose names are those of secrets. If the URI template has a variable for a secret, also all parts of the
 * URI that are not in the template, because the URI does not show which of them is the secret.
 */
export function secretsInUri({ uri, template }: Extract<CallRequest, { kind: 'resource' }>): string[] {
  const byName = findSecrets({ url: uri }).map(({ value }) => value);
  const hasSecretVariable = template !== undefined && asksForAnySecret(template);
  const templateParts = new Set(hasSecretVariable ? partsOf(template) : []);
  const values = hasSecretVariable ? partsOf(uri).filter((part) => !templateParts.has(part)) : [];
  return [...byName, ...values].flatMap((value) => [value, decodePart(value)]);
}

/** True if a variable of the template asks for a secret, and for a template that cannot be read. */
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

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
