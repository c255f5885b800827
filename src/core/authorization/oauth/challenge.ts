import { parseChallenges } from './wwwAuthenticate.ts';

/** What a server demands before it takes a request. */
export interface Challenge {
  /** `signIn`: a token, or another one. `scopes`: the token is good, but not for this. */
  readonly demands: 'signIn' | 'scopes';
  /** The scopes that this request needs, where the server says them. */
  readonly scopes: readonly string[];
  /** Where the server describes itself as a protected resource. */
  readonly metadataUrl: URL | undefined;
  /** It speaks of tokens that are bound to a key. */
  readonly mentionsDpop: boolean;
}

/** More would be no request that a person could judge. */
const mostScopes = 100;

/** UTF-16 code units. Those of large services are URLs. */
const longestScope = 200;

/** Source: RFC 6749 section 3.3. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Reads the challenge in a response; `undefined` when there is none. The body stays as it is. Of several challenges those
 * that tokens answer count, as one; of what several say, the first.
 * Source: MCP specification 2026-07-28, basic/authorization, "Error Handling"; RFC 6750 section 3; RFC 9449 section 7.1.
 */
export function readChallenge(response: Response): Challenge | undefined {
  const { status } = response;
  if (status !== 401 && status !== 403) {
    return undefined;
  }
  const challenges = parseChallenges(response.headers.get('www-authenticate') ?? '').filter(
    ({ scheme }) => scheme === 'bearer' || scheme === 'dpop',
  );
  const all = (name: string) => challenges.flatMap(({ params }) => params.get(name) ?? []);
  if (status === 403 && !all('error').includes('insufficient_scope')) {
    return undefined;
  }
  const metadataUrl = all('resource_metadata').find((url) => URL.canParse(url));
  return {
    demands: status === 401 ? 'signIn' : 'scopes',
    scopes: usableScopes(parseScopes(all('scope')[0])),
    metadataUrl: metadataUrl === undefined ? undefined : new URL(metadataUrl),
    mentionsDpop: challenges.some(({ scheme }) => scheme === 'dpop'),
  };
}

/** The scopes of a server that can be asked for: the first of those that are well-formed. */
export function usableScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => scope.length <= longestScope && scopeToken.test(scope)).slice(0, mostScopes);
}

/** The scopes in a text with spaces between them, each once. Source: RFC 6749 section 3.3. */
export function parseScopes(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(/\s+/).filter((scope) => scope !== ''))];
}
