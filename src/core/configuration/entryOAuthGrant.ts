import { t } from '@vscode/l10n';
import {
  type IdentityProviderSettings,
  type OAuthSettings,
  type SigningAlgorithm,
  signingAlgorithms,
} from '#core/model/definition.ts';
import { readOAuthTexts } from './oauthValues.ts';
import { fieldsOf, type ReportProblem, reportWrongType } from './valueReaders.ts';

type Fields = ReadonlyMap<string, unknown>;

const clientCredentialKeys = ['clientSecret', 'privateKey', 'privateKeyFile'];
const assertionKeys = ['assertion', 'assertionFile', 'identityProvider'];

/** Reads the key `grant`, otherwise derives the grant from the other keys; `undefined` for a sign-in of the user. */
export function readGrant(settings: Fields, report: ReportProblem): OAuthSettings['grant'] {
  const value = settings.get('grant');
  if (value === 'client_credentials' || value === 'jwt-bearer') {
    return value;
  }
  if (value !== undefined && value !== 'authorization_code') {
    report(
      'oauth.grant',
      t('oauth.grant must be "client_credentials" or "jwt-bearer".'),
      t('Correct it, or remove it to sign in.'),
    );
  }
  if (value !== undefined) {
    return undefined;
  }
  if (assertionKeys.some((key) => settings.has(key))) {
    return 'jwt-bearer';
  }
  return settings.has('privateKey') || settings.has('privateKeyFile') ? 'client_credentials' : undefined;
}

/** Reports keys that contradict each other, or lack another key: at most one problem. */
export function checkGrant(settings: Fields, report: ReportProblem): void {
  const grant = readGrant(settings, () => undefined);
  const presentKeys = (names: readonly string[]) => names.filter((key) => settings.has(key));
  const reportKey = (key: string, message: string, remedy: string) => report(`oauth.${key}`, message, remedy);
  const [key, otherKey] = presentKeys(clientCredentialKeys);
  const [assertion, otherAssertion] = presentKeys(assertionKeys);
  const [signInKey] = presentKeys(['callbackPort', 'clientMetadataUrl']);
  if (otherKey !== undefined) {
    reportKey(otherKey, t('{0} and {1} cannot be used together.', key ?? '', otherKey), t('Keep one of them.'));
  } else if (otherAssertion !== undefined) {
    reportKey(
      otherAssertion,
      t('{0} and {1} cannot be used together.', assertion ?? '', otherAssertion),
      t('Keep one of them.'),
    );
  } else if (assertion !== undefined && grant !== 'jwt-bearer') {
    reportKey(
      assertion,
      t('{0} needs the grant "jwt-bearer".', assertion),
      t('Remove grant, or write "grant": "jwt-bearer".'),
    );
  } else if (key !== undefined && key !== 'clientSecret' && grant === undefined) {
    reportKey(
      key,
      t('{0} cannot be used for signing in.', key),
      t('Remove grant, or write "grant": "client_credentials".'),
    );
  } else if (key !== undefined && !settings.has('clientId')) {
    reportKey(key, t('{0} needs a clientId.', key), t('Add clientId, or remove {0}.', key));
  } else if (settings.has('signingAlgorithm') && (key === undefined || key === 'clientSecret')) {
    reportKey('signingAlgorithm', t('signingAlgorithm needs a privateKey.'), t('Add privateKey or privateKeyFile.'));
  } else if (grant === 'client_credentials' && key === undefined) {
    reportKey(
      'grant',
      t('The grant "client_credentials" needs a client.'),
      t('Add clientId, and clientSecret or privateKey.'),
    );
  } else if (grant === 'jwt-bearer' && assertion === undefined) {
    reportKey(
      'grant',
      t('The grant "jwt-bearer" needs an assertion.'),
      t('Add one of these: {0}.', assertionKeys.join(', ')),
    );
  } else if (assertion === 'identityProvider' && !settings.has('clientId')) {
    reportKey(
      'clientId',
      t('{0} needs a clientId.', 'identityProvider'),
      t('Add the id of the client that the server knows.'),
    );
  } else if (grant !== undefined && signInKey !== undefined) {
    reportKey(
      signInKey,
      t('{0} is only for signing in, and this entry gets its tokens without a user.', signInKey),
      t('Remove {0}.', signInKey),
    );
  }
}

export function readSigningAlgorithm(value: unknown, report: ReportProblem): SigningAlgorithm | undefined {
  const signingAlgorithm = signingAlgorithms.find((algorithm) => algorithm === value);
  if (value === undefined || signingAlgorithm !== undefined) {
    return signingAlgorithm;
  }
  const remedy = t('Use one of {0}, or remove it.', signingAlgorithms.join(', '));
  report('oauth.signingAlgorithm', t('oauth.signingAlgorithm is not one that can be used.'), remedy);
  return undefined;
}

export function readIdentityProvider(value: unknown, report: ReportProblem): IdentityProviderSettings | undefined {
  if (value === undefined) {
    return undefined;
  }
  const path = 'oauth.identityProvider';
  const fields = fieldsOf(value);
  if (!fields) {
    reportWrongType(
      report,
      path,
      value,
      t('an object'),
      t('Write {0}.', '{"issuer": "...", "clientId": "...", "idToken": "..."}'),
    );
    return undefined;
  }
  const names = ['issuer', 'tokenEndpoint', 'clientId', 'clientSecret', 'idToken', 'idTokenFile'] as const;
  const { clientId = '', ...texts } = readOAuthTexts(fields, names, path, report);
  if (!fields.has('clientId')) {
    report(
      `${path}.clientId`,
      t('{0} needs a clientId.', path),
      t('Add the id of the client that the identity provider knows.'),
    );
  } else if (!fields.has('issuer') && !fields.has('tokenEndpoint')) {
    report(`${path}.issuer`, t('{0} has neither issuer nor tokenEndpoint.', path), t('Add issuer, or tokenEndpoint.'));
  } else if (fields.has('idToken') === fields.has('idTokenFile')) {
    report(`${path}.idToken`, t('{0} needs either idToken or idTokenFile.', path), t('Keep one of them.'));
  }
  return { ...texts, clientId };
}
