import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';

/** What a server demands before it takes a request. */
export interface Challenge {
  /** `signIn`: a token, or another one. `scopes`: the token is good, but not for this. */
  readonly demands: 'signIn' | 'scopes';
  /** The scopes that this request needs, where the server says them. */
  readonly scopes: readonly string[];
  /** Where the server describes itself as a protected resource. */
  readonly metadataUrl: URL | undefined;
  /** It speaks of tokens that are bound to a key. */
  readonly takesProof: boolean;
}

/** More would be no request that a person could judge. */
const mostScopes = 100;

/**
 * Reads the challenge in a response; `undefined` when there is none. The body stays as it is.
 * Source: MCP specification 2026-07-28, basic/authorization, "Error Handling".
 */
export function readChallenge(response: Response): Challenge | undefined {
  const { status } = response;
  if (status !== 401 && status !== 403) {
    return undefined;
  }
  const { scope, error, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  if (status === 403 && error !== 'insufficient_scope') {
    return undefined;
  }
  return {
    demands: status === 401 ? 'signIn' : 'scopes',
    scopes: scopesOf(scope).slice(0, mostScopes),
    metadataUrl: resourceMetadataUrl,
    takesProof: /(^|,)\s*DPoP(\s|,|$)/i.test(response.headers.get('www-authenticate') ?? ''),
  };
}

/** The scopes in a text with spaces between them, each once. Source: RFC 6749 section 3.3. */
export function scopesOf(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(/\s+/).filter((scope) => scope !== ''))];
}
