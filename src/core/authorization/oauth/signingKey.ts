import { createPrivateKey, type KeyObject } from 'node:crypto';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { OAuthSettings, SigningAlgorithm } from '#core/model/definition.ts';
import { readSecretFile } from './secretFile.ts';

export interface SigningKey {
  /** The private key in PKCS #8. */
  readonly pem: string;
  readonly algorithm: SigningAlgorithm;
}

/**
 * Reads the private key that the client authenticates with; `undefined` if the settings have none.
 * @throws HostError `EntryInvalid`.
 */
export async function readSigningKey(settings: OAuthSettings): Promise<SigningKey | undefined> {
  const { privateKey, privateKeyFile, signingAlgorithm } = settings;
  const name = privateKey === undefined ? 'privateKeyFile' : 'privateKey';
  const text = privateKey ?? (privateKeyFile && (await readSecretFile(privateKeyFile, name)));
  if (text === undefined) {
    return undefined;
  }
  const key = parseKey(text, name);
  const algorithms = algorithmsFor(key);
  const algorithm = signingAlgorithm ?? algorithms[0];
  if (algorithm === undefined || !algorithms.includes(algorithm)) {
    throw new HostError({
      name: 'EntryInvalid',
      summary:
        signingAlgorithm === undefined
          ? t('The key in "{0}" cannot be used with any algorithm that is known here.', name)
          : t('The key in "{0}" cannot be used with {1}.', name, signingAlgorithm),
      remedy:
        algorithms.length > 0
          ? t('Use one of {0} as "signingAlgorithm", or another key.', algorithms.join(', '))
          : t('Use an RSA key, or one on the curve P-256, P-384 or P-521.'),
    });
  }
  return { pem: key.export({ type: 'pkcs8', format: 'pem' }).toString(), algorithm };
}

/** Parses a PEM key, also without line breaks, as one-line fields and environment variables contain it. */
function parseKey(text: string, name: string): KeyObject {
  const match = /-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----(.*)-----END \1-----/s.exec(text.replaceAll('\\n', '\n'));
  const [, label = '', body = ''] = match ?? [];
  if (!match || label.startsWith('ENCRYPTED') || body.includes(':')) {
    throw new HostError({
      name: 'EntryInvalid',
      summary: match ? t('The key in "{0}" has a passphrase.', name) : t('"{0}" contains no private key.', name),
      remedy: t('Give the key as PEM text: from "-----BEGIN PRIVATE KEY-----" to "-----END PRIVATE KEY-----".'),
    });
  }
  const lines = body.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  try {
    return createPrivateKey([`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n'));
  } catch (error) {
    throw new HostError(
      {
        name: 'EntryInvalid',
        summary: t('The key in "{0}" is damaged.', name),
        remedy: t('Copy the whole key once more.'),
      },
      { cause: error },
    );
  }
}

/** The algorithms that a key supports, the default first. Source: RFC 7518 section 3.1. */
function algorithmsFor({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): readonly SigningAlgorithm[] {
  if (asymmetricKeyType === 'rsa') {
    return ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
  }
  const curves: Readonly<Record<string, readonly SigningAlgorithm[]>> = {
    prime256v1: ['ES256'],
    secp384r1: ['ES384'],
    secp521r1: ['ES512'],
  };
  return (asymmetricKeyType === 'ec' && curves[asymmetricKeyDetails?.namedCurve ?? '']) || [];
}
