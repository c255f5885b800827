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
