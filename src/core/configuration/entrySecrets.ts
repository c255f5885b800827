/** Finds what looks like a secret in an entry, so that it can be masked in logs and kept out of settings files. */
import type { OAuthSettings } from '#core/model/definition.ts';
import { isOAuthSecret, mapOAuthTexts } from './oauthValues.ts';

/** A secret in an entry. */
export interface EntrySecret {
  /** Path inside the entry: `env.GITHUB_TOKEN`, `headers.Authorization`, `args[2]`, `url`, `oauth.clientSecret`. */
  readonly key: string;
  /** The name of the variable, header, option or parameter: `GITHUB_TOKEN`, `Authorization`, `api-key`. Empty where it has no name. */
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
/** Words that name a secret only at the end: `GITHUB_PAT`, `BASIC_AUTH`. */
const finalSecretWords = new Set(['auth', 'pat', 'pwd']);
/** Last words of names that mean a property of a secret and not the secret. */
const aboutSecrets =
  /^(path|file|dir|directory|url|uri|endpoint|host|id|name|type|format|limit|count|length|size|max|ttl|timeout|expiry|expires|enabled|required|env|algorithm|budget|usage)$/;
const neverSecret = new Set(['max', 'public']);

/** Whether a name (of a variable, header, option or parameter) is that of a secret: `GITHUB_TOKEN`, `X-API-Key`, `apiKey`. */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const last = words.at(-1);
  if (last === undefined || aboutSecrets.test(last) || words.some((word) => neverSecret.has(word))) {
    return false;
  }
  return (
    words.some((word) => secretWords.has(word) || secretEndings.test(word)) ||
    (words.length > 1 && finalSecretWords.has(last))
  );
}

/** The secrets of well-known services, and connection strings with a password. */
const knownShapes = [
  /^(gh[pousr]_|github_pat_|glpat-|xox[a-z]-|xapp-|ya29\.|SG\.|figd_|shpat_|dop_v1_)\S{8,}$/,
  /^(sk-|sk_live_|rk_live_|npm_|pypi-|hf_|lin_api_|ntn_)(?=\S*\d)\S{8,}$/,
  /^(AKIA|ASIA)[A-Z0-9]{12,}$/,
  /^AIza[\w-]{30,}$/,
  /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*$/,
  /^-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i,
];

/** Whether a value is recognizable as a secret without its name: `ghp_...`, `sk-...`, `postgres://user:password@host`. */
export function isSecretValue(value: string): boolean {
  return knownShapes.some((shape) => shape.test(value));
}

/** Whether a value can be a secret, given that its name is that of one. */
function isPlausible(value: string): boolean {
  const isFile = /^(~|\.{1,2}|[A-Za-z]:)?[\\/].*\.\w{1,6}$/.test(value);
  return value.length >= minSecretLength && !isFile && !/^(true|false|null|none)$/i.test(value);
}

/** A value such as `Bearer abc`: the scheme with its space, and the secret. */
const credentials = /^((?:bearer|basic|token|bot|apikey|api-key|key)\s+)(\S.*)$/is;

/** The value of an `Authorization` header, under any name. */
const bearer = /^(bearer|basic)\s+\S{8,}$/i;

type Replace = (place: EntrySecret) => string;

/**
 * Copies the parts of an entry and replaces each secret in them by the result of `replace`. Replaces the secret only:
 * `Bearer abc` becomes `Bearer ...`, `--token=abc` becomes `--token=...`.
 */
export function replaceSecrets(holder: EntryParts, replace: Replace): EntryParts {
  return {
    ...(holder.args && { args: inArguments(holder.args, replace) }),
    ...(holder.env && {
      env: mapRecord(holder.env, (value, name) =>
        value === null ? null : inNamed({ key: `env.${name}`, name, value: String(value) }, replace, value),
      ),
    }),
    ...(holder.headers && {
      headers: mapRecord(holder.headers, (value, name) =>
        inNamed({ key: `headers.${name}`, name, value }, replace, value),
      ),
    }),
    ...(holder.url !== undefined && { url: inUrl(holder.url, replace) }),
    ...(holder.oauth && { oauth: inOAuth(holder.oauth, replace) }),
  };
}

/** The secrets in the parts of an entry. */
export function findSecrets(holder: EntryParts): EntrySecret[] {
  const places: EntrySecret[] = [];
  replaceSecrets(holder, (place) => {
    places.push(place);
    return place.value;
  });
  return places;
}

/** Replaces the secret in a named value. Returns `otherwise` when the value has none. */
function inNamed<T>(place: EntrySecret, replace: Replace, otherwise: T): string | T {
  const [, scheme = '', value = place.value] = credentials.exec(place.value) ?? [];
  const isSecret = (isSecretName(place.name) && isPlausible(value)) || isSecretValue(value) || bearer.test(place.value);
  return isSecret ? scheme + replace({ ...place, value }) : otherwise;
}

/** `--token VALUE`, `--token=VALUE`, `-e NAME=VALUE`, `--header "Name: VALUE"`, and values that look like secrets. */
function inArguments(args: readonly string[], replace: Replace): string[] {
  return args.map((argument, index) => {
    const key = `args[${index}]`;
    const option = /^-{1,2}([^=\s]+)$/.exec(args[index - 1] ?? '')?.[1] ?? '';
    if (isSecretName(option) && !argument.startsWith('-')) {
      return inNamed({ key, name: option, value: argument }, replace, argument);
    }
    const assigned = /^(-{0,2}([\p{L}\p{N}_.-]+)=)(.+)$/su.exec(argument);
    const header = /^(?:header|headers|H)$/.test(option) ? /^(([\w-]+):\s*)(.+)$/s.exec(argument) : null;
    const [, before = '', name = '', value = ''] = assigned ?? header ?? [];
    if (value !== '') {
      return before + inNamed({ key, name, value }, replace, value);
    }
    return inNamed({ key, name: '', value: argument }, replace, argument);
  });
}

/** Replaces the values of query parameters, as they are written, with their escapes. */
function inUrl(url: string, replace: Replace): string {
  return url.replace(/([?&])([^=&#?]+)=([^&#]+)/g, (_all, before: string, name: string, value: string) => {
    return `${before}${name}=${inNamed({ key: 'url', name, value }, replace, value)}`;
  });
}

function inOAuth(oauth: OAuthSettings, replace: Replace): OAuthSettings {
  return mapOAuthTexts(oauth, (value, key) =>
    isOAuthSecret(key) ? replace({ key, name: key.slice(key.lastIndexOf('.') + 1), value }) : value,
  );
}

function mapRecord<T, U>(record: Readonly<Record<string, T>>, map: (value: T, name: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
