import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A fresh nonce: 32 random bytes in base64url. */
export function createNonce(): string {
  return randomBytes(32).toString('base64url');
}

/** The proof of the client that it has the key, over the window's nonce and the exact text of the hello. */
export function clientMac(key: Buffer, windowNonce: string, body: string): string {
  return mac(key, ['client', windowNonce, body]);
}

/** The proof of the window that it has the key, over both nonces. */
export function windowMac(key: Buffer, windowNonce: string, clientNonce: string): string {
  return mac(key, ['window', windowNonce, clientNonce]);
}

/** True if two proofs are equal. Takes the same time for every difference. */
export function isSameMac(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Identifies a command with its arguments. */
export function commandFingerprint(command: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(command)).digest('base64url');
}

/** The parts are encoded as JSON, so that no two lists of parts have the same text. */
function mac(key: Buffer, parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}
