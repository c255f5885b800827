import type { Grant } from '#core/authorization/oauth/grant.ts';

/** A sign-in whose tokens can be given back, to an authorization server that is not there. */
export const unreachableGrant: Grant = {
  resource: 'http://127.0.0.1:9/mcp',
  issuer: 'http://127.0.0.1:9',
  tokens: { access_token: 'a', token_type: 'Bearer' },
  client: { client_id: 'c' },
  redirectUri: 'http://127.0.0.1/',
  scopes: [],
  revocation: { endpoint: 'http://127.0.0.1:9/revoke', methods: ['none'] },
};
