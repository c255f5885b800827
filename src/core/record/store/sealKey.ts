import { randomBytes } from 'node:crypto';

/** The shape of `vscode.Memento`: what one window writes, the others read soon after. */
interface Memento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const name = 'record.sealKey';

/**
 * The key that seals heads, 32 bytes, made when first asked for. Of windows that make one in the same moment, all end
 * up with the key that is smaller.
 */
export function sealKey(memento: Memento): () => Promise<Buffer> {
  let made: string | undefined;
  return async () => {
    const kept = memento.get(name);
    if (isKey(kept) && (made === undefined || kept <= made)) {
      return Buffer.from(kept, 'hex');
    }
    made ??= randomBytes(32).toString('hex');
    await memento.update(name, made);
    return Buffer.from(made, 'hex');
  };
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
