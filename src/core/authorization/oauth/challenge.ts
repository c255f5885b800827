import { scopeToken } from '#core/model/definition.ts';

/** What a server requires before it accepts a request. */
export interface Challenge {
  /** `signIn`: a token, or another token. `scopes`: the token is valid, but lacks scopes. */
  readonly demands: 'signIn' | 'scopes';
  /** The scopes that this request needs, as far as the server names them. */
  readonly scopes: readonly string[];
  /** The URL of the server's protected resource metadata. */
  readonly metadataUrl: URL | undefined;
  /** A challenge has the scheme `DPoP`. */
  readonly mentionsDpop: boolean;
}

/** The user could not judge a request for more. */
const maxScopes = 100;

/** UTF-16 code units. Scopes of large services are URLs. */
const maxScopeLength = 200;

/**
 * Reads the challenge in a response; `undefined` if there is none. Does not read the body. The challenges of the schemes
 * Bearer and DPoP count as one; of a parameter that several have, the first counts.
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

/** The well-formed scopes, up to `maxScopes`. */
export function usableScopes(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => scope.length <= maxScopeLength && scopeToken.test(scope)).slice(0, maxScopes);
}

/** The scopes in a text that separates them by spaces, each once. Source: RFC 6749 section 3.3. */
export function parseScopes(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(/\s+/).filter((scope) => scope !== ''))];
}

/** One challenge of a `WWW-Authenticate` field. */
interface AuthenticationChallenge {
  /** In lower case. */
  readonly scheme: string;
  /** By name in lower case. Of a repeated name, the first. */
  readonly params: ReadonlyMap<string, string>;
}

/** Characters of the field that are read. */
const maxFieldLength = 16_384;

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const separators = /[ \t,]*/y;
/** Accepts a URL without quotes, and parameters without a comma between them, as some servers send them. */
const parameter = new RegExp(`(${token})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\[\\s\\S])*)"|([^\\s,"]+))`, 'y');
const scheme = new RegExp(`(${token})(?:[ \\t]+|(?=,)|$)`, 'y');
const token68 = /[A-Za-z0-9._~+/-]+=*[ \t]*(?=,|$)/y;
/** Text up to the next comma outside quotes. Does not match after an open quote: the rest is part of that value. */
const unreadable = /(?:"(?:[^"\\]|\\[\s\S])*"|[^",])+/y;

/**
 * The challenges in the value of a `WWW-Authenticate` field, or of several fields joined by commas. Skips text that is no
 * challenge. Never throws. Runs in linear time.
 * Source: RFC 9110 sections 5.6 and 11.6.1.
 */
function parseChallenges(field: string): readonly AuthenticationChallenge[] {
  const text = field.slice(0, maxFieldLength);
  const challenges: { scheme: string; params: Map<string, string> }[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text) ?? undefined;
    at += match?.[0].length ?? 0;
    return match;
  };
  for (take(separators); at < text.length; take(separators)) {
    const last = challenges.at(-1);
    const [, name = '', quoted, plain = ''] = (last && take(parameter)) ?? [];
    if (last && name !== '') {
      const key = name.toLowerCase();
      last.params.set(key, last.params.get(key) ?? quoted?.replace(/\\([\s\S])/g, '$1') ?? plain);
      continue;
    }
    const [, begun] = take(scheme) ?? [];
    if (begun !== undefined) {
      challenges.push({ scheme: begun.toLowerCase(), params: new Map() });
      take(token68);
    } else if (!take(unreadable)) {
      break;
    }
  }
  return challenges;
}
