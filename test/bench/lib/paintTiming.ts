import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** The milliseconds from a message to the page until the frame with its effect is painted. Runs in the page. */
export function timeUntilPainted(data: unknown): Promise<number> {
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

/** After this time without input the page is idle: it does some work half a second after the last key. In milliseconds. */
const idleAfterMs = 700;

/** The duration in milliseconds of the longest frame from the start of `act` until the page is idle. */
export async function timeLongestFrame(page: Page, act: () => Promise<unknown>): Promise<number> {
  const frames = await page.evaluateHandle(() => {
    const watch = { last: performance.now(), longest: 0, hasEnded: false };
    const next = (now: number) => {
      watch.longest = Math.max(watch.longest, now - watch.last);
      watch.last = now;
      if (!watch.hasEnded) requestAnimationFrame(next);
    };
    requestAnimationFrame((now) => {
      watch.last = now;
      requestAnimationFrame(next);
    });
    return watch;
  });
  await act();
  await delay(idleAfterMs);
  return frames.evaluate((watch) => {
    watch.hasEnded = true;
    return watch.longest;
  });
}

/** Presses a key. Returns the milliseconds until the frame with the effect is painted. */
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
