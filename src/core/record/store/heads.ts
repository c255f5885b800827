import { type RepairFinding, repairFindingKinds } from '#core/record/entries/entry.ts';
import { isRecord } from '#form/json.ts';
import type { Head } from './chain.ts';

/** The head of each file, stored where only this extension can write. */
export interface Heads {
  /** The names of the files that have a head. */
  names(): Promise<readonly string[]>;
  get(file: string): Promise<StoredHead | undefined>;
  set(file: string, head: StoredHead): Promise<void>;
  delete(file: string): Promise<void>;
}

export interface StoredHead extends Head {
  /** The number of entries whose head was stored by the window that wrote them; present if a later start adopted more entries. */
  readonly sure?: number;
  /** The beginning of an incomplete entry at the end of the file. */
  readonly torn?: { readonly bytes: number; readonly sha256: string };
  /** The finding about the file that was already recorded. */
  readonly said?: RepairFinding['what'];
}

/** True for a stored value with the shape of a head. */
export function isStoredHead(value: unknown): value is StoredHead {
  if (!isRecord(value)) {
    return false;
  }
  const { hash, count, bytes, sure, torn, said } = value;
  return (
    isHash(hash) &&
    [count, bytes, sure ?? 0].every(isCount) &&
    (torn === undefined || (isRecord(torn) && isCount(torn['bytes']) && isHash(torn['sha256']))) &&
    (said === undefined || repairFindingKinds.some((kind) => kind === said))
  );
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
