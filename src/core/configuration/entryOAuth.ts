import { t } from '@vscode/l10n';
import { type OAuthSettings, scopeToken } from '#core/model/definition.ts';
import { checkGrant, readGrant, readIdentityProvider, readSigningAlgorithm } from './entryOAuthGrant.ts';
import { metadataUrlFault, readOAuthTexts } from './oauthValues.ts';
import { fieldsOf, type ReportProblem, reportWrongType } from './valueReaders.ts';

const textKeys = [
  'issuer',
  'clientId',
  'clientSecret',
  'privateKey',
  'privateKeyFile',
  'assertion',
  'assertionFile',
  'clientMetadataUrl',
] as const;

/**
 * Reads the key `oauth` of an HTTP entry. `clientId` has the same meaning as in VS Code's `mcp.json`. Reports a wrong value,
 * and leaves it out. Unknown keys are ignored.
 */
export function readOAuth(
  fields: ReadonlyMap<string, unknown>,
  report: ReportProblem,
): OAuthSettings | false | undefined {
  const value = fields.get('oauth');
  if (value === undefined || value === false) {
    return value;
  }
  const settings = fieldsOf(value);
  if (!settings) {
    reportWrongType(
      report,
      'oauth',
      value,
      t('an object or false'),
      t('Write {"clientId": "..."}, or false never to sign in.'),
    );
    return undefined;
  }
  const texts = readOAuthTexts(settings, textKeys, 'oauth', report);
  const fault = texts.clientMetadataUrl === undefined ? undefined : metadataUrlFault(texts.clientMetadataUrl);
  if (fault) {
    report('oauth.clientMetadataUrl', fault, t('Write a URL such as "https://example.com/client.json".'));
  }
  const identityProvider = readIdentityProvider(settings.get('identityProvider'), report);
  const scopes = readScopes(settings.get('scopes'), report);
  const callbackPort = readPort(settings.get('callbackPort'), report);
  const signingAlgorithm = readSigningAlgorithm(settings.get('signingAlgorithm'), report);
  checkGrant(settings, report);
  const grant = readGrant(settings, report);
  return {
    ...(grant && { grant }),
    ...texts,
    ...(signingAlgorithm !== undefined && { signingAlgorithm }),
    ...(identityProvider && { identityProvider }),
    ...(scopes && { scopes }),
    ...(callbackPort !== undefined && { callbackPort }),
  };
}

/** Reads a list of scopes, or one text with spaces between the scopes, as other applications write it. */
function readScopes(value: unknown, report: ReportProblem): string[] | undefined {
  if (value === undefined) {
    return undefined;
  }
  const list: unknown = typeof value === 'string' ? value.match(/[^ ]+/g) : value;
  const isScope = (scope: unknown): scope is string => typeof scope === 'string' && scopeToken.test(scope);
  if (Array.isArray(list) && list.length > 0 && list.every(isScope)) {
    return [...new Set(list)];
  }
  const remedy = t('Write a list such as ["files:read", "profile"], or remove it.');
  report('oauth.scopes', t('oauth.scopes must be a list of scopes, without spaces in them.'), remedy);
  return undefined;
}

function readPort(value: unknown, report: ReportProblem): number | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1024 && value <= 65535) {
    return value;
  }
  report(
    'oauth.callbackPort',
    t('oauth.callbackPort must be a whole number from 1024 to 65535.'),
    t('Write the port of the registered redirect URI, without quotes.'),
  );
  return undefined;
}
