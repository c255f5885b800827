import { createHash, webcrypto } from 'node:crypto';
import { DpopSession, generateDpopKeyPair, type OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { isRecord } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';
import type { AuthorizationChallenge } from './challenge.ts';

/**
 * A private key to which tokens are bound, as a JWK for ES256. The tokens are useless without the key.
 * Source: RFC 9449; RFC 7518 section 6.2.
 */
export interface ProofKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

const algorithm = 'ES256';

/**
 * True if the host requests tokens that are bound to a key: if the MCP server's metadata requires them or lists ES256 or, without
 * such a list, its challenge mentions DPoP. False if the authorization server's metadata has a list without ES256; a list with
 * ES256 there is no reason to bind tokens, because it does not show whether the MCP server accepts such tokens.
 * @throws HostError if the MCP server requires such tokens and the authorization server's list excludes ES256.
 * Source: RFC 9449 sections 5.1 and 7.1; RFC 9728 section 2.
 */
export function shouldBindTokens(discovery: OAuthDiscoveryState, challenge: AuthorizationChallenge): boolean {
  const resourceMetadata: object = discovery.resourceMetadata ?? {};
  const isRequired = Reflect.get(resourceMetadata, 'dpop_bound_access_tokens_required') === true;
  const isSupported = algorithmsIn(resourceMetadata)?.includes(algorithm) ?? challenge.mentionsDpop;
  const signingAlgorithms = algorithmsIn(discovery.authorizationServerMetadata ?? {});
  if (signingAlgorithms && !signingAlgorithms.includes(algorithm)) {
    if (isRequired) {
      throw new HostError({
        name: 'AuthorizationFailed',
        summary: t(
          'The server requires tokens that are bound to a key (DPoP), but {0} does not support {1}.',
          inOneLine(discovery.authorizationServerUrl, 200),
          algorithm,
        ),
        remedy: t('The operator of the authorization server has to allow {0}.', algorithm),
      });
    }
    return false;
  }
  return isRequired || isSupported;
}

function algorithmsIn(metadata: object): unknown[] | undefined {
  const algorithms: unknown = Reflect.get(metadata, 'dpop_signing_alg_values_supported');
  return Array.isArray(algorithms) ? algorithms : undefined;
}

/** Generates a key: one for each sign-in, stored with its tokens. */
export async function generateProofKey(): Promise<ProofKey> {
  const { privateKey } = await generateDpopKeyPair({ alg: algorithm, extractable: true });
  const key: unknown = await webcrypto.subtle.exportKey('jwk', privateKey);
  if (!isProofKey(key)) {
    throw new Error('The generated key is not a private P-256 key.');
  }
  const { kty, crv, x, y, d } = key;
  return { kty, crv, x, y, d };
}

/** Creates a session, which signs proofs with a key and remembers the last nonce of each origin. Rejects if the key is damaged. */
export async function createDpopSession(key: ProofKey): Promise<DpopSession> {
  const { kty, crv, x, y } = key;
  const publicJwk = { kty, crv, x, y };
  const importKey = (jwk: webcrypto.JsonWebKey, use: 'sign' | 'verify') =>
    webcrypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: crv }, false, [use]);
  // Source: RFC 7638 section 3.
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const [privateKey, publicKey] = await Promise.all([importKey({ ...key }, 'sign'), importKey(publicJwk, 'verify')]);
  return DpopSession.create({ keyPair: { privateKey, publicKey, publicJwk, thumbprint, alg: algorithm } });
}

export function isProofKey(value: unknown): value is ProofKey {
  return (
    isRecord(value) &&
    value['kty'] === 'EC' &&
    value['crv'] === 'P-256' &&
    ['x', 'y', 'd'].every((name) => typeof value[name] === 'string')
  );
}
