import type { OAuthSettings } from '#core/model/definition.ts';

/** Every text in the key `oauth` of an entry, with its path: `oauth.clientId`, `oauth.scopes[0]`. */
export function oauthTexts(settings: OAuthSettings): { key: string; text: string }[] {
  const found: { key: string; text: string }[] = [];
  mapOAuthTexts(settings, (text, key) => {
    found.push({ key, text });
    return text;
  });
  return found;
}

/** The settings with each text replaced. `key` is its path. */
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

/** True for the path of a text that is a URL where something is sent. */
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
