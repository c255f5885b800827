/** What looks like a secret in an entry, so that it can be kept out of logs and out of settings files. */
import type { OAuthSettings } from '#core/model/definition.ts';
import { isOAuthSecret, mapOAuthTexts } from './oauthValues.ts';

/** Where a secret stands. */
export interface EntrySecret {
  /** Path inside the entry: `env.GITHUB_TOKEN`, `headers.Authorization`, `args[2]`, `url`, `oauth.clientSecret`. */
  readonly key: string;
  /** What it is called there: `GITHUB_TOKEN`, `Authorization`, `api-key`. Empty where it has no name. */
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
const shortestSecret = 4;

const secretWords = new Set(['key', 'keys', 'tokens', 'secrets', 'passwords']);
const secretEndings =
  /(token|secret|password|passwd|passphrase|apikey|accesskey|secretkey|privatekey|authkey|credentials?|authorization|cookie|jwt|bearer)$/;
/** Words that name a secret only at the end: `GITHUB_PAT`, `BASIC_AUTH`. */
const finalSecretWords = new Set(['auth', 'pat', 'pwd']);
/** As the last word these say that something about a secret is meant, not the secret. */
const aboutSecrets =
  /^(path|file|dir|directory|url|uri|endpoint|host|id|name|type|format|limit|count|length|size|max|ttl|timeout|expiry|expires|enabled|required|env|algorithm|budget|usage)$/;
const neverSecret = new Set(['max', 'public']);

/** Whether a name (of a variable, header, option or parameter) promises a secret: `GITHUB_TOKEN`, `X-API-Key`, `apiKey`. */
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

/** Shapes that well-known services give their secrets, and connection strings with a password. */
const knownShapes = [
  /^(gh[pousr]_|github_pat_|glpat-|xox[a-z]-|xapp-|ya29\.|SG\.|figd_|shpat_|dop_v1_)\S{8,}$/,
  /^(sk-|sk_live_|rk_live_|npm_|pypi-|hf_|lin_api_|ntn_)(?=\S*\d)\S{8,}$/,
  /^(AKIA|ASIA)[A-Z0-9]{12,}$/,
  /^AIza[\w-]{30,}$/,
  /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*$/,
  /^-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^[a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:[^/\s@]+@/i,
];

/** Whether a value is a secret by its looks alone: `ghp_...`, `sk-...`, `postgres://user:password@host`. */
export function isSecretValue(value: string): boolean {
  return knownShapes.some((shape) => shape.test(value));
}

/** Whether a value can be a secret at all, where its name promises one. */
function isPlausible(value: string): boolean {
  const isFile = /^(~|\.{1,2}|[A-Za-z]:)?[\\/].*\.\w{1,6}$/.test(value);
  return value.length >= shortestSecret && !isFile && !/^(true|false|null|none)$/i.test(value);
}

/** `Bearer abc` and its like: the scheme with its space, and the secret. */
const credentials = /^((?:bearer|basic|token|bot|apikey|api-key|key)\s+)(\S.*)$/is;

/** An `Authorization` header's value under whatever name. */
const bearer = /^(bearer|basic)\s+\S{8,}$/i;

type Replace = (place: EntrySecret) => string;

/**
 * Copies the parts of an entry, with every secret in them replaced by what `replace` returns for it. Replaced is the
 * secret alone: `Bearer abc` stays `Bearer ...`, `--token=abc` stays `--token=...`.
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

/** A value under a name. `otherwise` is what is returned when there is no secret in it. */
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

/** The values of query parameters. They are taken as they are written, escapes included. */
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
