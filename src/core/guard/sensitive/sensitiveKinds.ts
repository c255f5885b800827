/** The kinds of secrets that a form must not ask for, and the texts that name them. */
import { t } from '@vscode/l10n';

/**
 * The secrets that permit access or payment. Not included, because they permit neither: user names, e-mail addresses, identifiers
 * of keys and clients, public keys, account numbers and IBANs, a card's holder and expiry, personal data. `token` includes session
 * cookies and `Authorization` headers, `oneTimeCode` includes the secrets from which such codes are computed, `connectionString`
 * is one with a password.
 * Source: MCP specification, client/elicitation, "User Interaction Model": form mode must not be used for passwords, API keys,
 * access tokens or payment credentials.
 */
export type SensitiveKind =
  | 'password'
  | 'pin'
  | 'apiKey'
  | 'token'
  | 'privateKey'
  | 'cardNumber'
  | 'cardCode'
  | 'oneTimeCode'
  | 'recoveryPhrase'
  | 'bankAccess'
  | 'connectionString';

/** The part of the request that shows that a field asks for a secret. `rules`: the field's constraints. */
export type EvidenceSource = 'name' | 'title' | 'description' | 'message' | 'rules' | 'options';

export interface SensitiveField {
  /** The index in `FormModel.fields`. */
  readonly field: number;
  readonly kind: SensitiveKind;
  /** One sentence for the user, without words of the server. */
  readonly reason: string;
  readonly source: EvidenceSource;
}

/** The kind of secret with its article, in the language of the editor. */
export function secretNoun(kind: SensitiveKind): string {
  switch (kind) {
    case 'password':
      return t('a password');
    case 'pin':
      return t('a PIN');
    case 'apiKey':
      return t('an API key or another secret key');
    case 'token':
      return t('an access token or a similar secret');
    case 'privateKey':
      return t('a private key');
    case 'cardNumber':
      return t('the number of a payment card');
    case 'cardCode':
      return t('the security code of a payment card');
    case 'oneTimeCode':
      return t('a one-time code or the secret behind it');
    case 'recoveryPhrase':
      return t('a recovery phrase');
    case 'bankAccess':
      return t('access to a bank account');
    case 'connectionString':
      return t('a connection string, which usually holds a password');
  }
}

/** The kinds of secrets with their articles in English, for errors to a server. */
export const englishSecretNouns: Readonly<Record<SensitiveKind, string>> = {
  password: 'a password',
  pin: 'a PIN',
  apiKey: 'an API key or another secret key',
  token: 'an access token or a similar secret',
  privateKey: 'a private key',
  cardNumber: 'the number of a payment card',
  cardCode: 'the security code of a payment card',
  oneTimeCode: 'a one-time code or the secret behind it',
  recoveryPhrase: 'a recovery phrase',
  bankAccess: 'access to a bank account',
  connectionString: 'a connection string, which usually holds a password',
};

function reasonFor(source: EvidenceSource, noun: string): string {
  switch (source) {
    case 'name':
      return t('The name of this field asks for {0}.', noun);
    case 'title':
      return t('The title of this field asks for {0}.', noun);
    case 'description':
      return t('The description of this field asks for {0}.', noun);
    case 'message':
      return t('The message of the server asks for {0}.', noun);
    case 'rules':
      return t('What this field accepts looks like {0}.', noun);
    case 'options':
      return t('The options of this field can spell {0}.', noun);
  }
}

export function sensitiveField(field: number, kind: SensitiveKind, source: EvidenceSource): SensitiveField {
  return { field, kind, reason: reasonFor(source, secretNoun(kind)), source };
}
