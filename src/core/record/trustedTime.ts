import type { StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';

/** The stored state of the clock, in milliseconds since the epoch. */
interface ClockState {
  /** The last trusted time. */
  readonly at: number;
  /** The time by the clock at which a leap of the clock ahead of `at` was first detected. */
  readonly leapt?: number;
}

const recordKey = 'record.reached';
const dayMs = 24 * 60 * 60 * 1000;
/** If the clock advances by more than this between two calls, it has leapt, or no window was open meanwhile. */
const maxStepMs = 3 * dayMs;
/** A leap is trusted after this time, because the user would have corrected a wrong clock. */
const leapTrustedAfterMs = 2 * dayMs;

/**
 * Returns the time with which ages are computed after which something is deleted, in milliseconds since the epoch, and stores it. Never later than `now`; if
 * the clock has just leapt, at most three days after the last trusted time, so that a wrong clock deletes nothing. To be called each
 * time ages are compared. `newest`: the time of the last write, used if no time was stored yet. `key`: where the time is stored; by
 * default that of the record.
 */
export function updateTrustedTime(
  memory: StateStore,
  now: number,
  newest: number | undefined,
  key: string = recordKey,
): number {
  const { at, leapt } = storedState(memory, key) ?? { at: Math.min(newest ?? now, now) };
  const since = leapt !== undefined && leapt <= now ? leapt : now;
  if (now - at <= maxStepMs || now - since >= leapTrustedAfterMs) {
    memory.set(key, { at: now });
    return now;
  }
  memory.set(key, { at, leapt: since });
  return at + maxStepMs;
}

function storedState(memory: StateStore, key: string): ClockState | undefined {
  const stored = memory.get(key);
  const { at, leapt } = isRecord(stored) ? stored : {};
  return isTime(at) && (leapt === undefined || isTime(leapt))
    ? { at, ...(leapt !== undefined && { leapt }) }
    : undefined;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
