import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Milliseconds from a message to the page until the frame that shows its effect is painted. Runs in the page. */
export function sentUntilPainted(data: unknown): Promise<number> {
  const begin = performance.now();
  window.dispatchEvent(new MessageEvent('message', { data }));
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - begin);
      port2.postMessage(undefined);
    });
  });
}

/** The work that an act leaves for later is done by then: a page reckons with a pause half a second after the last key. */
const settledMs = 700;

/** Milliseconds of the longest frame from before an act until all that follows from it is done. */
export async function timeLongestFrame(page: Page, act: () => Promise<unknown>): Promise<number> {
  const frames = await page.evaluateHandle(() => {
    const watch = { last: performance.now(), longest: 0, over: false };
    const next = (now: number) => {
      watch.longest = Math.max(watch.longest, now - watch.last);
      watch.last = now;
      if (!watch.over) requestAnimationFrame(next);
    };
    requestAnimationFrame((now) => {
      watch.last = now;
      requestAnimationFrame(next);
    });
    return watch;
  });
  await act();
  await delay(settledMs);
  return frames.evaluate((watch) => {
    watch.over = true;
    return watch.longest;
  });
}

/** Presses a key, and waits until the frame that shows its effect is painted; so many milliseconds. */
export async function timeKeyPress(page: Page, key: string): Promise<number> {
  const painted = await page.evaluateHandle(() => ({
    ms: new Promise<number>((resolve) => {
      const pressed = () => {
        const begin = performance.now();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - begin);
          port2.postMessage(undefined);
        });
      };
      window.addEventListener('keydown', pressed, { once: true, capture: true });
    }),
  }));
  await page.keyboard.press(key);
  return painted.evaluate(({ ms }) => ms);
}
