import { scopeToken } from '#core/model/definition.ts';

/** The authorization that a server requires before it accepts a request. */
export interface AuthorizationChallenge {
  /** `signIn`: a token, or another token. `scopes`: the token is valid, but lacks scopes. */
  readonly demands: 'signIn' | 'scopes';
  /** The scopes that the request needs; empty if the server names none. */
  readonly scopes: readonly string[];
  /** The URL of the server's protected resource metadata. */
  readonly metadataUrl: URL | undefined;
  /** True if a challenge of the response has the scheme `DPoP`. */
  readonly mentionsDpop: boolean;
}

/** The number of scopes of a request: the user could not judge a longer list. */
const maxScopes = 100;

/** UTF-16 code units of a scope. Scopes of large services are URLs. */
const maxScopeLength = 200;

/**
 * Reads the challenge in the headers of a response; `undefined` if there is none. Combines the challenges of the schemes
 * Bearer and DPoP into one; if several have the same parameter, the first counts.
 * Source: MCP specification 2026-07-28, basic/authorization, "Error Handling"; RFC 6750 section 3; RFC 9449 section 7.1.
 */
export function readAuthorizationChallenge(response: Response): AuthorizationChallenge | undefined {
  const { status } = response;
  if (status !== 401 && status !== 403) {
    return undefined;
  }
  const challenges = parseChallenges(response.headers.get('www-authenticate') ?? '').filter(
    ({ scheme }) => scheme === 'bearer' || scheme === 'dpop',
  );
  const paramsNamed = (name: string) => challenges.flatMap(({ params }) => params.get(name) ?? []);
  if (status === 403 && !paramsNamed('error').includes('insufficient_scope')) {
    return undefined;
  }
  const metadataUrl = paramsNamed('resource_metadata').find((url) => URL.canParse(url));
  return {
    demands: status === 401 ? 'signIn' : 'scopes',
    scopes: usableScopes(parseScopes(paramsNamed('scope')[0])),
    metadataUrl: metadataUrl === undefined ? undefined : new URL(metadataUrl),
    mentionsDpop: challenges.some(({ scheme }) => scheme === 'dpop'),
  };
}

/** The well-formed scopes, up to `maxScopes`. */
export function usableScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => scope.length <= maxScopeLength && scopeToken.test(scope)).slice(0, maxScopes);
}

/** The scopes in a text, where spaces separate them, without duplicates. Source: RFC 6749 section 3.3. */
export function parseScopes(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(/\s+/).filter((scope) => scope !== ''))];
}

/** One challenge of a `WWW-Authenticate` field. */
interface AuthenticationChallenge {
  /** In lower case. */
  readonly scheme: string;
  /** The parameters by name in lower case. If a name is repeated, the first counts. */
  readonly params: ReadonlyMap<string, string>;
}

/** The number of characters of the field that are read. */
const maxFieldLength = 16_384;

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const separators = /[ \t,]*/y;
/** Accepts a URL without quotes, and parameters without a comma between them, as some servers send them. */
const parameter = new RegExp(`(${token})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\[\\s\\S])*)"|([^\\s,"]+))`, 'y');
const scheme = new RegExp(`(${token})(?:[ \\t]+|(?=,)|$)`, 'y');
const token68 = /[A-Za-z0-9._~+/-]+=*[ \t]*(?=,|$)/y;
/** Text up to the next comma outside quotes. Does not match an unclosed quote, whose value would be the rest of the field. */
const unreadable = /(?:"(?:[^"\\]|\\[\s\S])*"|[^",])+/y;

/**
 * Parses the value of a `WWW-Authenticate` field, or of several fields joined by commas. Skips text that is no
 * challenge. Never throws. Runs in linear time.
 * Source: RFC 9110 sections 5.6 and 11.6.1.
 */
function parseChallenges(field: string): readonly AuthenticationChallenge[] {
  const text = field.slice(0, maxFieldLength);
  const challenges: { scheme: string; params: Map<string, string> }[] = [];
  let position = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position;
    const match = pattern.exec(text) ?? undefined;
    position += match?.[0].length ?? 0;
    return match;
  };
  for (take(separators); position < text.length; take(separators)) {
    const last = challenges.at(-1);
    const [, name = '', quoted, plain = ''] = (last && take(parameter)) ?? [];
    if (last && name !== '') {
      const key = name.toLowerCase();
      last.params.set(key, last.params.get(key) ?? quoted?.replace(/\\([\s\S])/g, '$1') ?? plain);
      continue;
    }
    const [, schemeName] = take(scheme) ?? [];
    if (schemeName !== undefined) {
      challenges.push({ scheme: schemeName.toLowerCase(), params: new Map() });
      take(token68);
    } else if (!take(unreadable)) {
      break;
    }
  }
  return challenges;
}
