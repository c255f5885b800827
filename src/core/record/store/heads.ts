import { repairFindingKinds } from '#core/record/entries/entry.ts';
import { isRecord } from '#form/json.ts';
import type { StoredHead } from './recordFiles.ts';

/** Whether something that was stored is a head. */
export function isStoredHead(value: unknown): value is StoredHead {
  if (!isRecord(value)) {
    return false;
  }
  const { hash, count, bytes, sure, torn, said } = value;
  return (
    isHash(hash) &&
    [count, bytes, sure ?? 0].every(isAmount) &&
    (torn === undefined || (isRecord(torn) && isAmount(torn['bytes']) && isHash(torn['sha256']))) &&
    (said === undefined || repairFindingKinds.some((trouble) => trouble === said))
  );
}

function isHash(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isAmount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
