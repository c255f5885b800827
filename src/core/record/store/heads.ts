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
  /**
   * The `count` before a later start adopted entries: the head of the entries up to here was stored by the window that wrote them.
   * Absent if no entries were adopted.
   */
  readonly sure?: number;
  /** The length and the hash of an incomplete entry at the end of the file, as the repair found it. */
  readonly torn?: { readonly bytes: number; readonly sha256: string };
  /** The finding of the repair that is already recorded for this file. A file with this value is not repaired again. */
  readonly said?: RepairFinding['what'];
}

/** True for a value with the shape of a `StoredHead`, which another version may have stored. */
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
