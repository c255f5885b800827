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

const keys = ['clientSecret', 'privateKey', 'privateKeyFile'];
const assertions = ['assertion', 'assertionFile', 'identityProvider'];

/** The grant that is named, else the one that the other keys imply; `undefined` for a sign-in of the user. */
export function readGrant(settings: Fields, report: ReportProblem): OAuthSettings['grant'] {
  const written = settings.get('grant');
  if (written === 'client_credentials' || written === 'jwt-bearer') {
    return written;
  }
  if (written !== undefined && written !== 'authorization_code') {
    report(
      'oauth.grant',
      t('oauth.grant must be "client_credentials" or "jwt-bearer".'),
      t('Correct it, or remove it to sign in.'),
    );
  }
  if (written !== undefined) {
    return undefined;
  }
  if (assertions.some((key) => settings.has(key))) {
    return 'jwt-bearer';
  }
  return settings.has('privateKey') || settings.has('privateKeyFile') ? 'client_credentials' : undefined;
}

/** Reports keys that contradict each other, or lack another key: at most one problem. */
export function checkGrant(settings: Fields, report: ReportProblem): void {
  const grant = readGrant(settings, () => undefined);
  const given = (names: readonly string[]) => names.filter((key) => settings.has(key));
  const wrong = (key: string, message: string, remedy: string) => report(`oauth.${key}`, message, remedy);
  const [key, otherKey] = given(keys);
  const [assertion, otherAssertion] = given(assertions);
  const [interactive] = given(['callbackPort', 'clientMetadataUrl']);
  if (otherKey !== undefined) {
    wrong(otherKey, t('A client has either {0} or {1}.', key ?? '', otherKey), t('Keep one of them.'));
  } else if (otherAssertion !== undefined) {
    wrong(otherAssertion, t('There is either {0} or {1}.', assertion ?? '', otherAssertion), t('Keep one of them.'));
  } else if (assertion !== undefined && grant !== 'jwt-bearer') {
    wrong(
      assertion,
      t('{0} belongs to the grant "jwt-bearer".', assertion),
      t('Remove grant, or write "grant": "jwt-bearer".'),
    );
  } else if (key !== undefined && key !== 'clientSecret' && grant === undefined) {
    wrong(key, t('{0} is of no use for signing in.', key), t('Remove grant, or write "grant": "client_credentials".'));
  } else if (key !== undefined && !settings.has('clientId')) {
    wrong(key, t('A {0} belongs to a clientId.', key), t('Add clientId, or remove {0}.', key));
  } else if (settings.has('signingAlgorithm') && (key === undefined || key === 'clientSecret')) {
    wrong('signingAlgorithm', t('A signingAlgorithm belongs to a privateKey.'), t('Add privateKey or privateKeyFile.'));
  } else if (grant === 'client_credentials' && key === undefined) {
    wrong(
      'grant',
      t('The grant "client_credentials" needs a client.'),
      t('Add clientId, and clientSecret or privateKey.'),
    );
  } else if (grant === 'jwt-bearer' && assertion === undefined) {
    wrong('grant', t('The grant "jwt-bearer" needs an assertion.'), t('Add one of these: {0}.', assertions.join(', ')));
  } else if (assertion === 'identityProvider' && !settings.has('clientId')) {
    wrong('clientId', t('An identityProvider needs a clientId.'), t('Add the id of the client that the server knows.'));
  } else if (grant !== undefined && interactive !== undefined) {
    wrong(
      interactive,
      t('{0} is only for signing in, and nobody signs in here.', interactive),
      t('Remove {0}.', interactive),
    );
  }
}

export function readSigningAlgorithm(value: unknown, report: ReportProblem): SigningAlgorithm | undefined {
  const known = signingAlgorithms.find((algorithm) => algorithm === value);
  if (value === undefined || known !== undefined) {
    return known;
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
  const { clientId = '', ...read } = readOAuthTexts(fields, names, path, report);
  if (!fields.has('clientId')) {
    report(
      `${path}.clientId`,
      t('{0} needs a clientId.', path),
      t('Add the id of the client that the identity provider knows.'),
    );
  } else if (!fields.has('issuer') && !fields.has('tokenEndpoint')) {
    report(`${path}.issuer`, t('{0} does not say where it is.', path), t('Add issuer, or tokenEndpoint.'));
  } else if (fields.has('idToken') === fields.has('idTokenFile')) {
    report(`${path}.idToken`, t('{0} needs either idToken or idTokenFile.', path), t('Keep one of them.'));
  }
  return { ...read, clientId };
}
