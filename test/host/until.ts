import { setTimeout as delay } from 'node:timers/promises';

/** Polls every 10 ms until `condition` holds; an error counts as false. @throws Error after `limitMs` */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 30_000): Promise<void> {
  for (const end = Date.now() + limitMs; Date.now() < end; await delay(10)) {
    if (await Promise.resolve(condition()).catch(() => false)) {
      return;
    }
  }
  throw new Error(`Not within ${limitMs} ms: ${condition}`);
}

/** Polls in every turn of the event loop, also with mocked timers, until `condition` holds. @throws Error after `limitMs` */
export async function settled(condition: () => boolean | Promise<boolean>, limitMs = 5000): Promise<void> {
  for (const end = Date.now() + limitMs; !(await condition()); await new Promise((resolve) => setImmediate(resolve))) {
    if (Date.now() > end) {
      throw new Error(`Not within ${limitMs} ms: ${condition}`);
    }
  }
}
