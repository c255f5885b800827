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

/** One challenge of a `WWW-Authenticate` field. */
interface AuthenticationChallenge {
  /** In small letters. */
  readonly scheme: string;
  /** By their names in small letters. Of a name that comes twice, the first. */
  readonly params: ReadonlyMap<string, string>;
}

/** Characters of one response's field; what comes after them is not read. */
const longest = 16_384;

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const separators = /[ \t,]*/y;
/** Some servers leave the quotes of a URL out, and the comma after a value. */
const parameter = new RegExp(`(${token})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\[\\s\\S])*)"|([^\\s,"]+))`, 'y');
const scheme = new RegExp(`(${token})(?:[ \\t]+|(?=,)|$)`, 'y');
const token68 = /[A-Za-z0-9._~+/-]+=*[ \t]*(?=,|$)/y;
/** Up to the next comma that is not within quotes. Nothing where quotes are left open: what follows is a part of the value. */
const unreadable = /(?:"(?:[^"\\]|\\[\s\S])*"|[^",])+/y;

/**
 * The challenges in the value of a `WWW-Authenticate` field, or of several that were joined by commas. Never throws: what
 * is no challenge is left out. Takes time in proportion to the length.
 * Source: RFC 9110 sections 5.6 and 11.6.1.
 */
export function parseChallenges(field: string): readonly AuthenticationChallenge[] {
  const text = field.slice(0, longest);
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
