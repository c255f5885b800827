import type { StateStore } from '#core/common/stateStore.ts';
import { isRecord } from '#form/json.ts';

/** What a look at the clock has shown; in milliseconds since the epoch. */
interface Reached {
  /** The time that was believed last. */
  readonly at: number;
  /** When the clock was first seen to have leapt from there, by that clock. */
  readonly leapt?: number;
}

const key = 'record.reached';
const day = 24 * 60 * 60 * 1000;
/** A clock that goes on further than that between two looks has leapt: or nobody was there. */
const farthest = 3 * day;
/** After so long a leap is believed: somebody would have noticed that the clock is wrong. */
const proof = 2 * day;

/**
 * The time that the age of what is kept is counted by, in milliseconds since the epoch: never later than `now`, and not
 * much later than the last time where the clock has just leapt, so that a wrong clock destroys nothing. To be called at
 * every look for what is old. `newest`: when something was last written, for the first look of all.
 */
export function trustedTime(memory: StateStore, now: number, newest: number | undefined): number {
  const { at, leapt } = reachedIn(memory) ?? { at: Math.min(newest ?? now, now) };
  const since = leapt !== undefined && leapt <= now ? leapt : now;
  if (now - at <= farthest || now - since >= proof) {
    memory.set(key, { at: now });
    return now;
  }
  memory.set(key, { at, leapt: since });
  return at + farthest;
}

function reachedIn(memory: StateStore): Reached | undefined {
  const known = memory.get(key);
  const { at, leapt } = isRecord(known) ? known : {};
  return isTime(at) && (leapt === undefined || isTime(leapt))
    ? { at, ...(leapt !== undefined && { leapt }) }
    : undefined;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
