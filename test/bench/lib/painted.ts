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

/** Presses a key, and waits until the frame that shows its effect is painted; so many milliseconds. */
export async function keyed(page: Page, key: string): Promise<number> {
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
