import type { CallRequest } from '#core/model/call.ts';
import { isRecord } from '#form/json.ts';

/** Any URL that serves a client metadata document; the suite expects this very one where it looks at it. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';

/**
 * The setting `mcpElicitation.servers`, the same for every scenario. What the suite hands out, as an administrator would,
 * becomes part of it under the name that it has there.
 * @param context MCP_CONFORMANCE_CONTEXT
 */
export function settingsFor(url: string, context: string | undefined): unknown {
  const given = read(context);
  const identityProvider = written({
    issuer: given['idp_issuer'],
    tokenEndpoint: given['idp_token_endpoint'],
    clientId: given['idp_client_id'],
    idToken: given['idp_id_token'],
  });
  const oauth = written({
    issuer: given['issuer'],
    clientId: given['client_id'],
    clientSecret: given['client_secret'],
    privateKey: given['private_key_pem'],
    signingAlgorithm: given['signing_algorithm'],
    assertion: given['valid_jwt'],
    identityProvider,
  });
  return { conformance: { type: 'http', url, oauth: oauth ?? { clientMetadataUrl } } };
}

/** What was handed out of it; nothing where nothing was. */
function written(settings: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** The calls that the suite hands out, as a person would be told to make them. */
export function givenCalls(context: string | undefined): (CallRequest & { readonly kind: 'tool' })[] {
  const { toolCalls } = read(context);
  return (Array.isArray(toolCalls) ? toolCalls : []).flatMap((call) =>
    isRecord(call) && typeof call['name'] === 'string' && isRecord(call['arguments'])
      ? [{ kind: 'tool' as const, name: call['name'], arguments: call['arguments'] }]
      : [],
  );
}

function read(context: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(context ?? '{}');
  return isRecord(value) ? value : {};
}
