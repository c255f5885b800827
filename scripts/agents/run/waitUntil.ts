import { setTimeout as wait } from 'node:timers/promises';

/** Polls a condition until its value is truthy, and returns that value. Fails after `limitMs`, with `what` in the message. */
export async function waitUntil<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = 90_000,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await wait(50);
  }
}
