/** JSON Web Tokens and proofs of possession (DPoP), as servers create and verify them. */
import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';

interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export function ecKeys(namedCurve = 'P-256'): KeyPair {
  return generateKeyPairSync('ec', { namedCurve });
}

/**
 * Creates a JSON Web Token that is signed with ES256: issued now, valid for 300 seconds, with a random `jti`. `claims` are added
 * and replace these.
 */
export function jwtOf(claims: Readonly<Record<string, unknown>>, { privateKey }: KeyPair): string {
  const now = Math.floor(Date.now() / 1000);
  const text = [
    { alg: 'ES256', typ: 'JWT' },
    { iat: now, exp: now + 300, jti: randomUUID(), ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

/** The claims of a token, if it is signed with the key (ES256 or RS256) and has not expired. */
export function claimsOf(jwt: string | null, key: KeyObject): Record<string, unknown> | undefined {
  const [header = '', payload = '', signature = ''] = (jwt ?? '').split('.');
  const input = { key, dsaEncoding: 'ieee-p1363' as const };
  if (!verify('sha256', Buffer.from(`${header}.${payload}`), input, Buffer.from(signature, 'base64url'))) {
    return undefined;
  }
  const claims = parsePart(payload);
  return claims['exp'] === undefined || Number(claims['exp']) > Date.now() / 1000 ? claims : undefined;
}

interface ExpectedProof {
  readonly method: string;
  readonly url: string;
  /** The access token of the request; absent for the token endpoint, where the proof must not have `ath`. */
  readonly token?: string;
  /** The required nonce; `undefined` if none is required. */
  readonly nonce?: string | undefined;
}

interface ProofResult {
  /** The thumbprint of the key; `undefined` if the proof is invalid. */
  readonly thumbprint: string | undefined;
  /** True if the proof is valid, but lacks the required nonce or has another one. */
  readonly needsNonce: boolean;
  /** The claim `jti`; empty if the proof is invalid. */
  readonly jti: string;
}

/**
 * Verifies the signature, the key and the claims `htm`, `htu` and `ath` of a proof, and compares its nonce. Does not verify `iat` and
 * `jti`. Source: RFC 9449 section 4.3.
 */
export function verifyProof(proof: string | undefined, { method, url, token, nonce }: ExpectedProof): ProofResult {
  const bad = { thumbprint: undefined, needsNonce: false, jti: '' };
  const { alg, typ, jwk } = parsePart((proof ?? '').split('.')[0] ?? '');
  if (proof === undefined || alg !== 'ES256' || typ !== 'dpop+jwt' || typeof jwk !== 'object' || 'd' in (jwk ?? {})) {
    return bad;
  }
  const { crv, kty, x, y } = jwk as Record<string, string>;
  const claims = claimsOf(proof, createPublicKey({ key: { crv, kty, x, y }, format: 'jwk' }));
  const ath = token === undefined ? undefined : hash(token);
  if (claims?.['htm'] !== method || claims['htu'] !== url || claims['ath'] !== ath) {
    return bad;
  }
  const needsNonce = nonce !== undefined && claims['nonce'] !== nonce;
  return { thumbprint: hash(JSON.stringify({ crv, kty, x, y })), needsNonce, jti: String(claims['jti']) };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function parsePart(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return {};
  }
}
