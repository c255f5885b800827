import { findSecrets } from '#core/configuration/entrySecrets.ts';
import type { CallRequest } from '#core/model/call.ts';
import { templateVariables } from '#core/model/uriTemplate.ts';
import { asksForSecret } from './schemaSecrets.ts';

/**
 * What stands in a URI under the name of a secret; and where its template asks for one, every part of it that the template
 * does not have: which of them is the secret, the URI does not say.
 */
export function secretsInUri({ uri, template }: Extract<CallRequest, { kind: 'resource' }>): string[] {
  const named = findSecrets({ url: uri }).map(({ value }) => value);
  const asks = template !== undefined && asksForAnySecret(template);
  const known = new Set(asks ? partsOf(template) : []);
  const filled = asks ? partsOf(uri).filter((one) => !known.has(one)) : [];
  return [...named, ...filled].flatMap((one) => [one, decoded(one)]);
}

/** One that cannot be read may ask for anything. */
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
