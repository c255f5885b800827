import type { StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';

/** The stored state of the clock; in milliseconds since the epoch. */
interface ClockState {
  /** The last trusted time. */
  readonly at: number;
  /** The time, by the clock itself, at which it was first seen to have leapt ahead of `at`. */
  readonly leapt?: number;
}

const key = 'record.reached';
const day = 24 * 60 * 60 * 1000;
/** A clock that advances by more than this between two calls has leapt, or no window was open meanwhile. */
const longestStep = 3 * day;
/** A leap is trusted once it has lasted this long: the user would have noticed a wrong clock. */
const trustedAfter = 2 * day;

/**
 * The time by which retention computes ages, in milliseconds since the epoch. Never later than `now`; if the clock has just leapt, at
 * most three days after the last trusted time, so that a wrong clock deletes nothing. Call it whenever retention is applied.
 * `newest`: the time of the last write, for the first call of all.
 */
export function trustedTime(memory: StateStore, now: number, newest: number | undefined): number {
  const { at, leapt } = storedState(memory) ?? { at: Math.min(newest ?? now, now) };
  const since = leapt !== undefined && leapt <= now ? leapt : now;
  if (now - at <= longestStep || now - since >= trustedAfter) {
    memory.set(key, { at: now });
    return now;
  }
  memory.set(key, { at, leapt: since });
  return at + longestStep;
}

function storedState(memory: StateStore): ClockState | undefined {
  const stored = memory.get(key);
  const { at, leapt } = isRecord(stored) ? stored : {};
  return isTime(at) && (leapt === undefined || isTime(leapt))
    ? { at, ...(leapt !== undefined && { leapt }) }
    : undefined;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
