import {
  createPrivateKeyJwtAuth,
  type DpopSession,
  type FetchLike,
  fetchToken,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { OAuthSettings } from '#core/model/definition.ts';
import { issuerOf } from './authorizationServerDiscovery.ts';
import { offersOnlyClientCredentials } from './authorizationServerRequirements.ts';
import { readAssertion } from './jwtAssertion.ts';
import { scopesOrSuggested } from './scopes.ts';
import { readSigningKey, type SigningKey } from './signingKey.ts';

/** The way a token is requested. `authorization_code`: the user signs in; the others need no user. */
type GrantType = 'authorization_code' | 'client_credentials' | 'jwt-bearer';

interface NonInteractiveGrantRequest {
  /** The configured name. */
  readonly server: string;
  /** The URL of the MCP server. */
  readonly resource: string;
  readonly settings: OAuthSettings;
  readonly discovery: OAuthDiscoveryState;
  readonly scopes: readonly string[];
  readonly proofs: DpopSession | undefined;
  /** Called with every secret, so that logs mask it. */
  maskSecret(secret: string): void;
}

/**
 * The grant type of the settings. Without `grant` a client with a secret may be for sign-ins or for client credentials: it is
 * for client credentials if the authorization server supports no sign-in. Only one that the settings name may decide that: the
 * secret is sent without asking the user.
 */
export function grantTypeFor(settings: OAuthSettings, discovery: OAuthDiscoveryState | undefined): GrantType {
  const needsNoUser =
    settings.issuer !== undefined &&
    settings.clientSecret !== undefined &&
    offersOnlyClientCredentials(discovery?.authorizationServerMetadata);
  return settings.grant ?? (needsNoUser ? 'client_credentials' : 'authorization_code');
}

/**
 * Requests a token without a user. A refused request is not repeated in another way.
 * Source: MCP extensions oauth-client-credentials and enterprise-managed-authorization; RFC 6749 section 4.4; RFC 7523.
 */
export async function requestNonInteractiveTokens(
  grant: Exclude<GrantType, 'authorization_code'>,
  request: NonInteractiveGrantRequest,
  fetchFn: FetchLike,
): Promise<{ client: StoredOAuthClientInformation; tokens: StoredOAuthTokens }> {
  const { settings, discovery, proofs, maskSecret } = request;
  const { authorizationServerUrl, authorizationServerMetadata: metadata, resourceMetadata } = discovery;
  const key = await readSigningKey(settings);
  if (key) {
    maskSecret(key.pem);
  }
  const scope = scopesOrSuggested(request.scopes, discovery).join(' ') || undefined;
  const params = new URLSearchParams(
    grant === 'client_credentials'
      ? { grant_type: grant }
      : {
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: await readAssertion({ ...request, scope }, fetchFn),
        },
  );
  if (scope !== undefined) {
    params.set('scope', scope);
  }
  const { clientId, clientSecret } = settings;
  const client = {
    client_id: clientId ?? '',
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    issuer: issuerOf(discovery),
  };
  const provider = new NonInteractiveProvider(clientId === undefined ? undefined : client, key, params, proofs);
  const { refresh_token: _, ...tokens } = await fetchToken(provider, authorizationServerUrl, {
    ...(metadata && { metadata }),
    ...(resourceMetadata && { resource: resourceMetadata.resource }),
    fetchFn,
  });
  maskSecret(tokens.access_token);
  return { client, tokens: { ...tokens, scope: tokens.scope ?? scope } };
}

/** The provider for the SDK's `fetchToken`. The methods that only a sign-in needs throw. */
class NonInteractiveProvider implements OAuthClientProvider {
  readonly redirectUrl = undefined;
  readonly clientMetadata = { redirect_uris: [] };
  readonly addClientAuthentication: OAuthClientProvider['addClientAuthentication'];
  readonly #client: StoredOAuthClientInformation | undefined;
  readonly #params: URLSearchParams;
  readonly #proofs: DpopSession | undefined;

  constructor(
    client: StoredOAuthClientInformation | undefined,
    key: SigningKey | undefined,
    params: URLSearchParams,
    proofs: DpopSession | undefined,
  ) {
    this.#client = client;
    this.#params = params;
    this.#proofs = proofs;
    if (client && key) {
      const { client_id: id } = client;
      const { pem, algorithm } = key;
      this.addClientAuthentication = createPrivateKeyJwtAuth({
        issuer: id,
        subject: id,
        privateKey: pem,
        alg: algorithm,
      });
    }
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }

  prepareTokenRequest(): URLSearchParams {
    return this.#params;
  }

  dpop(): DpopSession | undefined {
    return this.#proofs;
  }

  tokens(): undefined {
    return undefined;
  }

  saveTokens(): void {
    throw signInOnlyError();
  }

  redirectToAuthorization(): void {
    throw signInOnlyError();
  }

  saveCodeVerifier(): void {
    throw signInOnlyError();
  }

  codeVerifier(): string {
    throw signInOnlyError();
  }
}

function signInOnlyError(): Error {
  return new Error('A grant without a user has no sign-in.');
}

const extensionIds = {
  client_credentials: 'io.modelcontextprotocol/oauth-client-credentials',
  'jwt-bearer': 'io.modelcontextprotocol/enterprise-managed-authorization',
} as const;

/**
 * The MCP extension of a grant without a user, as client capabilities declare it; `undefined` for a sign-in.
 * Source: MCP extensions oauth-client-credentials and enterprise-managed-authorization, "Declare support"; SEP-2133.
 */
export function extensionsForGrant({
  grant,
}: OAuthSettings): Readonly<Record<string, Record<string, never>>> | undefined {
  return grant && { [extensionIds[grant]]: {} };
}
