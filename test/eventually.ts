import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** Polls a condition until its value is truthy, and returns that value. Fails after `timeoutMs`, with `what` in the message. */
export async function eventually<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeoutMs = 60_000,
): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(50)) {
    const value = await condition();
    if (value) {
      return value;
    }
  }
  assert.fail(`Waited in vain: ${what}.`);
}
