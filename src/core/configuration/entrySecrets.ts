/** Finds values in an entry that look like secrets, so that they can be masked in logs and kept out of settings files. */
import type { OAuthSettings } from '#core/model/definition.ts';
import { isOAuthSecret, mapOAuthTexts } from './oauthValues.ts';

/** A secret in an entry. */
export interface EntrySecret {
  /** The path inside the entry: `env.GITHUB_TOKEN`, `headers.Authorization`, `args[2]`, `url`, `oauth.clientSecret`. */
  readonly key: string;
  /** The name of the variable, header, option or parameter, such as `GITHUB_TOKEN`. Empty if there is none. */
  readonly name: string;
  readonly value: string;
}

/** The parts of an entry that can hold secrets. */
interface EntryParts {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | number | null>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly oauth?: OAuthSettings;
}

/** Shorter values are too common in ordinary text to be treated as secrets. */
const minSecretLength = 4;

const secretWords = new Set(['key', 'keys', 'tokens', 'secrets', 'passwords']);
const secretEndings =
  /(token|secret|password|passwd|passphrase|apikey|accesskey|secretkey|privatekey|authkey|credentials?|authorization|cookie|jwt|bearer)$/;
/** Words that mean a secret only at the end of a name: `GITHUB_PAT`, `BASIC_AUTH`. */
const finalSecretWords = new Set(['auth', 'pat', 'pwd']);
/** Last words of names for a property of a secret, such as its length. */
const secretProperties =
  /^(path|file|dir|directory|url|uri|endpoint|host|id|name|type|format|limit|count|length|size|max|ttl|timeout|expiry|expires|enabled|required|env|algorithm|budget|usage)$/;
const harmlessWords = new Set(['max', 'public']);

/** True for the name of a variable, header, option or parameter with a secret: `GITHUB_TOKEN`, `X-API-Key`, `apiKey`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const lastWord = words.at(-1);
  if (lastWord === undefined || secretProperties.test(lastWord) || words.some((word) => harmlessWords.has(word))) {
    return false;
  }
  return (
    words.some((word) => secretWords.has(word) || secretEndings.test(word)) ||
    (words.length > 1 && finalSecretWords.has(lastWord))
  );
}

/** The shapes of the secrets of well-known services, and of connection strings with a password. */
const secretShapes = [
  /^(gh[pousr]_|github_pat_|glpat-|xox[a-z]-|xapp-|ya29\.|SG\.|figd_|shpat_|dop_v1_)\S{8,}$/,
  /^(sk-|sk_live_|rk_live_|npm_|pypi-|hf_|lin_api_|ntn_)(?=\S*\d)\S{8,}$/,
  /^(AKIA|ASIA)[A-Z0-9]{12,}$/,
  /^AIza[\w-]{30,}$/,
  /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*$/,
  /^-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i,
];

/** True for a value that is a secret under any name: `ghp_...`, `sk-...`, `postgres://user:password@host`. */
export function isSecretValue(value: string): boolean {
  return secretShapes.some((shape) => shape.test(value));
}

/** True if a value with the name of a secret can be a secret. */
function isPlausible(value: string): boolean {
  const isFile = /^(~|\.{1,2}|[A-Za-z]:)?[\\/].*\.\w{1,6}$/.test(value);
  return value.length >= minSecretLength && !isFile && !/^(true|false|null|none)$/i.test(value);
}

/** Matches a value such as `Bearer abc`: the scheme with its space, and the secret. */
const schemeAndSecret = /^((?:bearer|basic|token|bot|apikey|api-key|key)\s+)(\S.*)$/is;

/** Matches the value of an `Authorization` header, which is a secret under any name. */
const authorizationValue = /^(bearer|basic)\s+\S{8,}$/i;

type Replace = (secret: EntrySecret) => string;

/**
 * Copies the parts of an entry and replaces each secret in them by the result of `replace`. Text around a secret stays:
 * `Bearer abc` becomes `Bearer ...`, `--token=abc` becomes `--token=...`.
 */
export function replaceSecrets(parts: EntryParts, replace: Replace): EntryParts {
  return {
    ...(parts.args && { args: replaceInArguments(parts.args, replace) }),
    ...(parts.env && {
      env: mapRecord(parts.env, (value, name) =>
        value === null ? null : replaceInNamed({ key: `env.${name}`, name, value: String(value) }, replace, value),
      ),
    }),
    ...(parts.headers && {
      headers: mapRecord(parts.headers, (value, name) =>
        replaceInNamed({ key: `headers.${name}`, name, value }, replace, value),
      ),
    }),
    ...(parts.url !== undefined && { url: replaceInUrl(parts.url, replace) }),
    ...(parts.oauth && { oauth: replaceInOAuth(parts.oauth, replace) }),
  };
}

/** The secrets in the parts of an entry. */
export function findSecrets(parts: EntryParts): EntrySecret[] {
  const secrets: EntrySecret[] = [];
  replaceSecrets(parts, (secret) => {
    secrets.push(secret);
    return secret.value;
  });
  return secrets;
}

/** Replaces the secret in a named value. Returns `otherwise` if the value contains no secret. */
function replaceInNamed<T>(secret: EntrySecret, replace: Replace, otherwise: T): string | T {
  const [, scheme = '', value = secret.value] = schemeAndSecret.exec(secret.value) ?? [];
  const isSecret =
    (isSecretName(secret.name) && isPlausible(value)) || isSecretValue(value) || authorizationValue.test(secret.value);
  return isSecret ? scheme + replace({ ...secret, value }) : otherwise;
}

/** Replaces `VALUE` in `--token VALUE`, `--token=VALUE`, `-e NAME=VALUE`, `--header "Name: VALUE"`, and secret values. */
function replaceInArguments(args: readonly string[], replace: Replace): string[] {
  return args.map((argument, index) => {
    const key = `args[${index}]`;
    const option = /^-{1,2}([^=\s]+)$/.exec(args[index - 1] ?? '')?.[1] ?? '';
    if (isSecretName(option) && !argument.startsWith('-')) {
      return replaceInNamed({ key, name: option, value: argument }, replace, argument);
    }
    const assigned = /^(-{0,2}([\p{L}\p{N}_.-]+)=)(.+)$/su.exec(argument);
    const header = /^(?:header|headers|H)$/.test(option) ? /^(([\w-]+):\s*)(.+)$/s.exec(argument) : null;
    const [, before = '', name = '', value = ''] = assigned ?? header ?? [];
    if (value !== '') {
      return before + replaceInNamed({ key, name, value }, replace, value);
    }
    return replaceInNamed({ key, name: '', value: argument }, replace, argument);
  });
}

/** Replaces the values of query parameters, which are passed to `replace` with their escapes. */
function replaceInUrl(url: string, replace: Replace): string {
  return url.replace(/([?&])([^=&#?]+)=([^&#]+)/g, (_all, before: string, name: string, value: string) => {
    return `${before}${name}=${replaceInNamed({ key: 'url', name, value }, replace, value)}`;
  });
}

function replaceInOAuth(oauth: OAuthSettings, replace: Replace): OAuthSettings {
  return mapOAuthTexts(oauth, (value, key) =>
    isOAuthSecret(key) ? replace({ key, name: key.slice(key.lastIndexOf('.') + 1), value }) : value,
  );
}

function mapRecord<T, U>(record: Readonly<Record<string, T>>, map: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
