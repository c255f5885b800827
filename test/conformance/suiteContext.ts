import type { CallRequest } from '#core/model/call.ts';
import { isRecord } from '#form/json.ts';

/** The URL of the client metadata document that the suite expects. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';

/**
 * The value of the setting `mcpElicitation.servers`. Credentials that the suite provides are part of it.
 * @param context the value of MCP_CONFORMANCE_CONTEXT
 */
export function settingsFor(url: string, context: string | undefined): unknown {
  const suiteContext = readContext(context);
  const identityProvider = definedSettings({
    issuer: suiteContext['idp_issuer'],
    tokenEndpoint: suiteContext['idp_token_endpoint'],
    clientId: suiteContext['idp_client_id'],
    idToken: suiteContext['idp_id_token'],
  });
  const oauth = definedSettings({
    grant: suiteContext['name'] === 'auth/client-credentials-basic' ? 'client_credentials' : undefined,
    issuer: suiteContext['issuer'],
    clientId: suiteContext['client_id'],
    clientSecret: suiteContext['client_secret'],
    privateKey: suiteContext['private_key_pem'],
    signingAlgorithm: suiteContext['signing_algorithm'],
    assertion: suiteContext['valid_jwt'],
    identityProvider,
  });
  return { conformance: { type: 'http', url, oauth: oauth ?? { clientMetadataUrl } } };
}

/** The settings that are defined; `undefined` if none is. */
function definedSettings(settings: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** The tool calls of the suite's context. */
export function callsOfSuite(context: string | undefined): (CallRequest & { readonly kind: 'tool' })[] {
  const { toolCalls } = readContext(context);
  return (Array.isArray(toolCalls) ? toolCalls : []).flatMap((call) =>
    isRecord(call) && typeof call['name'] === 'string' && isRecord(call['arguments'])
      ? [{ kind: 'tool' as const, name: call['name'], arguments: call['arguments'] }]
      : [],
  );
}

function readContext(context: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(context ?? '{}');
  return isRecord(value) ? value : {};
}
