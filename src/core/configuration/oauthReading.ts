import { t } from '@vscode/l10n';
import { isOAuthEndpoint } from './oauthValues.ts';
import type { ReportProblem } from './valueReaders.ts';

/** Those of the keys that are there. `path` is where they stand. */
export function readOAuthTexts<Key extends string>(
  fields: ReadonlyMap<string, unknown>,
  keys: readonly Key[],
  path: string,
  report: ReportProblem,
): { [Name in Key]?: string } {
  const read: { [Name in Key]?: string } = {};
  for (const key of keys) {
    const text = fields.get(key);
    if (typeof text === 'string' && text.trim() !== '') {
      read[key] = text;
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
  return read;
}

/**
 * What keeps a URL from being the id of a client, or `undefined`.
 * Source: MCP specification 2025-11-25, basic/authorization, "Client ID Metadata Documents".
 */
export function metadataUrlFault(url: string): string | undefined {
  // Where a variable is still to be replaced, nothing can be said yet.
  if (url.includes('${')) {
    return undefined;
  }
  const isUsable = URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).pathname !== '/';
  return isUsable ? undefined : t('oauth.clientMetadataUrl must be an https:// URL with a path.');
}

/** What keeps a URL from being one that secrets are sent to, or `undefined`. */
export function endpointFault(url: string, key: string): string | undefined {
  // Where a variable is still to be replaced, nothing can be said yet.
  if (url.includes('${')) {
    return undefined;
  }
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  const isHere = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || isHere ? undefined : t('{0} must be an https:// URL.', key);
}
