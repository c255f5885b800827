import { type AuthorizationServerMetadata, type FetchLike, selectClientAuthMethod } from '@modelcontextprotocol/client';
import type { Grant } from './grant.ts';

/** The revocation endpoint of an authorization server, if it has one. Source: RFC 8414 section 2. */
export function revocationEndpointOf(metadata: AuthorizationServerMetadata | undefined): Grant['revocation'] {
  const endpoint: unknown = metadata && Reflect.get(metadata, 'revocation_endpoint');
  const supported: unknown = metadata && Reflect.get(metadata, 'revocation_endpoint_auth_methods_supported');
  const methods: unknown[] = Array.isArray(supported)
    ? supported
    : (metadata?.token_endpoint_auth_methods_supported ?? []);
  return typeof endpoint === 'string'
    ? { endpoint, methods: methods.filter((method) => typeof method === 'string') }
    : undefined;
}

/**
 * Revokes the tokens of a grant, the refresh token first. Returns true if all were revoked, or if the authorization server
 * has no revocation endpoint. Never rejects, because the user is signed out on this machine in any case.
 * Source: RFC 7009 section 2.1.
 */
export async function revokeTokens({ tokens, client, revocation }: Grant, fetchFn: FetchLike): Promise<boolean> {
  if (!tokens || !revocation) {
    return true;
  }
  const { access_token, refresh_token } = tokens;
  const hintsAndTokens = [
    ['refresh_token', refresh_token],
    ['access_token', access_token],
  ];
  const areRevoked: boolean[] = [];
  for (const [hint = '', token] of hintsAndTokens) {
    if (token !== undefined) {
      const body = new URLSearchParams({ token, token_type_hint: hint });
      areRevoked.push(await post(revocation, client, body, fetchFn));
    }
  }
  return !areRevoked.includes(false);
}

async function post(
  { endpoint, methods }: NonNullable<Grant['revocation']>,
  client: Grant['client'],
  body: URLSearchParams,
  fetchFn: FetchLike,
): Promise<boolean> {
  const { client_id, client_secret = '' } = client;
  const headers = new Headers({ 'Content-Type': 'application/x-www-form-urlencoded' });
  const method = selectClientAuthMethod(client, [...methods]);
  if (method === 'client_secret_basic') {
    // Source: RFC 6749 section 2.3.1.
    const credentials = [client_id, client_secret].map(encodeURIComponent).join(':');
    headers.set('Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  } else {
    body.set('client_id', client_id);
    if (method === 'client_secret_post') {
      body.set('client_secret', client_secret);
    }
  }
  try {
    return (await fetchFn(endpoint, { method: 'POST', headers, body })).ok;
  } catch {
    return false;
  }
}
