import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition, at most a minute; `what` says it in words. Returns the first value that is truthy. */
export async function until<T>(what: string, condition: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; await delay(50)) {
    const value = await condition();
    if (value) {
      return value;
    }
  }
  assert.fail(`Waited in vain: ${what}.`);
}
