import { t } from '@vscode/l10n';
import { isUsualLoopback } from '#core/guard/url/networkScope.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import type { ReportProblem } from './valueReaders.ts';

/** Each text in the key `oauth` of an entry, with its path, such as `oauth.clientId` or `oauth.scopes[0]`. */
export function oauthTexts(settings: OAuthSettings): { key: string; text: string }[] {
  const texts: { key: string; text: string }[] = [];
  mapOAuthTexts(settings, (text, key) => {
    texts.push({ key, text });
    return text;
  });
  return texts;
}

/** Replaces each text in the settings by the result of `map`. `key` is the text's path. */
export function mapOAuthTexts(settings: OAuthSettings, map: (text: string, key: string) => string): OAuthSettings {
  return mapTexts(settings, 'oauth', map) as OAuthSettings;
}

/** True for the path of a text that must never reach a log. */
export function isOAuthSecret(key: string): boolean {
  return /\.(clientSecret|privateKey|assertion|idToken)$/.test(key);
}

/** True for the path of a text that names a file. */
export function isOAuthFile(key: string): boolean {
  return /\.(privateKeyFile|assertionFile|idTokenFile)$/.test(key);
}

/** True for the path of a text that is a URL to which secrets are sent. */
export function isOAuthEndpoint(key: string): boolean {
  return /\.(issuer|tokenEndpoint)$/.test(key);
}

function mapTexts(value: unknown, key: string, map: (text: string, key: string) => string): unknown {
  if (typeof value === 'string') {
    return map(value, key);
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => mapTexts(item, `${key}[${index}]`, map));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, mapTexts(item, `${key}.${name}`, map)]),
    );
  }
  return value;
}

/**
 * Reads the texts of those `keys` that are present. Reports each invalid value under `path`. Leaves out empty texts and other
 * types, but not an endpoint to which secrets cannot be sent.
 */
export function readOAuthTexts<Key extends string>(
  fields: ReadonlyMap<string, unknown>,
  keys: readonly Key[],
  path: string,
  report: ReportProblem,
): { [Name in Key]?: string } {
  const texts: { [Name in Key]?: string } = {};
  for (const key of keys) {
    const text = fields.get(key);
    if (typeof text === 'string' && text.trim() !== '') {
      texts[key] = text;
      const fault = isOAuthEndpoint(`${path}.${key}`) ? endpointFault(text, `${path}.${key}`) : undefined;
      if (fault) {
        report(`${path}.${key}`, fault, t('Write a URL such as "https://login.example.com".'));
      }
    } else if (text !== undefined) {
      report(
        `${path}.${key}`,
        t('{0}.{1} must be text that is not empty.', path, key),
        t('Write it in quotes, or remove it.'),
      );
    }
  }
  return texts;
}

/**
 * Why a URL cannot be the id of a client; `undefined` for a usable URL.
 * Source: MCP specification 2025-11-25, basic/authorization, "Client ID Metadata Documents".
 */
export function metadataUrlFault(url: string): string | undefined {
  // A URL with variables can be checked only after these are replaced.
  if (url.includes('${')) {
    return undefined;
  }
  const isUsable = URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).pathname !== '/';
  return isUsable ? undefined : t('oauth.clientMetadataUrl must be an https:// URL with a path.');
}

/** Why secrets cannot be sent to a URL; `undefined` for a usable URL. */
export function endpointFault(url: string, key: string): string | undefined {
  // A URL with variables can be checked only after these are replaced.
  if (url.includes('${')) {
    return undefined;
  }
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  const isOnThisMachine = protocol === 'http:' && isUsualLoopback(hostname);
  return protocol === 'https:' || isOnThisMachine ? undefined : t('{0} must be an https:// URL.', key);
}
